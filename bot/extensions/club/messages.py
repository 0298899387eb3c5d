"""The club board of a server, and the questions behind its button **Play**.

It shows the games that run, who is due, and the tables that wait.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.extensions.club.values import SHORT, ClubFacts, OpenTable
from bot.extensions.club.verbs import GAME, INVITE, PLAY, SET_BOARD
from bot.messages import captions, pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    Button,
    Message,
    PersonMenu,
    Picture,
    ServerKind,
    Style,
    in_rows,
)
from bot.messages.panels.lists.games_list import (
    Show,
    Wanted,
    join_button,
    let_anyone_join,
    to,
)
from bot.messages.panels.lists.which_game import ask
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.words.game_names import title_or_key
from bot.messages.words.sides import public_name, titles_of
from bot.messages.words.text import (
    NOTHING,
    channel_link,
    dotted,
    in_a_row,
    lines,
    link,
)
from bot.model.caller import Person
from bot.model.table import Table
from render.club import Club, Tile, club_picture
from render.names import Name
from rules.contract.core import AnyGame, Seat
from rules.contract.sentence import (
    Notation,
    Renderer,
    Sentence,
    all_of,
    say,
    say_n,
)
from rules.registry import all_games
from rules.time.duration import DAY

__all__ = ["SETTING", "ClubBoard", "against_whom", "board", "lost", "which_game"]

SETTING: Final = ClubSetting(
    place=1,
    field="board",
    kind=ServerKind.CHAT,
    verb=SET_BOARD,
    off=say("Club board: choose a channel"),
    line=lambda _, where: say("- Club board: {where}", where=where),
    shows_games=True,
    title=say("the games in progress"),
)
_LINKS: Final = 5
"""The most open tables to which the words lead."""


@dataclass(frozen=True, slots=True)
class ClubBoard:
    """A club board at a moment, in Unix seconds."""

    server: str
    facts: ClubFacts
    tables: tuple[Table | None, ...]
    """The game of each tile."""
    hidden: Collection[Person]
    """The people whom it doesn't name."""
    now: int
    lines: Sequence[Sentence] = ()
    """Further lines, of extensions."""
    buttons: Sequence[Button] = ()
    """Their buttons."""

    @property
    def waiting(self) -> tuple[tuple[OpenTable, int], ...]:
        """The tables with free seats, and how many they have."""
        seats = ((each, _seats(each) - each.taken) for each in self.facts.open)
        return tuple((each, free) for each, free in seats if free > 0)

    @property
    def again_at(self) -> int | None:
        """The next moment at which the time of a shown game becomes short."""
        dues = (table.due_at - SHORT for table in self.tables if table and table.due_at)
        return min((due for due in dues if due > self.now), default=None)


def board(shown: ClubBoard) -> Message:
    """Return the message of a club board, with the digest of all that it shows."""
    waiting = shown.waiting
    links = all_of(
        link(title_or_key(each.game), each.place, each.card_id) for each, _ in waiting[:_LINKS]
    )
    text = lines(
        say("Looking for players: {tables}", tables=links) if waiting else NOTHING,
        *shown.lines,
    )
    row = [
        Button(say("Play"), for_text(PLAY), Style.PRIMARY),
        Button(
            say("Join a game ({count})", count=len(waiting)) if waiting else say("Join a game"),
            to(Wanted(Show.OPEN)),
        ),
        Button(say("All games"), to(Wanted(Show.RUNNING))),
        Button(say("My games"), for_text(verbs.GAMES)),
        *shown.buttons,
    ]  # fmt: skip
    picture = Picture(lambda reader: club_picture(_club(shown, reader)), _alt(shown))
    return Message(text, picture, rows=in_rows(row), digest=_digest(shown, text), is_silent=True)


def which_game() -> Message:
    """Return the question which game a person wants to play."""
    return ask(say("Which game?"), all_games().values(), lambda key: for_text(GAME, key))


def against_whom(game: AnyGame, waiting: int) -> Message:
    """Return the question with whom to play a game, of which so many are open."""
    key = game.spec.key
    row = [
        Button(say("The computer"), for_text(verbs.FIRST_GAME, key), Style.PRIMARY),
        *([join_button(key, waiting)] if waiting else []),
        let_anyone_join(key),
    ]
    person = PersonMenu(say("A person …"), for_text(INVITE, key))
    said = say("**{game}**: with whom?", game=game.spec.title)
    return Message(said, rows=(row, (person,)))


def lost(channel_id: int) -> Sequence[Sentence]:
    """Return for the diagnosis that the board is off, since its channel was closed."""
    told = say(
        "- The club board is off: I couldn't post in {channel} any more. Choose a channel in "
        "`/server settings` › **Club …**.",
        channel=channel_link(channel_id),
    )
    return [say("**The club board**"), told]


def _digest(shown: ClubBoard, text: Sentence) -> str:
    """Return the digest of all that the board shows."""
    tiles = [
        (table.id, table.started.digest, _due(table, shown).english(), _is_short(table, shown),
         [public_name(table, seat, shown.hidden).english() for seat in table.started.seats])
        if table else None
        for table in shown.tables
    ]  # fmt: skip
    told = (shown.server, _facts(shown).english(), text.english(), len(shown.waiting), tiles)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _club(shown: ClubBoard, reader: Renderer) -> Club:
    offered = iter(_invitations(shown))
    tiles: list[Tile] = []
    for table in shown.tables:
        if table is not None:
            tiles.append(_tile(table, shown, reader))
        elif (game := next(offered, None)) is not None:
            tiles.append(_invitation(game, reader))
    return Club(title=shown.server, facts=_facts(shown).rendered(reader), tiles=tuple(tiles))


def _invitations(shown: ClubBoard) -> Sequence[AnyGame]:
    """Return the games to which free tiles invite, those that aren't shown first."""
    played = {table.terms.game for table in shown.tables if table}
    games = [game for game in all_games().values() if game.spec.lesson]
    return sorted(games, key=lambda game: game.spec.key in played)


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
    """Return the names of people, and their sides for those whom no face can write."""
    names = (public_name(table, seat, shown.hidden).rendered(reader) for seat in seats)
    sides = (titles_of(table, seat).rendered(reader) for seat in seats)
    return Name(" – ".join(names), " – ".join(sides))


def _invitation(game: AnyGame, reader: Renderer) -> Tile:
    assert game.spec.lesson is not None, "only games with a lesson are proposed"
    view = pictures.example(game, game.spec.lesson.example)
    words = say("Start a game").rendered(reader)
    return Tile(view, game.spec.title.rendered(reader), Name(words))


def _due(table: Table, shown: ClubBoard) -> Sentence:
    """Return who is due and until when; nothing else is a date."""
    seat = table.started.seat_due
    if seat is None:
        return NOTHING
    return dotted(public_name(table, seat, shown.hidden), _until(table, shown))


def _until(table: Table, shown: ClubBoard) -> Sentence:
    """Return until when the turn has time: a day, or an hour within a day."""
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
    """Return the board in words: a sentence for each game."""
    said = [say("The club board. {facts}.", facts=_facts(shown))]
    for table in filter(None, shown.tables):
        match = table.started
        people = all_of(public_name(table, seat, shown.hidden) for seat in match.seats)
        line = say("{game}: {people}", game=match.game.spec.title, people=people)
        until, seat = _until(table, shown), match.seat_due
        if table.clock.paused:
            said.append(say("{line}, paused.", line=line))
        elif seat is None:
            said.append(say("{line}.", line=line))
        else:
            who = public_name(table, seat, shown.hidden)
            said.append(
                say("{line}, {who} to move.", line=line, who=who)
                if until == NOTHING
                else say("{line}, {who} to move by {until}.", line=line, who=who, until=until)
            )
    if not any(shown.tables):
        said.append(say("No games in progress that everyone here can see."))
    return in_a_row(*said)


def _seats(waiting: OpenTable) -> int:
    """Return the seats of a table that waits; 0 for a game that isn't here."""
    games = all_games()
    if waiting.game not in games:
        return 0
    return len(games[waiting.game].spec.seatings[waiting.seating])
