"""Secrets, IDs, nicknames and texts. Whoever has a seat's secret holds the seat; only hashes are stored."""

import base64
import hashlib
import re
import secrets
import unicodedata

from kilowatt.table.denials import Denied

SECRET_BYTES = 24
ID_BYTES = 10  # 80 bits: nobody can guess the link to a private table

LONGEST_NICKNAME = 24


def new_secret() -> str:
    """Return a new secret of 192 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_id() -> str:
    """Return a new ID for a table or record: 16 lowercase letters and digits."""
    return base64.b32encode(secrets.token_bytes(ID_BYTES)).decode().lower()


def may_be_id(text: str) -> bool:
    """Whether this may be an ID. PostgreSQL does not accept every string in a query."""
    return text.isascii() and text.isalnum()


def hashed(secret: str) -> str:
    """Return the hash of a secret, which is what is stored. A secret has 192 random bits, so it needs no salt."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def clean_nickname(name: str) -> str:
    """Clean a nickname: no line breaks, invisible characters or characters that change the text direction.

    NFKC replaces wide and ornate letters by ordinary ones, so names that look alike are equal.
    """
    cleaned = clean_text(unicodedata.normalize("NFKC", name)).replace("\u200c", "").replace("\u200d", "")
    if not 1 <= len(cleaned) <= LONGEST_NICKNAME:
        raise Denied("bad-nickname")
    return cleaned


def clean_text(text: str) -> str:
    """Return a text on one line, without invisible characters; empty if nothing is visible. Markup is kept as text."""
    normal = unicodedata.normalize("NFC", text)
    seen = [" " if char.isspace() or char in BLANK else char for char in normal if _is_seen(char)]
    cleaned = PILE.sub(r"\1", " ".join("".join(seen).split()))
    return cleaned if any(unicodedata.category(char)[0] in "LNPS" for char in cleaned) else ""


BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are blank although Unicode counts them as letters or symbols."""

_MARK = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
PILE = re.compile(f"({_MARK}{{3}}){_MARK}+")
"""More combining marks on a letter than any language uses; they would cover the lines above and below."""


def _is_seen(char: str) -> bool:
    # The joiners are part of emoji and of some scripts; other format characters can reverse the line.
    return char.isspace() or char in "\u200c\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
