/** The time left for a decision, as a clock shows it. */

/** `0:09`, `12:30`, `23:59:59`. */
export function formatTime(seconds: number): string {
    const left = Math.max(0, Math.ceil(seconds));
    const two = (number: number): string => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
