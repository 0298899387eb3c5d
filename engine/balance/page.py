"""`balance.html`: the report as one page that needs nothing else."""

from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from engine.balance import charts
from engine.balance.figures import Figure, Unit
from engine.balance.findings import found, with_interval
from engine.balance.report import Report, VariantReport

__all__ = ["page"]

_STYLE: Final = """
:root { color-scheme: light dark; --ground: #faf6ee; --ink: #2b2118; --quiet: #6b5b4b;
  --line: #d9cbb5; --bar: #a87347; --second: #dcc39e; --third: #5f8a70; }
@media (prefers-color-scheme: dark) { :root { --ground: #1f1a16; --ink: #eee3d3; --quiet: #b3a491;
  --line: #4a4037; --bar: #d39a62; --second: #6b5540; --third: #7fb094; } }
body { margin: 0 auto; padding: 1rem; max-width: 64rem; background: var(--ground);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
.quiet { color: var(--quiet); }
.variants { display: grid; gap: 0 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; vertical-align: top;
  border-bottom: 1px solid var(--line); }
thead th { vertical-align: bottom; }
tbody th { font-weight: normal; }
td b { white-space: nowrap; }
td span { display: block; color: var(--quiet); white-space: nowrap; }
svg { display: block; width: 100%; max-width: 30rem; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .line { stroke: var(--line); }
svg .bar { fill: var(--bar); }
svg .second { fill: var(--second); }
svg .third { fill: var(--third); }
svg .whisker { stroke: var(--ink); stroke-width: 1.5; }
code, li { overflow-wrap: anywhere; }
"""


def page(report: Report, command: str) -> str:
    """Return the page for a report that `command` writes."""
    title = escape(f"{report.title}: balance")
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
            f"<h1>{title}</h1>",
            *_introduction(report, command),
            "<h2>What stands out</h2>",
            *_side_by_side(report, _findings),
            "<h2>Figures</h2>",
            "<p>Below each figure stands the interval that holds it with 95 % confidence.</p>",
            *_table(report),
            "<h2>Charts</h2>",
            *_side_by_side(report, _charts),
            *_unseen(report),
            "</body>\n</html>\n",
        )
    )


def _side_by_side(report: Report, part: Callable[[VariantReport], str]) -> Iterator[str]:
    yield '<div class="variants">'
    for variant in report.variants:
        yield f"<div><h3>{escape(variant.title)}</h3>{part(variant)}</div>"
    yield "</div>"


def _introduction(report: Report, command: str) -> Iterator[str]:
    games = " and ".join(dict.fromkeys(f"{variant.games:,}" for variant in report.variants))
    package = f" of the package {escape(report.package)}" if report.package else ""
    yield (
        f"<p>Of each variant, {games} games of the computer against itself at level {report.level},"
        f" {escape(report.level_name)}; {report.wanted:,} were wanted. Version {report.version} of"
        f" the rules{package}.</p>"
    )
    yield (
        "<p>This is how computer opponents of this strength play, which isn't how people do. Each"
        " game begins with four random moves.</p>"
    )
    yield f'<p class="quiet">Made by <code>{escape(command)}</code></p>'


def _findings(variant: VariantReport) -> str:
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in found(variant))}</ul>"


def _table(report: Report) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{escape(variant.title)}</th>' for variant in report.variants)
    yield f'<div class="table"><table><thead><tr><th scope="col">Figure</th>{heads}</tr></thead>'
    yield "<tbody>"
    titles = {figure.key: figure.title for variant in report.variants for figure in variant.figures}
    for key, title in titles.items():
        cells = "".join(_cell(variant.figure(key)) for variant in report.variants)
        yield f'<tr><th scope="row">{escape(title)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _cell(figure: Figure | None) -> str:
    if figure is None or not figure.games:
        return "<td>–</td>"
    value, _, interval = with_interval(figure).partition(" (")
    return f"<td><b>{value}</b><span>{interval.removesuffix(')')}</span></td>"


def _charts(variant: VariantReport) -> str:
    scores = [figure for figure in variant.figures if figure.key.startswith("score.")]
    ends = [figure for figure in variant.figures if figure.key.startswith("end.")]
    steps = [figure for figure in variant.figures if figure.unit is Unit.ELO]
    drawn = [
        ("Score by side", charts.shares(scores, "Score of ")),
        ("Ends by rule", charts.shares(ends, "Ended by ")),
        ("Turns a game", charts.histogram(variant.lengths)),
        ("Legal moves a turn", charts.histogram(variant.choices)),
        ("Who leads, from the first turn to the last", charts.leaders(variant.decided)),
        ("Steps between levels, in Elo", charts.differences(steps)),
    ]
    return "".join(
        f"<h3>{escape(title)}</h3>{charts.svg(title, drawing)}"
        for title, drawing in drawn
        if drawing
    )


def _unseen(report: Report) -> Iterator[str]:
    """Yield the rules that weren't seen, in words."""
    if any(variant.rules_not_seen for variant in report.variants):
        yield "<h2>Rules not seen</h2>"
        yield "<p>A rule that only allows or counts something is never cited.</p>"
        yield from _side_by_side(report, _rules)


def _rules(variant: VariantReport) -> str:
    items = "".join(
        f"<li><code>{escape(rule.key)}</code> {escape(rule.text)}</li>"
        for rule in variant.rules_not_seen
    )
    return f"<p>In {variant.games:,} games:</p><ul>{items or '<li>none</li>'}</ul>"
