"""Words of people show something, keep to their line, and never break what they stand in."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.interactions.client import Postboard
from bot.messages.channel.dice import dice_message
from bot.messages.words.escaping import without_controls
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Caller, Place
from bot.model.dice_secret import DiceSecret
from bot.model.errors import TableError
from bot.model.table import Player, PlayerStatus, Request, Status, Table, Terms
from bot.model.words import name_of, words_of
from bot.tables import lobby
from bot.tables.checks import require_reason
from bot.tables.commands import AddWords
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules import fair
from rules.fair import Contribution, FairRoll
from rules.registry import find
from tests.bot.game_driver import (
    answered,
    card_of,
    delivered,
    moderating,
    private,
    public,
    sit_down,
)
from tests.bot.table_service import ANN
from tests.bot.test_names import called
from tests.bot.test_owners_wire import granted
from tests.bot.who import somebody
from tests.rules.dice_verifier import accepts

UNSEEN: Final = (
    "", " ", "\t\n", "\u200b", "\u2060\ufeff\u00ad", "\u3164", "\u115f\u1160", "\uffa0", "\u2800",
    "\u202e\u2066", "\ufe0f\ufe0e", "\U000e0041\U000e007f", "\U000e0100", "\ue000\U000f0000",
    "\u0378\uffff", "\u034f\u180e", "\u0300\u0301", "\u00a0\u3000\u2028", "\x00\x1b", "\u17b4",
)  # fmt: skip
ZALGO: Final = "Z" + "\u0300\u0489\u0e47" * 40 + "o"
ANY: Final = st.text(max_size=40) | st.text(
    "".join(dict.fromkeys("".join(UNSEEN) + ZALGO + '[{"\\}] a`*<@1>\u00e9骰\ud800')), max_size=40
)
"""Any words, and mixtures of signs that need care."""
SECRET: Final = DiceSecret(bytes(32))


def marks_on_signs(text: str) -> Sequence[int]:
    """Return the number of marks on each sign, in another way than the program counts them."""
    piles = [0]
    for sign in text:
        if unicodedata.category(sign) in {"Mn", "Me"}:
            piles[-1] += 1
        elif unicodedata.category(sign)[0] not in "CM" and sign not in "\u3164\u115f\u1160\uffa0":
            piles.append(0)
    return piles


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
def test_words_without_a_visible_sign_are_none(text: str) -> None:
    assert words_of(text) == ""
    assert name_of(text, "ann_1") == "ann_1"
    assert name_of(text, text) == "someone"
    assert words_of(f"{text}a{text}").strip() != ""
    assert "\0" not in words_of(f"{text}a{text}"), "PostgreSQL refuses it"


@given(ANY)
@example(ZALGO)
def test_marks_do_not_pile_up(text: str) -> None:
    kept = words_of(text)
    assert max(marks_on_signs(kept)) <= 2
    assert words_of(kept) == kept
    assert max(marks_on_signs(without_controls(text))) <= 2
    kept.encode()


@pytest.mark.parametrize("text", ["Nguyễn", "żółć", "שָׁלוֹם", "हिन्दी पेड़ों", "ที่นี่", "1️⃣ 👩‍👩‍👧", "i̊́"])
def test_words_of_many_languages_stay(text: str) -> None:
    assert words_of(text) == text


@pytest.mark.parametrize("text", [*UNSEEN, "x" * 201], ids=lambda text: ascii(text)[:20])
def test_a_reason_that_nobody_can_read_is_refused(text: str) -> None:
    with pytest.raises(TableError, match="reason"):
        require_reason(text)


def test_a_reason_at_the_limit_is_taken_without_its_piles() -> None:
    assert require_reason("x" * 200) == "x" * 200
    assert require_reason(f" {ZALGO}\n{ZALGO} ") == "Z\u0300\u0489o Z\u0300\u0489o"


@given(words=ANY, name=ANY)
@example(words="[[[[[[", name="\u3164")
@example(words=ZALGO, name=ZALGO)
def test_any_words_are_refused_or_proved(words: str, name: str) -> None:
    """They go through the command, the answer to `/dice`, its file, and both verifiers."""
    user = somebody(1, name_of(name, "ann"))
    players = (
        Player(user, PlayerStatus.SEATED, accepted="11"),
        Player(somebody(2, "Bo"), PlayerStatus.SEATED, accepted="12"),
    )
    table = Table(
        id=1, place=Place(1, 1), terms=Terms("hypergammon", {}), version=1, status=Status.OPEN,
        host_id=ANN.id, players=players, dice=SECRET,
        seating=find("hypergammon").spec.seatings[0],
    )  # fmt: skip
    caller = Caller(user, table.place)
    try:
        after = lobby.after(table, caller, AddWords(words), Request("13"), now=0)
    except TableError:
        assert not fair.one_line(words_of(words))
        return
    kept = after.players[0].words
    assert max(marks_on_signs(kept)) <= 2
    text = locale_of(DEFAULT).message(dice_message(after, None).text)
    text.encode()
    seats = [Contribution(0, "11", kept), Contribution(1, "12")]
    pips = fair.roll(SECRET.secret, fair.salt(seats), 1, 14)
    proof = fair.proof(SECRET.secret, seats, [FairRoll(2, "14", pips)])
    assert accepts(proof)
    fair.verify(fair.read_proof(proof))


async def test_a_name_that_shows_nothing_becomes_the_username(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    """In the card, the board, the alt text, a refusal, a thread's name and the log of a table."""
    guest, loud = called(server, "\u3164"), called(server, f"Loud {ZALGO}")
    guest.user.username = "plainname"
    card = public(await guest.slash("play", game="czech", opponent=loud, side="white"))
    assert "plainname" in card.content
    board = public(await loud.click(card, "Accept"))
    assert "Loud Z" in board.content
    assert "plainname" in board.content
    offer = private(await guest.slash("play", game="czech", opponent=ann))
    assert "plainname" in offer.content
    await guest.click(offer, "Open a thread")
    await delivered(bot)
    (thread,) = (each for each in server.world.channels.values() if each.thread)
    assert "plainname" in thread.name
    for message in (*ann.sees("lobby"), *ann.sees(thread.id)):
        texts = [message.content, *(each.description or "" for each in message.attachments)]
        for text in (*texts, *(button.label or "" for button in message.buttons())):
            assert "\u3164" not in text
            assert max(marks_on_signs(text)) <= 2


async def test_words_and_reasons_without_a_visible_sign_change_nothing(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    opening = await ann.slash("play", game="hypergammon", opponent=bo)
    card = await card_of(bot, ann, opening)
    for words in ("\u200b", "\u3164\u2800"):
        assert "can be seen" in private(await bo.slash("game dice", words=words)).content
    assert private(await bo.slash("game dice", words="[[[[[[")).content.startswith("Your words")
    await bo.click(card, "Accept")
    await delivered(bot)
    granted(server, cy, Permission.MANAGE_MESSAGES)
    table = await bot.lookup.running_in(ann.place("lobby").id)
    assert table is not None
    for reason in ("\u200b", "\u2060\ufeff\u00ad", "\u3164"):
        question = answered(await cy.choose(await moderating(cy), "void"))
        form = (await cy.click(question, "Yes, with a reason …")).modal
        assert form is not None
        assert "reason" in private(await cy.submit(form, {"text": reason})).content
    assert (await bot.lookup.reread(table.id)).started.entries == table.started.entries


async def test_a_note_that_shows_nothing_is_refused(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    for written, said in (
        ("\u3164\u200b", "nothing visible"), (f"plan {ZALGO}", "Noted"), ("", "deleted"),
    ):  # fmt: skip
        form = (await driver.due.slash("game note")).modal
        assert form is not None
        answer = answered(await driver.due.submit(form, {"text": written})).content
        assert said in answer
        assert max(marks_on_signs(answer)) <= 2
