"""The leaderboard of a server: everyone's place in a pool."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.extensions.standing.values import PAGE, Board, Listed, Newcomer, OfMonth
from bot.messages import captions
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    MOST_CHOICES,
    Button,
    Menu,
    MenuChoice,
    Message,
    Picture,
    Row,
)
from bot.messages.controls.verbs import Subject, Verb
from bot.messages.words.game_names import pool_title
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, named, shortened
from bot.model.caller import User
from bot.model.ratings import NEWCOMER
from render.leaderboard import MOST_ROWS, Leaderboard, Ranked, leaderboard_picture
from render.names import Name
from rules.club.month import GAMES, MEETINGS, RIVALS
from rules.contract.sentence import (
    Conjunction,
    Notation,
    Renderer,
    Sentence,
    say,
    say_n,
)
from rules.contract.sentence import Listed as Several

__all__ = [
    "AROUND_ME", "LEADERS_FROM", "LEADERS_OF", "NO_RATINGS", "THIS_MONTH", "leaderboard", "leaders",
    "month", "not_ranked",
]  # fmt: skip

AROUND_ME: Final = Verb("aroundme", Subject.NOTHING, (str,))
LEADERS_FROM: Final = Verb("leadersfrom", Subject.NOTHING, (str, int))
LEADERS_OF: Final = Verb("leadersof", Subject.NOTHING)
THIS_MONTH: Final = Verb("thismonth", Subject.NOTHING, (str,))
_LONGEST: Final = 24
"""Characters of a name, so that there is room for twenty in which every one has to be escaped."""
_ON_THE_WAY: Final = 10
"""The most newcomers named below the rows."""
_WHO: Final = say(
    "-# Ranked: {games}+ rated games, against 3+ people who have {games} too, the last within 6 "
    "months.",
    games=NEWCOMER,
)
_PODIUM: Final = 3
_MONTH: Final = say(
    "-# 1 point a win, ½ a draw. Listed: {games}+ rated games against {rivals}+ people. Only the "
    "first {meetings} against each count.",
    games=GAMES, rivals=RIVALS, meetings=MEETINGS,
)  # fmt: skip
NO_RATINGS: Final = Message(say("No ratings here yet. Your first rated game gives you one."))


def not_ranked(games: int) -> Sentence:
    """Return why a person with so many rated games isn't on a leaderboard."""
    if games < NEWCOMER:
        return say(
            "You're not ranked yet: {games} of {all} rated games.", games=games, all=NEWCOMER
        )
    return say(
        "You're not ranked. Play 3+ people who have {all} rated games too, one in the last 6"
        " months, and don't hide.",
        all=NEWCOMER,
    )


def leaderboard(board: Board, pools: Sequence[str], *, is_unnamed: bool) -> Message:
    """Return a page of a leaderboard, with buttons to the others and a menu of the pools.

    The first page has a picture, unless the server wants no names in pictures.
    """
    head = say("**{pool} leaderboard**", pool=pool_title(board.pool))
    told = [_line(each) for each in board.lines] or [say("No one is ranked yet.")]
    text = lines(head, *told, _on_the_way(board), _WHO)
    picture = _picture(board) if board.lines and not board.start and not is_unnamed else None
    return Message(text, picture, rows=(*_menu(board, pools), _buttons(board)))


def _line(each: Listed) -> Sentence:
    in_time = NOTHING
    if each.turns:
        in_time = say("on time: {share}%", share=100 * (each.turns - each.late) // each.turns)
    return say(
        "{place}. {name} **{points}** · {facts}",
        place=each.place, name=shortened(each.user.name, _LONGEST), points=each.points,
        facts=dotted(_games(each), in_time),
    )  # fmt: skip


def _on_the_way(board: Board) -> Sentence:
    """Return how far newcomers are, as far as there is room below the last rows."""
    is_last = board.start + len(board.lines) >= board.total
    newcomers = board.newcomers[: min(_ON_THE_WAY, PAGE - len(board.lines))]
    if not newcomers or not is_last:
        return NOTHING
    told = tuple(map(_coming, newcomers))
    return say("**On the way**: {names}", names=Several(told, Conjunction.NONE))


def _coming(each: Newcomer) -> Sentence:
    name = shortened(each.user.name, _LONGEST)
    if each.missing:
        return say_n(
            "{name}: 1 more ranked opponent", "{name}: {count} more ranked opponents",
            each.missing, name=name,
        )  # fmt: skip
    return say("{name} {games} of {all}", name=name, games=each.games, all=NEWCOMER)


def _games(each: Listed | OfMonth) -> Sentence:
    return say_n("1 game", "{count} games", each.games)


def month(
    listed: Sequence[OfMonth], board: Board, pools: Sequence[str], *, is_unnamed: bool
) -> Message:
    """Return the list of this month, with a podium, the leaderboard button and other pools."""
    pool, shown = board.pool, listed[:MOST_ROWS]
    told = [
        say(
            "{place}. {name} **{points}** · {games}",
            place=place, name=shortened(each.user.name, _LONGEST), points=_points(each),
            games=_games(each),
        )
        for place, each in zip(_places(shown), shown, strict=True)
    ] or [say("No one is on this list yet.")]  # fmt: skip
    text = lines(
        say("**{pool}, this month**", pool=pool_title(pool)),
        *told,
        NOTHING if board.total else say("No one is ranked yet."),
        NOTHING if board.total else _on_the_way(board),
        _MONTH,
    )
    row = [Button(say("Leaderboard"), for_text(LEADERS_FROM, pool, 0))]
    picture = _podium(pool, shown[:_PODIUM]) if shown and not is_unnamed else None
    return Message(text, picture, rows=(*_menu(board, pools), row))


def leaders(pool: str, listed: Sequence[OfMonth]) -> Sentence:
    """Return a month's leaders in a line, such as `ReMatch, this month: Ann 4 · Bo 3½`.

    It stands in a picture, so names that no font can write are left out.
    """
    if not listed:
        return NOTHING
    names = dotted(
        *(
            say("{name} {points}", name=captions.member(each.user), points=_points(each))
            for each in listed[:_PODIUM]
        )
    )
    return say("{pool}, this month: {names}", pool=pool_title(pool), names=names)


def _points(each: OfMonth) -> Notation:
    """Return points as people write them: 3, or 2½."""
    whole, half = divmod(each.halves, 2)
    return Notation(f"{whole or ''}½" if half else f"{whole}")


def _places(listed: Sequence[OfMonth]) -> list[int]:
    """Return the places; equal points from as many games share one."""
    keys = [(each.halves, each.games) for each in listed]
    return [1 + keys.index(key) for key in keys]


def _podium(pool: str, shown: Sequence[OfMonth]) -> Picture:
    title = say("{pool}, this month", pool=pool_title(pool))
    rows = [
        _Row(place, each.user, _points(each), _games(each))
        for place, each in zip(_places(shown), shown, strict=True)
    ]
    alt = (
        say(
            "{place}. {name}, {points} points, {games}.",
            place=each.place, name=named(each.user), points=each.points, games=each.games,
        )
        for each in rows
    )  # fmt: skip
    return _drawn("month", title, NOTHING, rows, in_a_row(say("{title}.", title=title), *alt))


def _menu(board: Board, pools: Sequence[str]) -> tuple[Row, ...]:
    others = [pool for pool in pools if pool != board.pool][:MOST_CHOICES]
    choices = tuple(MenuChoice(pool_title(pool), pool) for pool in others)
    menu = Menu(say("Another game"), choices, for_text(LEADERS_OF))
    return ((menu,),) if choices else ()


def _buttons(board: Board) -> Row:
    start, stop = board.start, board.start + PAGE
    higher = for_text(LEADERS_FROM, board.pool, max(start - PAGE, 0))
    lower = for_text(LEADERS_FROM, board.pool, stop)
    return (
        Button(say("Higher"), higher, disabled=not start),
        Button(say("Lower"), lower, disabled=stop >= board.total),
        Button(say("Around me"), for_text(AROUND_ME, board.pool), disabled=not board.total),
        Button(say("This month"), for_text(THIS_MONTH, board.pool)),
    )


def _picture(board: Board) -> Picture:
    title, people = pool_title(board.pool), say_n("1 player", "{count} players", board.total)
    rows = [
        _Row(each.place, each.user, Notation(str(each.points)), _games(each))
        for each in board.lines[:MOST_ROWS]
    ]
    alt = (
        say(
            "{place}. {name}, {points}, {games}.",
            place=each.place, name=named(each.user), points=each.points, games=each.games,
        )
        for each in rows
    )  # fmt: skip
    head = say("{pool} leaderboard.", pool=title)
    return _drawn("leaderboard", title, people, rows, in_a_row(head, *alt))


class _Row(NamedTuple):
    """A row of a picture."""

    place: int
    user: User
    points: Notation
    games: Sentence


def _drawn(
    name: str, title: Sentence, facts: Sentence, rows: Sequence[_Row], alt: Sentence
) -> Picture:
    def draw(reader: Renderer) -> bytes:
        member = say("a member").rendered(reader)
        return leaderboard_picture(
            Leaderboard(
                title=title.rendered(reader),
                facts=facts.rendered(reader),
                rows=tuple(
                    Ranked(
                        str(each.place),
                        Name(each.user.name, member),
                        each.games.rendered(reader),
                        each.points.text,
                    )
                    for each in rows
                ),
            )
        )

    return Picture(draw, alt, name)
