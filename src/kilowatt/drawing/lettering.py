"""Text widths without a font file: the widths of Helvetica and Arial, in thousandths of the size."""

from unicodedata import normalize

FAMILY = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
BOLD = 1.08  # relative to regular

_WIDTHS = {
    191: "'",
    222: "ijl",
    278: " !,./:;If[]t",
    333: "-()r",
    389: "*",
    500: "Jckvsxyz",
    556: "0123456789abdeghnopqu?L$#_–",
    584: "+<=>·×",
    611: "FTZß",
    667: "ABEKPSVXY&",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "…—",
}
_WIDTH_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_WIDTH_UNKNOWN = 667


def text_width(text: str, size: float, *, bold: bool = False, spacing: float = 0.0) -> float:
    """Return the width of a line of text. Accents have no width of their own."""
    letters = [letter for letter in normalize("NFD", text) if not "\u0300" <= letter <= "\u036f"]
    width = sum([_WIDTH_OF.get(letter, _WIDTH_UNKNOWN) for letter in letters]) * size / 1000
    return width * (BOLD if bold else 1.0) + spacing * len(letters)


def escape(text: str) -> str:
    """Return the text as the content of an element. ``xml.sax.saxutils`` has this too, but imports an HTTP client."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
