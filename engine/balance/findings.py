"""Findings: sentences for an inventor on what stands out in a report.

A finding is what an interval shows, never what a single number suggests.
"""

from collections.abc import Iterator
from typing import Final

from engine.balance.figures import Figure, Unit
from engine.balance.report import VariantReport

__all__ = ["found", "number", "with_interval"]

_MANY: Final = 0.5
"""The share of games drawn, or of turns forced, from which on it stands out."""
_EARLY: Final = 0.25
"""The part of the game within which it stands out that the leader is known."""
_LISTED: Final = 12


def found(variant: VariantReport) -> Iterator[str]:
    """Yield what stands out in a variant's games."""
    yield from _sides(variant)
    yield from _course(variant)
    yield from _steps(variant)
    games = f"{variant.games:,} games"
    if variant.rules_not_seen:
        rules = ", ".join(rule.key for rule in variant.rules_not_seen)
        yield f"Rules not seen in {games}, neither as an end nor in a refusal: {rules}."
    if variant.cells_not_seen:
        more = len(variant.cells_not_seen) - _LISTED
        cells = ", ".join(variant.cells_not_seen[:_LISTED])
        yield f"No piece was seen in {games} on {cells}{f' and {more} more' if more > 0 else ''}."
    if variant.like_the_first:
        yield (
            f"No difference to the first variant was seen in {games}: every figure lies within the"
            " interval of the first variant."
        )


def number(value: float, unit: Unit) -> str:
    """Return a value as people read it."""
    match unit:
        case Unit.SHARE:
            return f"{100 * value:.1f} %"
        case Unit.NUMBER:
            return f"{value:,.1f}"
        case Unit.ELO:
            return f"{value:+.0f}".replace("-", "−")


def with_interval(figure: Figure) -> str:
    """Return a figure with its interval."""
    low, high = number(figure.low, figure.unit), number(figure.high, figure.unit)
    return f"{number(figure.value, figure.unit)} ({low.removesuffix(' %')} to {high})"


def _sides(variant: VariantReport) -> Iterator[str]:
    scores = [figure for figure in variant.figures if figure.key.startswith("score.")]
    even = 1 / len(scores)
    ahead = [figure for figure in scores if figure.low > even]
    for figure in ahead:
        yield (
            f"{figure.title.removeprefix('Score of ')} has an advantage: {with_interval(figure)} of"
            f" the points, where {number(even, Unit.SHARE)} would be even."
        )
    if not ahead:
        yield f"No advantage of a side was seen in {variant.games:,} games."
    first = variant.figure("first")
    if first and first.value not in {figure.value for figure in scores} and not first.holds(even):
        side = "an advantage" if first.value > even else "a disadvantage"
        yield f"Moving first is {side}: {with_interval(first)} of the points."


def _course(variant: VariantReport) -> Iterator[str]:
    draws, cut = variant.figure("draws"), variant.figure("cut")
    if draws and draws.low > _MANY:
        yield f"Most games are drawn: {with_interval(draws)}."
    if cut and cut.value:
        yield f"Some games came to no end: {with_interval(cut)}."
    forced, settled = variant.figure("forced"), variant.figure("settled")
    if forced and forced.low > _MANY:
        yield f"Most turns have a single legal move: {with_interval(forced)}."
    if settled and settled.high < _EARLY:
        yield f"Who leads early stays ahead: from {with_interval(settled)} of the game on."


def _steps(variant: VariantReport) -> Iterator[str]:
    for figure in variant.figures:
        if figure.unit is Unit.ELO and figure.low <= 0:
            yield (
                f"More thought was not seen to help: {figure.title}, {with_interval(figure)} in Elo"
                f" over {figure.games} games."
            )
