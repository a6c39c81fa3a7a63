"""What a seat may not know: sampling it, sampling it again, arranging it, and promising it beforehand (R8.7)."""
