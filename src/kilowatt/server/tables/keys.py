"""Secrets: who holds one, holds the seat. They are random, and only their hashes are stored."""

import base64
import hashlib
import re
import secrets
import unicodedata

from kilowatt.server.denials import Denied

SECRET_BYTES = 24
ID_BYTES = 10  # 80 bits: a private table is found by nobody who was not given its link

LONGEST_NICKNAME = 24


def new_secret() -> str:
    """A secret of 192 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_id() -> str:
    """The name of a table or record in links: 16 small letters and digits."""
    return base64.b32encode(secrets.token_bytes(ID_BYTES)).decode().lower()


def may_be_id(text: str) -> bool:
    """Whether this may be the name of something: PostgreSQL cannot even be asked about every text."""
    return text.isascii() and text.isalnum()


def hashed(secret: str) -> str:
    """What is stored of a secret. It has 192 bits of chance, so a plain hash cannot be guessed back."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def clean_nickname(name: str) -> str:
    """A name as it is shown: no line breaks, no characters that are not seen or turn the text round.

    What looks the same to most eyes is the same: NFKC makes ordinary letters of wide and ornate ones.
    """
    cleaned = clean_text(unicodedata.normalize("NFKC", name)).replace("\u200c", "").replace("\u200d", "")
    if not 1 <= len(cleaned) <= LONGEST_NICKNAME:
        raise Denied("bad-nickname")
    return cleaned


def clean_text(text: str) -> str:
    """A text in one line, without what cannot be seen; empty if nothing can. Markup stays what it is: text."""
    normal = unicodedata.normalize("NFC", text)
    seen = [" " if char.isspace() or char in BLANK else char for char in normal if _is_seen(char)]
    cleaned = PILE.sub(r"\1", " ".join("".join(seen).split()))
    return cleaned if any(unicodedata.category(char)[0] in "LNPS" for char in cleaned) else ""


BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, as Unicode has it, that show nothing."""

_MARK = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
PILE = re.compile(f"({_MARK}{{3}}){_MARK}+")
"""More marks upon one letter than any language has: they cover the lines above and below."""


def _is_seen(char: str) -> bool:
    # The joiners are part of emoji and of some scripts; other formatting characters can turn the line round.
    return char.isspace() or char in "\u200c\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
