"""A report on a game in sentences."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

from engine.choose import Method
from engine.exact import UNITS
from engine.luck import shares
from engine.outlook import Value
from engine.report import Mark, PlyReport, Report, SideReport
from rules.contract.core import AnyGame, Side
from rules.contract.sentence import Argument, Decimal, Notation, Sentence, all_of, say, say_n
from rules.match.rounds import numbered, round_of

__all__ = [
    "Name", "amount", "amount_lost", "chances", "cost", "figure", "is_exact", "luck_and_skill",
    "marked_moves", "missed", "said", "share_lost", "told", "turn_number", "worst",
]  # fmt: skip

Name: TypeAlias = Callable[[Side], Argument]
"""Returns the name of who played a side."""

_NONE: Final[Value] = 0.005
"""The smallest loss worth mentioning."""
_LINE: Final = 6
"""The number of moves of a line to show."""
_ROLLS: Final = 3
"""The number of rolls to name."""
_HUNDREDTH: Final = UNITS // 100


def is_exact(report: Report) -> bool:
    """Return True if the figures come from a table of exact values and so are points."""
    return report.method == Method.EXACT.value


def said(game: AnyGame, report: Report, name: Name | None = None) -> Iterator[Sentence]:
    """Yield the report on the whole game as sentences, most important first.

    `name` names who played a side. Without it, sides are called by their titles.
    """
    name = name or partial(_title, game)
    yield from _result(game, report, name)
    if is_exact(report) and report.result:
        yield _sum(game, report)
    for side in report.sides:
        yield _errors(game, report, side, name)
    yield from _dice(game, report, name)
    if report.turning_point:
        turning = _round(game, report, report.turning_point)
        yield say("The winner was ahead from move {number} on.", number=turning)


def worst(report: Report, most: int, sides: Collection[Side] | None = None) -> list[PlyReport]:
    """Return the worst moves with a mark, at most `most`, in the order of play.

    They are by some sides, or by all.
    """
    marked = [
        ply
        for ply in report.plies
        if ply.mark != Mark.NONE.value and (sides is None or ply.side in sides)
    ]
    return sorted(sorted(marked, key=lambda ply: -ply.loss)[:most], key=lambda ply: ply.number)


def marked_moves(
    game: AnyGame, report: Report, most: int, name: Name | None = None, *, answers: bool = True
) -> list[Sentence]:
    """Return sentences on the worst moves with a mark, at most `most`, in the order of play.

    `name` as in `said`; with `answers` they say what was better.
    """
    name = name or partial(_title, game)
    tell = _marked if answers else _marked_alone
    return [tell(game, report, ply, name) for ply in worst(report, most)]


def turn_number(report: Report, ply: int) -> int:
    """Return the number of the ply's turn, from 0; a roll belongs to the turn of its move."""
    return sum(not each.is_roll and each.number < ply for each in report.plies)


def told(game: AnyGame, report: Report, ply: PlyReport, name: Name | None = None) -> Sentence:
    """Return a move with its number and mark, after the name of who played it if `name` is given.

    An example is `12. Bo d8-e7?`.
    """
    told: Argument = Notation(ply.text + ply.mark)
    if name:
        assert ply.side is not None, "a move belongs to a side"
        told = say("{player} {move}", player=name(ply.side), move=told)
    return numbered(turn_number(report, ply.number), len(game.spec.teams), told)


def _title(game: AnyGame, side: Side) -> Sentence:
    return game.spec.side(side).title


def _round(game: AnyGame, report: Report, ply: int) -> int:
    return round_of(turn_number(report, ply), len(game.spec.teams))


def amount(game: AnyGame, report: Report, value: Value) -> Sentence:
    """Return a loss in points, or as a share of a win if the figures aren't exact."""
    if is_exact(report):
        return say("{points} points", points=Decimal(f"{value:.3f}"))
    return _share(round(50 * value / game.spec.middle_worth))


def amount_lost(game: AnyGame, report: Report, ply: PlyReport) -> Sentence:
    """Return what a move lost: as a share of a win, the difference of what `cost` tells."""
    return amount(game, report, ply.loss) if is_exact(report) else _share(share_lost(game, ply))


def share_lost(game: AnyGame, ply: PlyReport) -> int:
    """Return by how many hundredths a move lowered the chances."""
    return chances(game, ply.value + ply.loss) - chances(game, ply.value)


def _share(hundredths: int) -> Sentence:
    if hundredths == 0:
        return say("less than 1%")
    return say("{share}%", share=hundredths)


def missed(ply: PlyReport) -> Sentence | None:
    """Return words on a win that a move gave away by the table of endgames, or None if none."""
    if not ply.missed:
        return None
    return say_n("missed a win in 1 move", "missed a win in {count} moves", ply.missed)


def figure(game: AnyGame, report: Report, value: Value) -> Argument:
    """Return what a side can expect: in points where that is exact, or else as its chances."""
    if is_exact(report):
        return Decimal(f"{value:+.2f}")
    return say("{share}%", share=chances(game, value))


def chances(game: AnyGame, value: Value) -> int:
    """Return the chances of a side that expects this value, in hundredths."""
    return round(50 + 50 * max(-1.0, min(value / game.spec.middle_worth, 1.0)))


def cost(game: AnyGame, report: Report, ply: PlyReport) -> Sentence:
    """Return words on what a move lost, such as `from 60% down to 9%`."""
    if is_exact(report):
        return missed(ply) or say("{lost} lost", lost=amount(game, report, ply.loss))
    return missed(ply) or say(
        "from {before} down to {after}",
        before=figure(game, report, ply.value + ply.loss),
        after=figure(game, report, ply.value),
    )


def _marked(game: AnyGame, report: Report, ply: PlyReport, name: Name) -> Sentence:
    return say(
        "{turn}: {lost}. Better: {line}",
        turn=told(game, report, ply, name),
        lost=cost(game, report, ply),
        line=Notation(" ".join(ply.line[:_LINE])),
    )


def _marked_alone(game: AnyGame, report: Report, ply: PlyReport, name: Name) -> Sentence:
    return say("{turn}: {lost}", turn=told(game, report, ply, name), lost=cost(game, report, ply))


def _result(game: AnyGame, report: Report, name: Name) -> Iterator[Sentence]:
    if not report.result:
        return
    best = max(report.result)
    if best <= 0:
        yield say("The game was drawn.")
        return
    teams = zip(game.spec.teams, report.result, strict=True)
    won = frozenset[Side]().union(*(team for team, value in teams if value == best))
    winners = all_of(_players((side.key for side in game.spec.sides if side.key in won), name))
    if best > 1:
        points = Notation(f"{best:g}")
        yield say("{winners} won {points} points.", winners=winners, points=points)
    else:
        yield say("{winners} won.", winners=winners)


def _players(sides: Iterable[Side], name: Name) -> list[Argument]:
    """Return who plays these sides, everyone once."""
    found: list[Argument] = []
    for side in sides:
        if (player := name(side)) not in found:
            found.append(player)
    return found


def luck_and_skill(game: AnyGame, report: Report, name: Name) -> Sentence:
    """Return a sentence on who played better and whom the dice favored, by exact figures.

    The game is over, and `name` names who played a side. The figures are rounded so that they add
    up to the result.
    """
    (first,), (second,) = game.spec.teams
    found = shares(game, report)
    skill, settled = (round(share / _HUNDREDTH) for share in (found.skill, found.settled))
    luck = round(found.result / _HUNDREDTH) - skill - settled

    def gainer(share: int) -> Argument:
        return name(first if share > 0 else second)

    played = say("{first} and {second} played equally well", first=name(first), second=name(second))
    if skill:
        played = say(
            "{player} played better ({points} points in all)",
            player=gainer(skill), points=_points(skill),
        )  # fmt: skip
    rolled = say("Luck was even")
    if luck:
        rolled = say(
            "{player} had the luckier dice (worth {points})",
            player=gainer(luck), points=_points(luck),
        )  # fmt: skip
    if settled == 0:
        return say("{skill}. {luck}.", skill=played, luck=rolled)
    end = say(
        "{player} gained {points} by the early end", player=gainer(settled), points=_points(settled)
    )
    return say("{skill}. {luck}. {end}.", skill=played, luck=rolled, end=end)


def _points(hundredths: int) -> Decimal:
    return Decimal(f"{abs(hundredths) / 100:.2f}")


def _sum(game: AnyGame, report: Report) -> Sentence:
    """Return a sentence on how luck and errors add up to the first team's result."""
    found = shares(game, report)
    titles = all_of(side.title for side in game.spec.sides if side.key in game.spec.teams[0])
    luck, errors, settled, result = (
        _signed(share / UNITS) for share in (found.luck, found.skill, found.settled, found.result)
    )
    if found.settled:
        return say(
            "{side}: dice {luck}, mistakes {errors}, early end {settled}, result {result}.",
            side=titles, luck=luck, errors=errors, settled=settled, result=result,
        )  # fmt: skip
    return say(
        "{side}: dice {luck}, mistakes {errors}, result {result}.",
        side=titles, luck=luck, errors=errors, result=result,
    )  # fmt: skip


def _errors(game: AnyGame, report: Report, side: SideReport, name: Name) -> Sentence:
    title = name(side.side)
    if side.loss < _NONE:
        return say_n(
            "{side} made no mistake in 1 move.",
            "{side} made no mistake in {count} moves.",
            side.moves,
            side=title,
        )
    if is_exact(report):
        # A catalogue finds a plural by its singular, so each of the two has one of its own.
        return say_n(
            "{side}'s one move cost {lost}.",
            "{side}'s {count} moves cost {lost} in all.",
            side.moves,
            side=title,
            lost=amount(game, report, side.loss),
        )
    # The shares of a win that many moves cost add up to several wins, which no one can read.
    lost = amount(game, report, side.loss / side.moves)
    return say_n(
        "{side}'s only move cost {lost}.",
        "{side}'s {count} moves cost {lost} each on average.",
        side.moves,
        side=title,
        lost=lost,
    )


def _dice(game: AnyGame, report: Report, name: Name) -> Iterator[Sentence]:
    """Yield the rolls that changed most, in the order of play."""
    rolls = sorted((ply for ply in report.plies if ply.luck), key=lambda ply: -abs(ply.luck))
    if not rolls:
        return
    named = sorted(rolls[:_ROLLS], key=lambda ply: ply.number)
    yield say_n(
        "The biggest roll:",
        "The {count} biggest rolls:",
        len(named),
    )
    for ply in named:
        assert ply.side is not None, "luck belongs to a side"
        yield say(
            "- {number}. {side} {roll}: {luck} points, from {before} to {after}",
            side=name(ply.side), roll=Notation(ply.text.strip("[]")),
            number=_round(game, report, ply.number), luck=_signed(ply.luck),
            before=_signed(ply.value - ply.luck), after=_signed(ply.value),
        )  # fmt: skip


def _signed(value: Value) -> Notation:
    return Notation(f"{value:+.3f}")
