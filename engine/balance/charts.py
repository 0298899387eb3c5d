"""Charts as SVG, whose text is as large on a phone as the text around them."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from engine.balance.figures import Figure, Unit
from engine.balance.findings import number, with_interval
from engine.balance.report import Bar, Decided

__all__ = ["Drawing", "differences", "histogram", "leaders", "shares", "svg"]

_WIDTH: Final = 360
_LABEL: Final = 118
_VALUE: Final = 48
_ROOM: Final = _WIDTH - _LABEL - _VALUE
_ROW: Final = 26
_TALL: Final = 130
_SHORT: Final = 16
"""The most characters of a label."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart: its height, its parts, and what it shows in words."""

    height: int
    parts: Sequence[str]
    words: str


def svg(title: str, drawing: Drawing) -> str:
    """Return a chart, with its words for those who don't see it."""
    return (
        f'<svg viewBox="0 0 {_WIDTH} {drawing.height}" role="img"'
        f' aria-label="{escape(f"{title}: {drawing.words}")}">{"".join(drawing.parts)}</svg>'
    )


def shares(figures: Sequence[Figure], prefix: str) -> Drawing | None:
    """Draw shares as bars, and their intervals as lines; labels leave out the prefix."""
    parts: list[str] = []
    for row, figure in enumerate(figures):
        y = row * _ROW
        parts += [
            _label(figure.title.removeprefix(prefix), y),
            _rectangle("bar", _LABEL, y + 4, _ROOM * figure.value, 18),
            _whisker(_LABEL + _ROOM * figure.low, _LABEL + _ROOM * figure.high, y),
            _value(figure, y),
        ]
    return _drawing(len(figures) * _ROW, parts, figures, prefix)


def differences(figures: Sequence[Figure]) -> Drawing | None:
    """Draw differences in Elo as points, and their intervals as lines."""
    low = min((0.0, *(figure.low for figure in figures)))
    high = max((100.0, *(figure.high for figure in figures)))

    def x(value: float) -> float:
        return _LABEL + _ROOM * (value - low) / (high - low)

    tall = len(figures) * _ROW
    parts = [f'<line class="line" x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{tall}"/>']
    for row, figure in enumerate(figures):
        y = row * _ROW
        parts += [
            _label(figure.title, y),
            _whisker(x(figure.low), x(figure.high), y),
            f'<circle class="bar" cx="{x(figure.value):.1f}" cy="{y + 13}" r="5"/>',
            _value(figure, y),
        ]
    return _drawing(tall, parts, figures, "")


def histogram(bars: Sequence[Bar]) -> Drawing | None:
    """Draw a histogram, with the first and the last number below it."""
    if not bars:
        return None
    most = max(bar.times for bar in bars)
    wide = _WIDTH / len(bars)
    parts = [
        _rectangle(
            "bar",
            place * wide,
            _TALL * (1 - bar.times / most),
            max(1.0, wide - 1.5),
            _TALL * bar.times / most,
        )
        for place, bar in enumerate(bars)
    ]
    first, last = bars[0].first, bars[-1].last
    parts += [
        f'<line class="line" x1="0" x2="{_WIDTH}" y1="{_TALL}" y2="{_TALL}"/>',
        f'<text x="0" y="{_TALL + 15}">{first}</text>',
        f'<text x="{_WIDTH}" y="{_TALL + 15}" text-anchor="end">{last}</text>',
    ]
    peak = max(bars, key=lambda bar: bar.times)
    usual = f"{peak.first} to {peak.last}" if peak.last > peak.first else str(peak.first)
    return Drawing(_TALL + 18, parts, f"from {first} to {last}, most often {usual}")


def leaders(decided: Sequence[Decided]) -> Drawing | None:
    """Draw the number of games in which the sides lead, by tenths of the game."""
    if not decided:
        return None
    wide = _WIDTH / len(decided)
    parts: list[str] = []
    for place, at in enumerate(decided):
        y = float(_TALL)
        for kind, share in (("bar", at.winner), ("second", at.nobody), ("third", at.loser)):
            y -= _TALL * share
            parts.append(_rectangle(kind, place * wide, y, wide - 1.5, _TALL * share))
    names = (("bar", 0, "the later winner"), ("second", 130, "no one"), ("third", 210, "a loser"))
    for kind, x, name in names:
        parts.append(_rectangle(kind, x, _TALL + 8, 11, 11))
        parts.append(f'<text x="{x + 16}" y="{_TALL + 18}">{name}</text>')
    half = number(decided[len(decided) // 2].winner, Unit.SHARE)
    words = f"after half of the game, the later winner leads in {half} of the games"
    return Drawing(_TALL + 24, parts, words)


def _drawing(
    height: int, parts: Sequence[str], figures: Sequence[Figure], prefix: str
) -> Drawing | None:
    told = (f"{each.title.removeprefix(prefix)} {with_interval(each)}" for each in figures)
    return Drawing(height, parts, "; ".join(told)) if figures else None


def _rectangle(kind: str, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'
    )


def _whisker(left: float, right: float, y: int) -> str:
    return f'<line class="whisker" x1="{left:.1f}" x2="{right:.1f}" y1="{y + 13}" y2="{y + 13}"/>'


def _label(text: str, y: int) -> str:
    """Return a label beside a bar; of long keys, the end says most."""
    short = text if len(text) <= _SHORT else f"…{text[1 - _SHORT :]}"
    return f'<text x="{_LABEL - 6}" y="{y + 17}" text-anchor="end">{escape(short)}</text>'


def _value(figure: Figure, y: int) -> str:
    text = number(figure.value, figure.unit)
    return f'<text x="{_WIDTH}" y="{y + 17}" text-anchor="end">{text}</text>'
