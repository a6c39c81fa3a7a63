"""The law in other languages: whether docs/rules.de.md and its siblings are in step with docs/rules.md.

Every clause, decision and worked example of a translation ends with a stamp, a hash of the English text it was made
from: ``<!-- en 3f2a9c1d -->``. A clause that changes in English alone no longer matches its stamps.

- ``python tools/translated_law.py``: what is out of step, if anything
- ``python tools/translated_law.py --stamp de R7.1 "example 12"``: these were translated again; ``all`` for all of them
"""

import argparse
import hashlib
import re
import sys
from collections import Counter
from pathlib import Path

from clauses import LAW

LANGUAGES = ("de", "fi", "hu", "ro", "ru")
STAMP = re.compile(r" <!-- en ([0-9a-f]{8}) -->")
PART = re.compile(
    r"^- (?P<clause>R\d+\.\d+) .*(?:\n  .*)*"  # a clause
    r"|^(?P<example>\d+)\. .*(?:\n {3,}.*)*"  # a worked example
    r"|^(?P<row>\|) .*\|$",  # a row of the table of decisions
    flags=re.MULTILINE,
)
HEADING = re.compile(r"^(#+) (.*)$", flags=re.MULTILINE)


def translation(language: str) -> Path:
    """The file of the law in this language."""
    return LAW.with_suffix(f".{language}.md")


def parts(text: str) -> dict[str, str]:
    """Every clause, worked example and decision as it stands, by name: ``R7.1``, ``example 12``, ``decision 3``."""
    found: dict[str, str] = {}
    row = -1  # the first row of the table is its heading
    for match in PART.finditer(text):
        if match["clause"]:
            name = match["clause"]
        elif match["example"]:
            name = f"example {match['example']}"
        else:
            row += 1
            name = f"decision {row}" if row else "heading of the table"
        if name in found:
            raise ValueError(f"{name} is there twice")
        found[name] = match[0]
    return found


def stamp_of(english: str) -> str:
    """The hash of an English part; how its lines are broken does not matter."""
    return hashlib.sha256(" ".join(english.split()).encode()).hexdigest()[:8]


def numbers(text: str) -> Counter[str]:
    """All numbers in a part, with how often each is there; plants 03 and 3 are the same, and a stamp is none."""
    return Counter(found.lstrip("0") or "0" for found in re.findall(r"\d+", STAMP.sub("", text)))


def out_of_step(language: str) -> list[str]:
    """What is out of step in this translation, in one sentence each."""
    law, text = LAW.read_text(encoding="utf-8"), translation(language).read_text(encoding="utf-8")
    wrong = []
    if [(mark, numbers(words)) for mark, words in HEADING.findall(law)] != [
        (mark, numbers(words)) for mark, words in HEADING.findall(text)
    ]:
        wrong.append("The headings are not those of the law.")
    english, translated = parts(law), parts(text)
    if list(english) != list(translated):
        missing = ", ".join(name for name in english if name not in translated) or "none"
        more = ", ".join(name for name in translated if name not in english) or "none"
        wrong.append(f"Other parts, or in another order. Missing: {missing}; too many: {more}.")
    for name in [name for name in english if name in translated]:
        ours, theirs = numbers(english[name]), numbers(translated[name])
        if ours != theirs:
            wrong.append(
                f"{name}: other numbers. Missing: {sorted((ours - theirs).elements())}; "
                f"too many: {sorted((theirs - ours).elements())}."
            )
        stamps = STAMP.findall(translated[name])
        if stamps != [stamp_of(english[name])]:
            wrong.append(f"{name}: it was not made from the English text as it is now.")
    return wrong


def stamp(language: str, names: list[str]) -> None:
    """Stamp these parts as translated from the present English text."""
    english = parts(LAW.read_text(encoding="utf-8"))
    if names == ["all"]:
        names = list(english)
    unknown = [name for name in names if name not in english]
    if unknown:
        raise SystemExit(f"The law has no part {', '.join(unknown)}.")
    path = translation(language)
    text = path.read_text(encoding="utf-8")
    for name, part in parts(text).items():
        if name in names:
            plain = STAMP.sub("", part)
            mark = f" <!-- en {stamp_of(english[name])} -->"
            text = text.replace(part, f"{plain[:-2]}{mark} |" if plain.startswith("|") else plain + mark)
    path.write_text(text, encoding="utf-8", newline="\n")


def main() -> int:
    """Stamp, or print what is out of step."""
    parser = argparse.ArgumentParser(description="The law in other languages.")
    parser.add_argument("--stamp", nargs="+", metavar=("LANGUAGE", "PART"), help="these parts were translated again")
    chosen = parser.parse_args().stamp
    if chosen:
        if chosen[0] not in LANGUAGES or len(chosen) == 1:
            parser.error(f"--stamp takes one of {', '.join(LANGUAGES)}, then parts of the law, or all.")
        stamp(chosen[0], chosen[1:])
    found = [
        f"{translation(language).name}: {what}"
        for language in LANGUAGES
        if translation(language).exists()
        for what in out_of_step(language)
    ]
    print("\n".join(found) or "All translations are in step with the law.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
