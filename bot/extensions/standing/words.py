"""Records of people in words: pools, scores, and how punctual they are."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.extensions.standing.values import Played, Record
from bot.messages.words.game_names import title_of
from bot.messages.words.ratings import points
from bot.messages.words.text import NOTHING, dotted, in_a_row
from bot.messages.words.time import MONTHS
from rules.contract.sentence import Notation, Sentence, say, say_n
from rules.registry import all_games
from rules.time.duration import in_words

__all__ = ["games_since", "in_time", "longest", "pool_line", "pool_title", "punctuality", "score"]


def pool_title(pool: str) -> Sentence:
    """Return the title of a pool: that of its game, with the number of players unless it is two."""
    games = all_games()
    if pool in games:
        return title_of(games[pool])
    key, _, players = pool.rpartition("-")
    if key in games and players.isdecimal():
        return say("{game}, {count} players", game=title_of(games[key]), count=int(players))
    return say("{pool}", pool=Notation(pool))  # A game that this bot has no more.


def score(played: Played) -> Sentence:
    """Return how many games somebody won, drew and lost."""
    return dotted(
        say("{count} won", count=played.won),
        say("{count} drawn", count=played.drawn) if played.drawn else NOTHING,
        say("{count} lost", count=played.lost),
    )


def pool_line(played: Played, place: Sentence = NOTHING) -> Sentence:
    """Return a line about one pool, which begins with the place if one is given."""
    title = dotted(place, pool_title(played.pool))
    if played.standing is None:
        return say("- {title} · {score}", title=title, score=score(played))
    return say(
        "- {title} **{rating}** · {score}",
        title=title, rating=points(played.standing), score=score(played),
    )  # fmt: skip


def games_since(record: Record) -> Sentence:
    """Return how many games somebody has finished, and since when."""
    first = datetime.fromtimestamp(min(each.since for each in record.played), UTC)
    games = say_n("1 game", "{count} games", record.games)
    return say(
        "{games} since {month} {year}",
        games=games, month=MONTHS[first.month - 1], year=first.year,
    )  # fmt: skip


def in_time(record: Record) -> Sentence:
    """Return the share of turns that were in time; nothing without a time limit."""
    if not record.turns:
        return NOTHING
    return say("{share} % on time", share=100 * record.in_time // record.turns)


def longest(record: Record) -> int:
    """Return the moves of the longest game, in rounds."""
    return max((each.longest for each in record.played), default=0)


def punctuality(record: Record) -> Sentence:
    """Return how punctual somebody is; nothing if no game with a time limit tells."""
    said: list[Sentence] = []
    if record.turns:
        said.append(
            say(
                "**Punctuality**: {in_time} of {turns} moves in time ({share} %).",
                in_time=record.in_time,
                turns=record.turns,
                share=100 * record.in_time // record.turns,
            )
        )
    if record.within is not None:
        said.append(say("Half of all moves took {time} at most.", time=in_words(record.within)))
    said += _ends(record.played)
    return in_a_row(*said)


def _ends(played: Sequence[Played]) -> list[Sentence]:
    """Return how many games somebody lost on time, and left."""
    late, left = sum(each.timed_out for each in played), sum(each.given_up for each in played)
    return [
        say_n("Lost 1 game on time.", "Lost {count} games on time.", late) if late else NOTHING,
        say_n("Left 1 game.", "Left {count} games.", left) if left else NOTHING,
    ]
