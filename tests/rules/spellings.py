"""Ways in which people type moves: spellings of one move, drawn at random."""

import random
import re
from typing import Final

__all__ = ["plain_names", "spelled"]

_JOINERS: Final = (
    "-", " - ", "–", "—", "−", "‑", "x", " x ", "×", ":", "->", "→", " → ", ">", "=>", " to ",
    "➡️", " takes ", "\N{NO-BREAK SPACE}-\N{NO-BREAK SPACE}",
)  # fmt: skip
"""Signs between two cells of a move on any board."""
_LOOSE_JOINERS: Final = (
    "",
    " ",
    ", ",
    ",",
    "*",
    "/",
    ".",
    "_",
    "|",
    "\n",
    "+",
    "\N{NO-BREAK SPACE}",
)
"""Further signs between cells that have a letter and a number."""
_BETWEEN: Final = (" ", ", ", "; ", ",", " and ", "\n", "  ", " & ")
_BEFORE: Final = (
    "1. ", "1.", "12... ", "12… ", "1) ", "(3) ", "#7. ", "move ", "/move ", "I play ", "from ",
    "> ", "• ", "👉 ", "… ",
)  # fmt: skip
_AFTER: Final = (
    "!", "?", "!?", "??", ";", ".", "...", "…", ",", " please", " 👍", "🙂", " :)", "\u200b", "\n",
    "‼",
)  # fmt: skip
_AROUND: Final = (
    ('"', '"'), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»"), ("`", "`"), ("```\n", "\n```"),
    ("**", "**"), ("__", "__"), ("||", "||"), ("~~", "~~"), ("(", ")"), ("<", ">"), ("*", "*"),
    ("_", "_"), (" ", " "),
)  # fmt: skip
_LOOKS: Final = {
    "a": "аα", "c": "сς", "e": "еε", "A": "АΑ", "B": "ВΒ", "C": "С", "E": "ЕΕ", "H": "НΗ",
    "o": "оο", "b": "β", "i": "і", "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟ", "P": "РΡ",
}  # fmt: skip
_FULL_WIDTH: Final = {sign: sign + 0xFEE0 for sign in range(0x21, 0x7F)}


def plain_names(notation: str) -> list[list[str]]:
    """Return the names in a canonical notation, by the words that blanks separate."""
    return [re.findall(r"[a-z0-9]+\*?(?:\([0-9]\))?", word) for word in notation.split()]


def spelled(chance: random.Random, notation: str) -> str:
    """Return one of the ways in which somebody may type this move."""
    rows = plain_names(notation)
    numbered = notation[0].isdigit() or notation.startswith(("bar", "pass"))
    joiners = _JOINERS[:1] * 5 + _JOINERS + (("/",) * 5 if numbered else _LOOSE_JOINERS)
    if numbered:
        joiners = tuple(sign for sign in joiners if sign != " takes ")
        chance.shuffle(rows)
    text = ""
    for number, row in enumerate(rows):
        text += (chance.choice(_BETWEEN) if number else "") + row[0]
        text += "".join(chance.choice(joiners) + name for name in row[1:])
    if numbered and not re.search(r"\*(?!$|[ (])", notation) and chance.random() < 0.3:
        text = text.replace("*", "")
    if chance.random() < 0.5:
        text = "".join(chance.choice((sign, sign.upper())) for sign in text)
    if chance.random() < 0.3:
        text = "".join(
            chance.choice(_LOOKS.get(sign, sign)) if chance.random() < 0.3 else sign
            for sign in text
        )
    if chance.random() < 0.1:
        text = text.translate(_FULL_WIDTH)
    if chance.random() < 0.4:
        text += chance.choice(_AFTER)
    if chance.random() < 0.3:
        before, after = chance.choice(_AROUND)
        text = f"{before}{text}{after}"
    if chance.random() < 0.4:
        text = chance.choice(_BEFORE) + text
    return text
