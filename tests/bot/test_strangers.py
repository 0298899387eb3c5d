"""Text that people wrote shows as typed, whatever Discord would make of it."""

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.words.locale import DEFAULT, locale_of
from rules.contract.sentence import Notation, Stranger, say

CONSTRUCTS: Final = {
    "bold, italics, underline": r"\*[^*]+\*|_[^_]+_",
    "strikethrough": r"~~.+~~",
    "spoiler": r"\|\|.+\|\|",
    "code": r"`[^`]+`",
    "masked link": r"\[[^\]]+\]\([^)]+\)",
    "bare link": r"[a-z]+://\S|mailto:\S|tel:\S",
    "invite without https": r"discord(app)?\.(gg|com)/\S",
    "tag": r"<[^<>]*>",
    "shortcode": r":\w+:",
    "heading": r"^#{1,3} ",
    "subtext": r"^-# ",
    "list": r"^\s*([-*+]|\d+\.) ",
    "quote": r"^>{1,3} ",
    "escape": r"\\",
}
"""What Discord renders, in a text from which the signs after a backslash were taken out."""

TYPED: Final = (
    "*a*", "**a**", "***a***", "_a_", "__a__", "~~a~~", "||a||", "`a`", "``a``", "```py\na\n```",
    "# a", "## a", "### a", "-# a", "- a", "* a", "  - a", "1. a", "> a", ">>> a",
    "[a](https://evil.example)", "[a](<https://evil.example>)", "https://evil.example/?a=b#c",
    "http://evil.example", "<https://evil.example>", "steam://run/1", "discord.gg/abc",
    "discord://-/channels/1", "<mailto:a@evil.example>", "<+15550100>", "www.evil.example",
    "@everyone", "@here", "<@1>", "<@!1>", "<@&1>", "<#1>", "</play:1>", "</play czech:1>",
    "<t:0>", "<t:0:R>", "<id:home>", "<id:customize>", "<:name:1>", "<a:name:1>", ":smile:",
    ":thumbsup::skin-tone-2:", "a\\", "\\*a\\*", "\\\\", "¯\\_(ツ)_/¯", "*" * 32, "snake_case_name",
    "a\n# b", "a\r\n> b", "a\u2028- b", "\u202eevil", "a\u2066b\u2069", "\u200f\u061ca",
    "a\ud800b", "a\x00\x1bb", "שלום (1)", "Ωμέγα 🎲", "a {b} {0} %s %(c)s",
)  # fmt: skip

INVISIBLE: Final = re.compile("[\u200b\u2068\u2069]")
DIRECTIONS: Final = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067"


def shown(typed: str) -> str:
    return locale_of(DEFAULT).message(say("{text}", text=Stranger(typed)))


def read(text: str) -> str:
    """Return what somebody reads: the sign after a backslash as it is, nothing invisible."""
    return INVISIBLE.sub("", re.sub(r"\\([^\sA-Za-z0-9])", r"\1", text))


def expected(typed: str) -> str:
    """Return what may be read: on one line, with neither direction marks nor controls."""
    one_line = re.sub("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+", " ", typed)
    kept = re.sub(f"[\x00-\x1f\x7f-\x9f{DIRECTIONS}\u2068\u2069\u200b]", "", one_line)
    return re.sub("[\ud800-\udfff]", "?", kept)


def check(typed: str) -> None:
    text = shown(typed)
    assert read(text) == expected(typed)
    left = re.sub(r"\\[^\sA-Za-z0-9]", "\ue000", text)
    for line in left.splitlines():
        for name, pattern in CONSTRUCTS.items():
            assert not re.search(pattern, line), f"{typed!r} has become a {name}: {text!r}"
    # These are looked for in the text as it was sent, backslashes or not.
    assert not re.search(r"@(everyone|here)|<(@[!&]?|#)\d+>", text)
    assert not re.search(r"https?://|discord\.gg/", text)
    assert not set(text) & set(DIRECTIONS)


@pytest.mark.parametrize("typed", TYPED)
def test_every_construct_shows_as_typed(typed: str) -> None:
    check(typed)


@given(st.text("*_~|`<>@#:/\\[]().+-1t ab\n{}\u202e\u2067ש&!", max_size=24))
def test_no_mixture_of_them_does_anything(typed: str) -> None:
    check(typed)


def test_text_from_the_right_to_the_left_keeps_to_itself() -> None:
    assert shown("שלום") == "\u2068שלום\u2069"
    assert shown("Ann") == "Ann"


def test_beside_a_stranger_the_sentence_keeps_its_markup() -> None:
    sentence = say("**{who}** played **{move}**.", who=Stranger("a*"), move=Notation("23/20*/17"))
    assert locale_of(DEFAULT).message(sentence) == r"**a\*** played **23/20\*/17**."


def test_a_label_holds_no_markup_to_escape() -> None:
    label = say("As {who} sees it", who=Stranger("a*_\u202e\n#"))
    assert locale_of(DEFAULT).label(label, 80) == "As a*_ # sees it"
