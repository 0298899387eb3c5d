"""Custom_ids: what is written is read again, all else is refused, and order means nothing."""

import contextlib
import hashlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interactions.client import Postboard
from bot.interactions.components.table.move_panel.state import Turn, play_button
from bot.interactions.components.table.move_panel.steps import (
    are_open,
    claiming,
    pointing,
    whole_moves,
)
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import (
    LIMIT,
    VERSION,
    Argument,
    CustomId,
    CustomIdError,
    encode,
    for_position,
    written_length,
)
from bot.messages.controls.message import Button, Message
from bot.messages.controls.move_words import LONGEST, clicks_word, find_clicks, find_move, move_word
from bot.messages.controls.verbs import Subject, Verb
from bot.model.mark import Mark, MarkKind, read_mark
from bot.model.position import PositionId, holds, position_id
from loopback import Loopback
from rules.contract.core import AnyGame, AnyMove, AnyState
from rules.geometry import Cell
from rules.log.events import OfferKind
from rules.registry import find
from tests.bot.game_driver import labels, logged, pick, private, sit_down
from tests.bot.known_verbs import CONTROLS, VERBS, decode
from tests.bot.test_limits import TABLE, table, wandered
from tests.conformance.configured import every_configuration
from tests.rules.asking import replayed

# The codec

NUMBERS: Final = st.integers(0, 10**6)
DIGESTS: Final = st.from_regex(r"[A-Za-z0-9_-]{6}", fullmatch=True)
POSITIONS: Final = st.builds(PositionId, st.integers(0, 99999), DIGESTS)
WORDS: Final = st.text(max_size=12)
MARKS: Final = st.one_of(
    st.builds(Mark, st.just(MarkKind.ENTRY), NUMBERS, NUMBERS, DIGESTS, is_again=st.booleans()),
    st.builds(Mark, st.sampled_from([*MarkKind][1:]), NUMBERS, NUMBERS),
)


def _custom_ids(verb: Verb) -> st.SearchStrategy[CustomId]:
    arguments = st.tuples(*(NUMBERS if kind is int else WORDS for kind in verb.arguments))
    marks = st.none() | MARKS
    made = partial(st.builds, CustomId, st.just(verb), arguments=arguments, mark=marks)
    at_table, in_study = made(NUMBERS, POSITIONS), made(position=POSITIONS, study=NUMBERS)
    match verb.subject:
        case Subject.NOTHING:
            return made()
        case Subject.TABLE:
            return made(NUMBERS)
        case Subject.POSITION:
            return at_table
        case Subject.STUDY:
            return in_study
        case Subject.TURN:
            return at_table | in_study


CUSTOM_IDS: Final = st.sampled_from([*CONTROLS]).flatmap(_custom_ids)


@pytest.mark.parametrize("verb", CONTROLS, ids=lambda verb: verb.word)
@settings(max_examples=3)
@given(data=st.data())
def test_every_verb_is_written_and_read(verb: Verb, data: st.DataObject) -> None:
    custom_id = data.draw(_custom_ids(verb))
    assert decode(encode(custom_id)) == custom_id


@given(CUSTOM_IDS)
def test_what_is_written_is_read_again(custom_id: CustomId) -> None:
    text = encode(custom_id)
    assert len(text) <= LIMIT
    assert decode(text) == custom_id


@given(MARKS)
def test_a_mark_is_read_as_it_is_written(mark: Mark) -> None:
    assert read_mark(str(mark)) == mark


@pytest.mark.parametrize(
    "text",
    [
        "",
        "board",
        "entry-1-2",
        "entry-01-2-k3x7qa",
        "entry-1-2-k3x7q",
        "card-1-2-again",
        "rest-1-2",
    ],
)
def test_other_texts_are_no_marks(text: str) -> None:
    assert read_mark(text) is None


@pytest.mark.parametrize("verb", CONTROLS, ids=lambda verb: verb.word)
def test_the_longest_custom_id_of_every_verb_fits(verb: Verb) -> None:
    """Moves and clicks stand on messages with a picture, whose name is the mark."""
    position = PositionId(99999, "k3x7qa")
    mark = Mark(MarkKind.ENTRY, TABLE, position.number, position.digest)
    arguments: list[Argument] = [2**63 - 1 for _ in verb.arguments]
    if has_word := str in verb.arguments:
        first, *others = verb.arguments
        longest = "x" * LONGEST if first is str else 2**63 - 1
        arguments = [longest, *(99 if kind is int else "a10–j20" for kind in others)]
    in_study = verb.subject is Subject.STUDY
    custom_id = CustomId(
        verb,
        None if in_study or verb.subject is Subject.NOTHING else TABLE,
        position if verb.subject.fields > 1 else None,
        tuple(arguments),
        mark=None if has_word else mark,
        study=TABLE if in_study else None,
    )
    assert decode(encode(custom_id)) == custom_id


def test_the_id_of_a_person_who_came_after_2022_is_read() -> None:
    """It has 19 digits."""
    custom_id = CustomId(verbs.OPEN_PLACE, 17, arguments=(1_443_000_000_000_000_000,))
    assert decode(encode(custom_id)) == custom_id
    with pytest.raises(CustomIdError):
        decode(encode(custom_id).replace("1443", "9443"))


@pytest.mark.parametrize("text", ["~", "~0", "~1", "~01", ":", "~:", ":~1", "::~~"])
def test_the_characters_of_the_codec_itself_are_read_again(text: str) -> None:
    custom_id = CustomId(verbs.PLAY, 1, PositionId(0, "------"), (text,))
    assert decode(encode(custom_id)) == custom_id
    assert written_length(text) == 2 * len(text) - sum(each not in "~:" for each in text)


@given(CUSTOM_IDS, st.data())
def test_what_was_changed_is_read_as_itself_or_refused(
    custom_id: CustomId, data: st.DataObject
) -> None:
    """Cut anywhere, or with another character anywhere: nothing is raised but the codec's error."""
    text = encode(custom_id)
    place = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", ":", "~", "~2", "0", "-1", "\n", "é", "٣", "\ud800"]))
    for changed in (text[:place], text[place:], text[:place] + put + text[place + 1 :]):
        try:
            read = encode(decode(changed))
        except CustomIdError:
            continue
        assert read == changed


@given(st.one_of(st.text(), st.text("pb40:~#.ab1-", max_size=120), st.from_regex(r"pb4?:[a-z:]*")))
def test_garbage_is_refused(text: str) -> None:
    with contextlib.suppress(CustomIdError):
        custom_id = decode(text)
        assert encode(custom_id) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("pb:play:1:0:99", "expired"),
        ("pb1:play:1:0:------:a1-a2", "expired"),
        ("pb01:play:1:0:------:a1-a2", "expired"),
        ("pb4:unheardof:1", "expired"),
        ("pb4:play:1:0:------", "expired"),
        ("pb4:play:1:0:------:a1-a2:b1", "expired"),
        ("pb4:play:1:0:------:a1-a2:card-1-2:b1", "expired"),
        ("pb4:play:01:0:------:a1-a2", "expired"),
        ("pb4:play:s:0:------:a1-a2", "expired"),
        ("pb4:move:s1:0:------", "expired"),
        ("pb4:studyat:1:0:------:on", "expired"),
        ("pb4:play:1:0:-----:a1-a2", "expired"),
        ("pb4:rules:czech:" + "9" * 50, "expired"),
        ("pb4", "expired"),
        ("", "expired"),
        ("other:play:1", "expired"),
    ],
)
def test_a_refusal_says_why(text: str, reason: str) -> None:
    with pytest.raises(CustomIdError, match=reason):
        decode(text)


def test_what_a_verb_does_not_take_is_never_made() -> None:
    position = PositionId(0, "------")
    wrong: list[tuple[Any, ...]] = [
        (verbs.PLAY, 1, position, (3,)),
        (verbs.PLAY, 1, position),
        (verbs.PLAY, 1, None, ("a1-a2",)),
        (verbs.PLAY, None, position, ("a1-a2",)),
        (verbs.JOIN, 1, position),
        (verbs.RULES, 1, None, ("czech", 0)),
        (verbs.TURN_PAGE, None, None, ("czech", -1)),
    ]
    for fields in wrong:
        with pytest.raises(ValueError, match=fields[0].word):
            CustomId(*fields)
    with pytest.raises(ValueError, match="longer than 100"):
        encode(CustomId(verbs.PLAY, 1, position, ("x" * 100,)))


@pytest.mark.usefixtures("bot")
def test_every_verb_has_a_handler() -> None:
    named = {each for each in vars(verbs).values() if isinstance(each, Verb)}
    assert named <= set(CONTROLS)
    assert len(VERBS) == len(CONTROLS), "two verbs have one word"


# The digest


def test_a_position_is_held_by_the_log_that_led_to_it() -> None:
    match = wandered(find("czech"), 4)
    here = position_id(match)
    assert holds(match, here)
    assert holds(match, position_id(match, 2))
    assert holds(match.resign(match.seats[0]), here)
    earlier = replayed(match.game, match.seating, match.events[:3])
    assert not holds(earlier, here)
    legal = map(match.game.notate, earlier.game.legal(earlier.state))
    other = next(text for text in legal if text != match.plies[-1].notation)
    assert earlier.seat_due is not None
    assert not holds(earlier.play(earlier.seat_due, other), here)


# The order of legal moves


def backwards(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    """Let the game's generator list its moves the other way round."""
    forwards = type(game).legal

    def legal(self: AnyGame, state: Any) -> Sequence[AnyMove]:
        return tuple(forwards(self, state))[::-1]

    monkeypatch.setattr(type(game), "legal", legal)


async def panels(turn: Turn) -> list[Message]:
    """Return the panel's first step, with each part of a large board, and its claims."""
    entry = turn.entered(())
    found = [pointing(turn, entry), whole_moves(turn)] if entry.choices else []
    for cell in entry.choices[:3]:
        ahead = turn.entered((cell,))
        if are_open(turn, ahead):
            found.append(claiming(turn, ahead, 0))
    return found


def _buttons(messages: Sequence[Message]) -> set[CustomId]:
    items = (item for message in messages for row in message.rows for item in row)
    return {item.custom_id for item in items if isinstance(item, Button)}


@every_configuration
async def test_in_another_order_every_control_means_the_same(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = wandered(game, 12, seed=3)
    if match.outcome or match.seat_due is None:
        return
    seated = table(match, game.spec.key)
    before = tuple(game.legal(match.state))
    turn = Turn(seated, match, match.seat_due, before)
    written = {play_button(turn, move).custom_id: move for move in before}
    assert len(written) == len(before), "two moves have one custom_id"
    clicked = {clicks_word(game, game.path(move)): game.path(move) for move in before}
    steps = await panels(turn)
    backwards(monkeypatch, game)
    after = game.legal(match.state)
    assert tuple(after) == before[::-1]
    for custom_id, move in written.items():
        assert find_move(game, after, decode(encode(custom_id)).text(0)) == move
    for word, cells in clicked.items():
        assert find_clicks(game, after, word) == cells
    turn = Turn(seated, match, match.seat_due, after)
    again = await panels(turn)
    assert _buttons(again) == _buttons(steps)
    assert find_move(game, after, "no such move") is None


async def test_an_old_button_plays_what_it_says_in_another_order(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = await sit_down(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, panel, "c3-d4")
    backwards(monkeypatch, driver.game)
    reply = await driver.due.click(panel, "Play c3-d4")
    await driver.became(driver.match.play(driver.match.seats[0], "c3-d4"), reply)
    panel = private(await driver.due.click(driver.board, "Move"))
    monkeypatch.undo()
    panel = await pick(driver.due, panel, "f6-g5")
    assert "Play f6-g5" in labels(panel)


async def test_a_button_whose_move_is_no_longer_legal_is_refused(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = await sit_down(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, panel, "c3-d4")
    game = driver.game
    kept: list[AnyMove] = [
        move for move in game.legal(driver.match.state) if game.notate(move) != "c3-d4"
    ]

    def only(_game: AnyGame, _state: AnyState) -> list[AnyMove]:
        return kept

    with monkeypatch.context() as patch:
        patch.setattr(type(game), "legal", only)
        await bot.lookup.reread(driver.table_id)
        told = private(await driver.due.click(panel, "Play c3-d4"))
    assert "isn't possible now" in told.content
    assert logged(database, driver.table_id) == list(driver.match.events)


# Long moves


class _LongWinded:
    """A game whose notation is too long for a custom_id."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.geometry = game.geometry
        self.paths: dict[AnyMove, tuple[Cell, ...]] = {}

    def path(self, move: AnyMove) -> tuple[Cell, ...]:
        return self.paths.get(move) or self._game.path(move)

    def notate(self, move: AnyMove) -> str:
        return self._game.notate(move) * 20


def test_a_move_too_long_for_a_custom_id_is_found_by_its_hash() -> None:
    match = wandered(find("czech"), 0)
    legal = match.game.legal(match.state)
    game: Any = _LongWinded(match.game)
    words = [move_word(game, move) for move in legal]
    assert all(word.startswith("#") and len(word) <= LONGEST for word in words)
    assert [find_move(game, legal[::-1], word) for word in words] == list(legal)
    cells = match.game.geometry.cells * 2
    game.paths[legal[-1]] = cells
    word = clicks_word(game, cells[:90])
    assert len(word) <= LONGEST
    assert find_clicks(game, legal, word) == cells[:90]
    assert find_clicks(game, legal[:1], word) is None
    assert find_clicks(game, legal, "a1.z99") is None


def test_what_is_about_an_offer_names_its_event() -> None:
    match = wandered(find("czech"), 3)
    match = match.propose(match.seats[0], OfferKind.DRAW)
    custom_id = for_position(verbs.AGREE, table(match, "czech"), number=4)
    assert custom_id.position == PositionId(4, match.digest_at(4))


SHAPES: Final = {4: "d875e0a57186"}
"""The digest of all verbs and their shapes, by the version of the format."""


def test_a_change_of_shapes_needs_a_new_version() -> None:
    """Discord keeps buttons for years: one of an earlier shape must be known by its version.

    A new verb changes the digest as well; only then it is enough to write the new one here.
    """
    shapes = sorted(
        f"{verb.word} {verb.subject.word} {[each.__name__ for each in verb.arguments]}"
        for verb in CONTROLS
    )
    digest = hashlib.sha256("\n".join(shapes).encode()).hexdigest()[:12]
    told = "After a new verb put this digest into SHAPES; after a changed one raise VERSION first."
    assert digest == SHAPES[VERSION], told
