"""The weekly message in words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.extensions.week.values import Telling
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Picture
from bot.messages.controls.verbs import NOTHING as OF_NOTHING
from bot.messages.controls.verbs import Verb
from bot.messages.panels.lists.games_list import Show, Wanted, to
from bot.messages.words.sides import public_name
from bot.messages.words.text import NOTHING, in_a_row, lines, link, named, own
from bot.model.caller import FORMER_PLAYER, Person
from bot.model.server import Club
from bot.model.table import Table
from bot.model.zones import zone_title
from rules.club.week import About, Line
from rules.contract.core import Seat
from rules.contract.sentence import Argument, Notation, Sentence, all_of, joined, say, say_n
from rules.match.rounds import numbered, round_of

__all__ = ["SET_CHANNEL", "Known", "channel_line", "quiet_message", "week_message"]

SET_CHANNEL: Final = Verb("setclubweek", OF_NOTHING)


@dataclass(frozen=True, slots=True)
class Known:
    """The games and names that may be shown when it is sent: someone may have hidden since."""

    tables: Mapping[int, Table]
    """The games that may be shown now."""
    hidden: Collection[Person]

    def name(self, telling: Telling, person: int) -> Argument | None:
        """Return the name of a person, or None if they may no longer be named."""
        table = self.tables.get(telling.known_at.get(Person(person), 0))
        player = table.player(Person(person)) if table and not table.unnamed else None
        if player is None or person in self.hidden or player.user.name == FORMER_PLAYER:
            return None
        return named(player.user)

    def game(self, line: Line) -> Table | None:
        """Return the game of a line, or None if it may no longer be told."""
        table = self.tables.get(line.table or 0)
        people = [] if table is None else [each.user for each in table.persons]
        if any(user.id in self.hidden or user.name == FORMER_PLAYER for user in people):
            return None
        return table

    def game_of(self, telling: Telling) -> Table | None:
        """Return the game of the week, or None if none may be told."""
        told = (self.game(each) for each in telling.lines if each.about is About.GAME)
        return next(told, None)


def week_message(
    telling: Telling,
    known: Known,
    poster: Picture | None,
    buttons: Sequence[Button],
    coming: Sentence,
) -> Message:
    """Return the weekly message, with a poster, further buttons, and what starts next."""
    game = known.game_of(telling)
    row = [*buttons, Button(say("Leaderboard"), for_text(verbs.RANKS))]
    if game is not None:
        row.insert(0, Button(say("Replay"), for_text(verbs.REPLAY_TOLD, game.id)))
    said = (_line(telling, each, known) for each in telling.lines)
    return Message(lines(_totals(telling), *said, coming), poster, rows=(row,), is_silent=True)


def quiet_message(waiting: int) -> Message | None:
    """Return the message after quiet weeks: so many people wait for a game. None if no one does."""
    if not waiting:
        return None
    said = say_n(
        "Quiet here. 1 person is up for a game.",
        "Quiet here. {count} people are up for a game.",
        waiting,
    )
    join = Button(say("Join a game ({count})", count=waiting), to(Wanted(Show.OPEN)))
    return Message(said, rows=([join],), is_silent=True)


def channel_line(club: Club, where: Argument) -> Sentence:
    """Return the line of the settings on the channel of weeks."""
    return say(
        "- The week: {where}, Sundays at {hour} ({zone})",
        where=where,
        hour=Notation(f"{club.puzzle_hour}:00"),
        zone=own(zone_title(club.puzzle_zone)),
    )


def _totals(telling: Telling) -> Sentence:
    totals = say(
        "{games}, {moves}, {players}",
        games=say_n("1 game", "{count} games", telling.games),
        moves=say_n("1 move", "{count} moves", telling.moves),
        players=say_n("1 player", "{count} players", telling.players),
    )
    if telling.is_cut:
        totals = say("more than {totals}", totals=totals)
    if telling.weeks > 1:
        return say("**The last {count} weeks**: {totals}", count=telling.weeks, totals=totals)
    return say("**The week**: {totals}", totals=totals)


def _line(telling: Telling, line: Line, known: Known) -> Sentence:
    """Return a line, or nothing if someone in it may no longer be named."""
    names = [known.name(telling, person) for person in line.people]
    match line.about:
        case About.GAME:
            return _game(line, known)
        case About.TURN:
            return _turn(line, known)
        case About.WELCOME:
            return _welcome([name for name in names if name is not None], line.number)
        case About.MET:
            return _met(names, line.number)
        case About.UPSET | About.STREAK:
            return _won(line, names)


def _won(line: Line, names: Sequence[Argument | None]) -> Sentence:
    if not names or any(name is None for name in names):
        return NOTHING
    told = [name for name in names if name is not None]
    if line.about is About.UPSET:
        winner, loser = told
        return say(
            "Upset: **{winner}** beat {loser}, rated {points} points higher.",
            winner=winner, loser=loser, points=line.number,
        )  # fmt: skip
    if len(told) == 1:
        return say("{name} has won {count} in a row.", name=told[0], count=line.number)
    return say("{names} have won {count} in a row.", names=all_of(told), count=line.number)


def _welcome(names: Sequence[Argument], more: int) -> Sentence:
    if not names:
        return NOTHING
    if len(names) == 1 and not more:
        return say("Welcome {name}, who finished a first game.", name=names[0])
    told = [*names, say_n("1 more", "{count} more", more)] if more else names
    return say("Welcome {names}, who finished their first games.", names=all_of(told))


def _met(names: Sequence[Argument | None], number: int) -> Sentence:
    if number:
        return say("{count} pairs met for the first time.", count=number)
    pairs = [
        say("{one} – {other}", one=one, other=other)
        for one, other in zip(names[::2], names[1::2], strict=True)
        if one is not None and other is not None
    ]
    if not pairs:
        return NOTHING
    listed = joined(pairs, lambda one, more: say("{first}, {second}", first=one, second=more))
    return say("First meetings: {pairs}.", pairs=listed or NOTHING)


def _names(table: Table, seats: Iterable[Seat]) -> list[Sentence]:
    return [public_name(table, seat, ()) for seat in seats]


def _game(line: Line, known: Known) -> Sentence:
    table = known.game(line)
    if table is None:
        return NOTHING
    match = table.started
    players = joined(
        _names(table, match.seats), lambda one, other: say("{one} – {other}", one=one, other=other)
    )
    told = say(
        "Game of the week: **{players}**, {game}.",
        players=players or NOTHING, game=_link(table),
    )  # fmt: skip
    if not match.winners:
        return in_a_row(told, say("The lead changed hands {count} times.", count=line.number))
    losers = [seat for seat in match.seats if seat not in match.winners]
    led = say(
        "{players} led until move {number}.",
        players=all_of(_names(table, losers)),
        number=round_of(line.number, len(match.game.spec.teams)),
    )
    return in_a_row(told, led)


def _turn(line: Line, known: Known) -> Sentence:
    table = known.game(line)
    if table is None:
        return NOTHING
    match = table.started
    ply = [each for each in match.plies if each.side is not None][line.number]
    assert ply.side is not None, "someone moved"
    turn = numbered(line.number, len(match.game.spec.teams), Notation(ply.notation))
    return say(
        "Turn of the week: **{player}** found {turn} ({game}).",
        player=public_name(table, match.seat_of(ply.side), ()), turn=turn, game=_link(table),
    )  # fmt: skip


def _link(table: Table) -> Sentence:
    return link(table.started.game.spec.title, table.place, table.board_id)
