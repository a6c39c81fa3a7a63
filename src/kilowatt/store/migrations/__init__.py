"""The migrations, run by ``upgrading``."""
