"""The games on a club board: the game of the day, and the tiles beside it."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

__all__ = ["TILES", "Featured", "Running", "arranged", "game_of_the_day"]

TILES: Final = 3
"""The games beside the game of the day."""
_DAY: Final = 24 * 60 * 60
"""Seconds."""
_NEWEST: Final = 12
"""The number of newest games to which a game has to belong to keep its tile."""
_RECENT: Final = 2 * _DAY
"""Seconds since the last turn of a game of the day."""
_TURNS: Final = (8, 8, 2)
"""The fewest turns of a game of the day: at first, without its rests, and last."""
_REST: Final = 7
"""Days in which a game of the day isn't chosen again."""
_PEOPLE_REST: Final = 2
"""Days in which no one in a game of the day is in the next one."""
_MOST_MOVES: Final = 6
"""The most moves of a day that count for a game of the day."""
_OF_A_GAME: Final = 2
"""The most pictures of the same game, while there are others."""
_OF_AN_EVENT: Final = 1
_WITH_ONE: Final = 2
"""The most pictures with the same person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A game in progress that a club board may show. Its number is its table's."""

    number: int
    game: str
    """The key of what is played."""
    people: frozenset[int]
    event: int | None = None
    turned_at: int | None = None
    """The last time a person moved, in Unix seconds, or None before the first turn."""
    turns: int = 0
    lately: int = 0
    """The turns of the last 24 hours."""
    is_final: bool = False
    """True for a game of a final, or of the first division of a season."""
    are_ranked: bool = False
    """True if everyone in it is on the leaderboard of its game."""
    is_first: bool = False
    """True if its players never met before."""
    is_hidden: bool = False
    """True if a player in it hides."""


@dataclass(frozen=True, slots=True)
class Featured:
    """A game of the day of before, and the day, counted from any day on."""

    number: int
    day: int
    people: frozenset[int] = frozenset()


def game_of_the_day(
    games: Iterable[Running], before: Collection[Featured], day: int, now: int
) -> int | None:
    """Return the number of the best game to show large on a day, or None if none is fit for it.

    `before` are the games of the last days. What a computer thinks of a game doesn't count.
    """
    alive = [
        game
        for game in games
        if game.turned_at is not None and now - game.turned_at <= _RECENT and not game.is_hidden
    ]
    shown = {each.number for each in before if 0 <= day - each.day <= _REST}
    tired = {who for each in before if 0 <= day - each.day <= _PEOPLE_REST for who in each.people}
    for least, rests in zip(_TURNS, (True, False, False), strict=True):
        fit = [
            game
            for game in alive
            if game.turns >= least and not (rests and (game.number in shown or game.people & tired))
        ]
        if fit:
            return max(fit, key=lambda game: (_score(game), game.turns, -game.number)).number
    return None


def _score(game: Running) -> int:
    moves = min(game.lately, _MOST_MOVES)
    return 3 * game.is_final + 2 * game.are_ranked + game.is_first + moves


def arranged(
    before: Sequence[int | None], newest: Sequence[Running], large: int | None, now: int
) -> tuple[int | None, ...]:
    """Return the numbers of the games on the tiles; games of `before` stay where they are.

    `newest` are the games in progress, latest turn first, and `large` is the number of the game of
    the day.

    A game loses its tile when it ends, becomes the game of the day or is no longer among the twelve
    newest. A game without a turn for a day loses it to a game with one that keeps the limits: of
    all four pictures, at most two are of one game, one of an event and two with one person. A free
    tile takes the newest game within the limits. If too few are left, the limit on people is
    dropped, then the one on games, then the one on events. Games without a turn come last.
    """
    known = {game.number: game for game in newest}
    among = {game.number for game in newest[:_NEWEST]} - {large}
    tiles = [number if number in among else None for number in (*before, *[None] * TILES)][:TILES]

    def best(place: int, *, is_free: bool) -> int | None:
        """Return the game that a tile is to have, if any."""
        shown = {large, *tiles}
        waiting = [game for game in newest if game.number not in shown]
        beside = (large, *tiles[:place], *tiles[place + 1 :])
        others = [known[number] for number in beside if number in known]
        steps = product((True, False), range(4)) if is_free else [(True, 0)]
        return next(
            (
                game.number
                for has_turn, dropped in steps
                for game in waiting
                if (game.turned_at is not None) is has_turn
                and (is_free or _is_fresh(game, now))
                and _fits(game, others, dropped)
            ),
            None,
        )

    # Free tiles come first: a game that gives way mustn't turn up in another place.
    for place, number in enumerate(tiles):
        if number is None:
            tiles[place] = best(place, is_free=True)
    # One that gives way may make room within the limits for another one to do so.
    for place in (*range(TILES),) * TILES:
        number = tiles[place]
        if number is not None and not _is_fresh(known[number], now):
            tiles[place] = best(place, is_free=False) or number
    return tuple(tiles)


def _is_fresh(game: Running, now: int) -> bool:
    return game.turned_at is not None and now - game.turned_at < _DAY


def _fits(game: Running, others: Sequence[Running], dropped: int) -> bool:
    """Return True if a game beside others keeps the limits, without the first ones `dropped`."""
    met = Counter(who for other in others for who in other.people)
    kept = (
        all(met[who] < _WITH_ONE for who in game.people),
        sum(other.game == game.game for other in others) < _OF_A_GAME,
        game.event is None or sum(other.event == game.event for other in others) < _OF_AN_EVENT,
    )
    return all(kept[dropped:])
