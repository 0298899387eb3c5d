"""The picture of a club board, and what it says to people who don't see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.extensions.club.values import SHORT, ClubFacts, OpenTable
from bot.interactions.extension import Highlight
from bot.messages import captions, pictures
from bot.messages.controls.message import Button, Picture
from bot.messages.words.sides import public_name, titles_of
from bot.messages.words.text import NOTHING, dotted, in_a_row
from bot.model.caller import Person
from bot.model.table import Table
from render.club import Club, Large, Tile, club_picture
from render.names import Name
from rules.contract.core import AnyGame, Seat
from rules.contract.sentence import Notation, Renderer, Sentence, all_of, say, say_n
from rules.registry import all_games
from rules.time.duration import DAY

__all__ = ["ClubBoard", "drawn", "look_of", "up_for_game"]

_START: Final = say("Start a game")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBoard:
    """A club board at a moment, in Unix seconds."""

    server: str
    facts: ClubFacts
    large: Table | None
    """The game of the day."""
    tables: tuple[Table | None, ...]
    """The games of the tiles."""
    hidden: Collection[Person]
    """The people whom it doesn't name."""
    is_unnamed: bool
    """True if the server wants no names in pictures."""
    now: int
    next_day: int
    """The moment at which the club has its next day."""
    highlight: Highlight | None = None
    """The position in the large place without a game."""
    leaders: Sentence = NOTHING
    """The line about the server's leaders."""
    up: int | None = None
    """People who are up for a game, or None where no one is paired."""
    lines: Sequence[Sentence] = ()
    """Further lines, of extensions."""
    pairing: Sequence[Button] = ()
    """The button for people who are up for a game, if there is one."""
    buttons: Sequence[Button] = ()
    """Further buttons, of extensions."""

    @property
    def waiting(self) -> tuple[tuple[OpenTable, int], ...]:
        """The tables with open seats, and how many they have."""
        seats = ((each, _seats(each) - each.taken) for each in self.facts.open)
        return tuple((each, free) for each, free in seats if free > 0)

    @property
    def shown(self) -> list[Table]:
        """The games in the picture, starting with the game of the day."""
        return [table for table in (self.large, *self.tables) if table is not None]

    @property
    def again_at(self) -> int:
        """The next moment at which it changes by itself.

        Then a shown game's time becomes short, or the club's day changes.
        """
        dues = (table.due_at - SHORT for table in self.shown if table.due_at)
        return min((due for due in dues if due > self.now), default=self.next_day)


def drawn(shown: ClubBoard) -> Picture:
    """Return the picture of a club board."""
    return Picture(lambda reader: club_picture(_club(shown, reader)), _alt(shown))


def look_of(shown: ClubBoard) -> object:
    """Return all that the picture shows, for the digest."""
    highlight = shown.highlight and shown.highlight.number
    games = [
        (table.id, table.started.digest, _due(table, shown).english(), _is_short(table, shown),
         [public_name(table, seat, shown.hidden).english() for seat in table.started.seats])
        if table else None
        for table in (shown.large, *shown.tables)
    ]  # fmt: skip
    foot = (shown.leaders.english(), up_for_game(shown).english())
    return shown.server, _facts(shown).english(), games, foot, highlight


def up_for_game(shown: ClubBoard) -> Sentence:
    """Return how many people are up for a game, or nothing if no one is."""
    return say("{count} up for a game", count=shown.up) if shown.up else NOTHING


def _club(shown: ClubBoard, reader: Renderer) -> Club:
    return Club(
        title=shown.server,
        facts=_facts(shown).rendered(reader),
        large=_large(shown, reader),
        tiles=_tiles(shown, reader),
        leaders=shown.leaders.rendered(reader),
        waiting=up_for_game(shown).rendered(reader),
    )


def _large(shown: ClubBoard, reader: Renderer) -> Large:
    """Return the game of the day, or else the highlight, or else an invitation."""
    if shown.large is not None:
        heading = say("Game of the day").rendered(reader)
        move = captions.move(shown.large.started).rendered(reader)
        return Large(_tile(shown.large, shown, reader), heading, move)
    if (light := shown.highlight) is not None:
        tile = Tile(light.view, light.game.rendered(reader), Name(light.words.rendered(reader)))
        return Large(tile, light.heading.rendered(reader))
    return Large(_invitation(shown, reader))


def _tiles(shown: ClubBoard, reader: Renderer) -> tuple[Tile | None, ...]:
    """Return the tiles. A free tile is an invitation, unless the picture has another one."""
    tiles = [None if table is None else _tile(table, shown, reader) for table in shown.tables]
    has_large = shown.large is not None or shown.highlight is not None
    if has_large and None in tiles:
        tiles[tiles.index(None)] = _invitation(shown, reader)
    return tuple(tiles)


def _invitation(shown: ClubBoard, reader: Renderer) -> Tile:
    """Return an invitation to play, with a game that isn't shown if there is one."""
    played = {table.terms.game for table in shown.shown}
    games = [game for game in all_games().values() if game.spec.lesson]
    return _start(min(games, key=lambda game: game.spec.key in played), reader)


def _start(game: AnyGame, reader: Renderer) -> Tile:
    assert game.spec.lesson is not None, "only games with a lesson are proposed"
    view = pictures.example(game, game.spec.lesson.example)
    return Tile(view, game.spec.title.rendered(reader), Name(_START.rendered(reader)))


def _tile(table: Table, shown: ClubBoard, reader: Renderer) -> Tile:
    match = table.started
    due = match.seat_due
    return Tile(
        pictures.board(table),
        match.game.spec.title.rendered(reader),
        _names(table, match.seats, shown, reader),
        None if due is None else _names(table, (due,), shown, reader),
        _is_short(table, shown),
        _until(table, shown).rendered(reader),
    )


def _names(table: Table, seats: Sequence[Seat], shown: ClubBoard, reader: Renderer) -> Name:
    """Return people's names, and the sides of people whose names no font can write."""
    names = (public_name(table, seat, shown.hidden).rendered(reader) for seat in seats)
    sides = (titles_of(table, seat).rendered(reader) for seat in seats)
    return Name(" – ".join(names), " – ".join(sides))


def _due(table: Table, shown: ClubBoard) -> Sentence:
    """Return whose turn it is and the deadline, the only date on the board."""
    seat = table.started.seat_due
    if seat is None:
        return NOTHING
    return dotted(public_name(table, seat, shown.hidden), _until(table, shown))


def _until(table: Table, shown: ClubBoard) -> Sentence:
    """Return the deadline of the turn: its day, or its hour within a day."""
    if table.clock.paused:
        return say("paused")
    if table.due_at is None:
        return NOTHING
    moment = datetime.fromtimestamp(table.due_at, UTC)
    if table.due_at - shown.now < DAY:
        return say("{hour} UTC", hour=Notation(f"{moment:%H:%M}"))
    return say("{weekday} {day}", weekday=captions.WEEKDAYS[moment.weekday()], day=moment.day)


def _is_short(table: Table, shown: ClubBoard) -> bool:
    return table.due_at is not None and table.due_at - shown.now <= SHORT


def _facts(shown: ClubBoard) -> Sentence:
    facts, seats = shown.facts, sum(free for _, free in shown.waiting)
    return dotted(
        say_n("1 game", "{count} games", facts.running),
        say_n("1 open seat", "{count} open seats", seats),
        say_n("1 move today", "{count} moves today", facts.moves),
    )


def _alt(shown: ClubBoard) -> Sentence:
    """Return the board in words: the game of the day, a sentence per further game, the foot."""
    said: list[Sentence] = []
    if shown.large is not None:
        said.append(say("Game of the day, {move}.", move=captions.move(shown.large.started)))
        said.append(_said(shown.large, shown))
    elif (light := shown.highlight) is not None:
        head, game, words = light.heading, light.game, light.words
        said.append(say("{head}, {game}: {words}.", head=head, game=game, words=words))
    said += [_said(table, shown) for table in shown.tables if table is not None]
    if not shown.shown:
        said.append(say("No games in progress that everyone here can see."))
    foot = (shown.leaders, up_for_game(shown), say("{facts}", facts=_facts(shown)))
    said += [say("{words}.", words=words) for words in foot if words != NOTHING]
    return in_a_row(*said)


def _said(table: Table, shown: ClubBoard) -> Sentence:
    """Return a game as a sentence: the players, whose turn it is, and the deadline."""
    match = table.started
    people = all_of(public_name(table, seat, shown.hidden) for seat in match.seats)
    line = say("{game}: {people}", game=match.game.spec.title, people=people)
    until, seat = _until(table, shown), match.seat_due
    if table.clock.paused:
        return say("{line}, paused.", line=line)
    if seat is None:
        return say("{line}.", line=line)
    who = public_name(table, seat, shown.hidden)
    if until == NOTHING:
        return say("{line}, {who} to move.", line=line, who=who)
    return say("{line}, {who} to move by {until}.", line=line, who=who, until=until)


def _seats(waiting: OpenTable) -> int:
    """Return the number of seats of a waiting table; 0 for a game that isn't here."""
    games = all_games()
    if waiting.game not in games:
        return 0
    return len(games[waiting.game].spec.seatings[waiting.seating])
