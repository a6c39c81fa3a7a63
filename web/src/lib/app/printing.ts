/** A part of the page on one sheet of paper: as large as it fits. */

/** What fits on both A4 and US Letter with margins of 10 mm: the width of the one, the height of the other. */
const WIDTH = "190mm";
const HEIGHT = "257mm";
const LARGEST = 10;
const SMALLEST = 5;
const STEP = 0.1;

/** Lays this part out for paper, until the function that is returned is called. All its lengths follow its letters. */
export function fitToPage(part: HTMLElement): () => void {
    const before = part.getAttribute("style") ?? "";
    part.style.width = WIDTH;
    part.style.maxHeight = HEIGHT;
    part.classList.add("paper");
    for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
        part.style.fontSize = `${size.toFixed(1)}pt`;
        if (part.scrollHeight <= part.clientHeight) break;
    }
    return () => {
        part.classList.remove("paper");
        part.setAttribute("style", before);
    };
}
