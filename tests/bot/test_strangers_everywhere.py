"""Text that people wrote, in every message of whole games: it shows as typed and does nothing.

The games are played over the wire once, and every sentence that the bot says is kept as data. Then
each construct of Discord is put in the place of everything that a person wrote.
"""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interactions.client import Postboard
from bot.messages.words.escaping import escaped_stranger, without_controls
from bot.messages.words.locale import DEFAULT, Locale, locale_of
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.contract.sentence import Argument, Listed, Sentence, Stranger
from tests.bot.game_driver import answered, card_of, delivered, public, shown
from tests.bot.test_names import called
from tests.bot.test_owners_wire import decided, granted
from tests.bot.test_people_words import ANY
from tests.bot.test_strangers import CONSTRUCTS, DIRECTIONS, TYPED

MARK: Final = "Typed"
"""What everything begins with that a person writes here."""
HOLE: Final = "\ue001"
"""Stands for it where a construct will be put; Discord makes nothing of it."""
KINDS: Final = 40
"""At least this many different sentences hold what a person wrote."""


@contextmanager
def sentences_said() -> Generator[tuple[set[Sentence], set[Sentence]]]:
    """Yield all that is said in messages, and on controls, while the block runs."""
    in_messages, on_controls = set[Sentence](), set[Sentence]()
    message, label = Locale.message, Locale.label

    def kept_message(self: Locale, sentence: Sentence) -> str:
        in_messages.add(sentence)
        return message(self, sentence)

    def kept_label(self: Locale, sentence: Sentence, longest: int) -> str:
        on_controls.add(sentence)
        return label(self, sentence, longest)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Locale, "message", kept_message)
        patched.setattr(Locale, "label", kept_label)
        yield in_messages, on_controls


async def played(server: Loopback, bot: Postboard) -> None:
    """Let people with odd names do all that shows a name, a word or a reason of theirs."""
    one, two, three = (called(server, f"{MARK} {name}") for name in ("One", "Two", "Three"))
    opening = await one.slash("play", game="hypergammon", opponent=two, series="first-to-3")
    card = await card_of(bot, one, opening)
    for person in (one, two):
        await person.slash("game dice", words=f"{MARK} words of {person.name}")
    await three.click(card, "Accept")
    await two.click(card, "Accept")
    await bot.idle()
    for person in (one, two, three):
        acts = ("dice", "history", "resign", "seats", "draw")
        for command in ("board", "games", *(f"game {act}" for act in acts)):
            reply = await person.slash(command)
            await _presses(person, reply.message)
        await person.slash("move", move=f"{MARK} c3-d4")
        await person.slash("game takeback")
        await person.slash("game claim")
    await bot.idle()
    await _new_table(server, bot, (one, two, three))
    await _seat_changes(server, bot, (one, two, three))
    await _moderated(server, bot, (one, two, three))
    await delivered(bot)


async def _presses(person: Person, message: Message | None) -> None:
    """Press the buttons of a message that only show something."""
    for label in ("My view", "Menu", "More", "Check the dice", "History", "Score", "Seats"):
        if message and label in {button.label for button in message.buttons()}:
            await person.click(message, label)


async def _new_table(server: Loopback, bot: Postboard, people: tuple[Person, ...]) -> None:
    """Open a table beside the game, first alone in its channel, then in a thread."""
    one, two, three = people
    offer = answered(await three.slash("play", game="czech", opponent=one))
    await three.click(offer, "Open a thread")
    await delivered(bot)
    threads = [each for each in server.world.channels.values() if each.thread]
    (card,) = (message for message in one.sees(threads[0].id) if message.buttons())
    await two.click(card, "Accept")
    await one.click(card, "Decline")
    await three.click(card, "Cancel game")


async def _seat_changes(server: Loopback, bot: Postboard, people: tuple[Person, ...]) -> None:
    one, two, three = people
    server.world.add_channel(server.world.guild(), "seats")
    opening = await one.slash("play", game="turkish", channel="seats", opponent=two, side="white")
    await two.click(await card_of(bot, one, opening), "Accept")
    panel = answered(await one.slash("game seats", channel="seats"))
    post = await shown(bot, one, await one.choose(panel, three))
    await two.click(post, "Take over")
    for person in people:
        await _presses(person, (await person.slash("game seats", channel="seats")).message)
    asking = public(await three.click(post, "Take over"))
    await two.click(asking, "Agree")
    await bot.idle()
    await one.slash("move", channel="seats", move="a3-a4")


async def _moderated(server: Loopback, bot: Postboard, people: tuple[Person, ...]) -> None:
    moderator = called(server, f"{MARK} Moderator")
    granted(server, moderator, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    for action in ("pause-7", "win-1"):
        panel = answered(await moderator.slash("server moderate", channel="seats"))
        await decided(bot, moderator, panel, action, f"{MARK} reason for {action}")
    for person in people:
        await _presses(person, (await person.slash("board", channel="seats")).message)


def filled(argument: Argument, text: str) -> Argument:
    """Return an argument with this text instead of what a person wrote."""
    match argument:
        case Stranger():
            return Stranger(text)
        case Listed():
            return replace(argument, items=tuple(filled(each, text) for each in argument.items))
        case Sentence():
            return filled_sentence(argument, text)
        case _:
            return argument


def filled_sentence(sentence: Sentence, text: str) -> Sentence:
    arguments = tuple((name, filled(each, text)) for name, each in sentence.arguments)
    return replace(sentence, arguments=arguments)


def acting(text: str) -> dict[str, int]:
    """Return how often each construct of Discord acts in a text."""
    left = re.sub(r"\\[^\sA-Za-z0-9]", "\ue000", text)
    return {name: len(re.findall(p, left, re.MULTILINE)) for name, p in CONSTRUCTS.items()}


async def test_what_people_write_shows_as_typed_in_every_message(
    server: Loopback, bot: Postboard
) -> None:
    with sentences_said() as (in_messages, on_controls):
        await played(server, bot)
    locale = locale_of(DEFAULT)
    holed = {filled_sentence(each, HOLE) for each in in_messages}
    holed = {each for each in holed if HOLE in locale.message(each)}
    assert len({re.sub(r"\d+", "", locale.message(each)) for each in holed}) >= KINDS
    for sentence in holed:
        base = locale.message(sentence)
        assert MARK not in base, "something that a person wrote is no Stranger"
        assert not re.search(f"`[^`\n]*{HOLE}", re.sub(r"`[^`\n]*`", "", base)), base
        for typed in TYPED:
            text = locale.message(filled_sentence(sentence, typed))
            shown_there = escaped_stranger(typed)
            assert text == base.replace(HOLE, shown_there) or len(base) > 1500
            assert acting(text) == acting(base), f"{typed!r} acts in {text!r}"
    _check_any_words(sorted(holed, key=locale.message))
    labels = {each for each in on_controls if HOLE in locale.label(filled_sentence(each, HOLE), 80)}
    assert labels, "a button names a person"
    for sentence in labels:
        base = locale.label(filled_sentence(sentence, HOLE), 80)
        for typed in TYPED:
            label = locale.label(filled_sentence(sentence, typed), 80)
            assert label == base.replace(HOLE, without_controls(typed))[:80] or "…" in label


def _check_any_words(holed: Sequence[Sentence]) -> None:
    """Put any words into every message: they keep to their place, and no marks pile up on it."""
    locale = locale_of(DEFAULT)

    @settings(max_examples=20)
    @given(st.lists(ANY, min_size=1, max_size=3))
    def check(typed: list[str]) -> None:
        for number, sentence in enumerate(holed):
            base, put = locale.message(sentence), typed[number % len(typed)]
            text = locale.message(filled_sentence(sentence, put))
            assert text == base.replace(HOLE, escaped_stranger(put)) or len(base) > 1500
            assert not set(text) & set(DIRECTIONS)
            text.encode()

    check()


async def test_threads_files_and_pictures_carry_no_direction_marks(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    host = called(server, "Zoe\u202e\u2066\nevil`")
    opening = await host.slash("play", game="czech", opponent=ann, side="white")
    board = public(await ann.click(await card_of(bot, host, opening), "Accept"))
    offer = answered(await host.slash("play", game="hypergammon", opponent=ann))
    await host.click(offer, "Open a thread")
    await delivered(bot)
    (thread,) = (each for each in server.world.channels.values() if each.thread)
    names = [thread.name]
    for message in (*ann.sees("lobby"), *ann.sees(thread.id), board):
        for each in message.attachments:
            names += [each.filename, each.description or ""]
    assert "Zoe" in thread.name
    for name in names:
        assert not set(name) & set(DIRECTIONS), name
        assert "\n" not in thread.name
