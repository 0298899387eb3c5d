"""The words that channels read. Pure text from tables; nothing is sent from here."""

from collections.abc import Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from bot.model.table import Player, Table, User
from bot.tables.advance import automatic_tail
from rules.core import AnyGame, Dice, Outcome, Rule, Seat, Side, SideSpec, Spec
from rules.events import (
    Accepted,
    Claimed,
    Declined,
    Event,
    Offered,
    OfferKind,
    Played,
    Resigned,
    ResignWanted,
    ResignWithdrawn,
)
from rules.match import Match, Ply
from rules.registry import find
from rules.series import find_plan
from rules.time_control import Untimed
from rules.view import Colour

__all__ = [
    "answered",
    "card",
    "game_of",
    "headline",
    "offered",
    "result",
    "rule_line",
    "seat_name",
    "side_name",
    "sides_in",
    "sides_of",
    "state_line",
    "terms_line",
    "turn_line",
    "would_resign",
]


_SIGNS: Final = MappingProxyType(
    {Colour.WHITE: "⚪", Colour.BLACK: "⚫", Colour.RED: "🔴", Colour.ORANGE: "🟠"}
)


def game_of(table: Table) -> AnyGame:
    """Return the table's game with its options."""
    if table.match:
        return table.match.game
    return find(table.terms.game).configured(table.terms.options)


def sides_of(table: Table, seat: Seat) -> str:
    """Return the sides that a seat moves, such as `⚪ White and 🟠 Orange`."""
    return sides_in(game_of(table).spec, table.seating[seat])


def sides_in(spec: Spec, sides: frozenset[Side]) -> str:
    """Return sides by the sign of their colour and their title, in the order of play."""
    return " and ".join(side_name(side) for side in spec.sides if side.key in sides)


def side_name(side: SideSpec) -> str:
    """Return the sign of a side's colour and its title."""
    return f"{_SIGNS[side.colour]} {side.title}"


def seat_name(table: Table, seat: Seat) -> str:
    """Return who sits there and what they play: `Ann (White)`."""
    return f"{table.at(seat).user.shown} ({sides_of(table, seat)})"


def terms_line(table: Table) -> str:
    """Return the game's title with every option that was agreed."""
    game = game_of(table)
    agreed = [
        choice.title
        for option in game.spec.options
        for choice in option.choices
        if choice.value == table.terms.options.get(option.key, option.default)
    ]
    if table.terms.plan is not None:
        agreed.append(find_plan(game.spec, table.terms.plan).title)
    if not isinstance(table.terms.time.limit, Untimed):
        agreed.append(table.terms.time.words.english())
    return f"**{game.spec.title}**" + (f" · {' · '.join(agreed)}" if agreed else "")


def card(table: Table) -> str:
    """Return the text of a table's card before its game starts."""
    lines = [terms_line(table), game_of(table).spec.summary]
    lines += [
        f"- {player.user.shown}{_wish(table, player)}{_words(player)}" for player in table.seated
    ]
    lines += [f"- <@{player.user.id}> is invited{_words(player)}" for player in table.invited]
    free = len(table.seating) - len(table.players)
    lines += ["- *a free place*"] * free
    if plies := game_of(table).spec.typical_plies:
        lines.append(f"-# A game usually takes {plies} moves of either side together.")
    if table.dice:
        lines.append(f"-# 🎲 The dice are sealed: `{table.dice.seal}`. More with `/dice`.")
    return "\n".join(lines)


def headline(table: Table) -> str:
    """Return the line above a public board: what happened, and who is to move."""
    match = table.started
    happened = _happened(table, match)
    if match.outcome:
        return f"{happened}{result(table)}"
    return f"{happened}{turn_line(table, ping=True)}"


def turn_line(table: Table, *, ping: bool = False) -> str:
    """Return whose turn it is and until when."""
    match = table.started
    turn, seat = match.turn, match.seat_due
    if seat is None or turn is None or isinstance(turn, Dice):
        return "The host rolls the dice."
    player = table.at(seat)
    who = f"<@{player.user.id}>" if ping else f"**{player.user.shown}**"
    side = side_name(match.game.spec.side(turn))
    until = f" Time until <t:{table.due_at}:R>." if table.due_at else ""
    offer = ""
    if match.offer and match.offer.by != seat:
        offer = f" A {match.offer.kind.title} waits for an answer."
    return f"{who} to move as {side}.{until}{offer}"


def result(table: Table) -> str:
    """Return how the game ended, with names and the rule that ended it."""
    match = table.started
    outcome = match.outcome
    assert outcome is not None
    winners = [seat_name(table, seat) for seat in match.winners]
    verdict = f"**{' and '.join(winners)} {_won(match)}.**" if winners else "**The game is drawn.**"
    if outcome.is_void:
        verdict = "**The game has no result.**"
    lines = [f"{verdict}{_scores(match, outcome)}", f"-# {rule_line(outcome.rule)}"]
    if table.dice:
        secret = table.dice.secret.hex()
        lines.append(f"-# 🎲 The secret of the dice was `{secret}`; `/dice` checks every roll.")
    return "\n".join(lines)


def state_line(table: Table) -> str:
    """Return how the game ended or, while it goes on, whose turn it is; nobody is pinged."""
    return result(table) if table.started.outcome else turn_line(table)


def rule_line(rule: Rule) -> str:
    """Return a rule as it is quoted: text, source, and whether it is our reading."""
    reading = "our reading of " if rule.interpretation else ""
    return f"{rule.text} ({reading}{rule.source})"


def offered(table: Table, event: Offered) -> str:
    """Return what a seat proposes."""
    who = seat_name(table, event.seat)
    others = " ".join(f"<@{p.user.id}>" for p in table.seated if p.seat != event.seat)
    asks = {
        OfferKind.DRAW: "offers a draw",
        OfferKind.TAKE_BACK: "asks to take the last move back",
        OfferKind.COUNT: "proposes to stop here and count",
    }
    return f"{who} {asks[event.kind]}. {others}: do you agree?"


def answered(table: Table, event: Accepted | Declined, *, withdrawn: bool, kind: OfferKind) -> str:
    """Return what a seat answered to an offer that leaves the position as it is."""
    who = seat_name(table, event.seat)
    if isinstance(event, Accepted):
        return f"{who} agrees; the others have yet to answer."
    return f"{who} {'withdrew' if withdrawn else 'declined'} the {kind.title}."


def would_resign(table: Table, event: ResignWanted | ResignWithdrawn) -> str:
    """Return what a seat with allies said about giving the game up."""
    who = seat_name(table, event.seat)
    if isinstance(event, ResignWithdrawn):
        return f"{who} would rather go on."
    return f"{who} would resign; the whole team has to agree."


def _won(match: Match) -> str:
    """Return the verb for the winners: one team wins, several share."""
    outcome = match.outcome
    assert outcome is not None
    teams = [team for team in match.game.spec.teams if team & outcome.winners]
    return "won" if len(teams) == 1 else "share the win"


def _happened(table: Table, match: Match) -> str:
    hosts = automatic_tail(match)
    actions = match.events[: len(match.events) - len(hosts)]
    if len(actions) <= 1:
        seats = " · ".join(seat_name(table, seat) for seat in match.seats)
        return f"{terms_line(table)}: {seats}\n{_opening(hosts)}"
    return _action(table, match, actions[-1]) + _rolled(table, match, hosts)


def _opening(hosts: Sequence[Ply]) -> str:
    """Say the rolls that decided who begins; all but the last were equal."""
    if not hosts:
        return ""
    return f"The opening roll is {', then '.join(_pips(ply) for ply in hosts)}. "


def _rolled(table: Table, match: Match, hosts: Sequence[Ply]) -> str:
    """Say whose turns the host began with a roll, and which of them passed at once."""
    told: list[str] = []
    for ply, following in zip_longest(hosts, hosts[1:]):
        turn = match.game.turn(ply.state)
        if ply.side is None and turn is not None and not isinstance(turn, Dice):
            who = table.at(match.seat_of(turn)).user.shown
            passes = " and can't move: the turn passes" if following else ""
            told.append(f"{who} rolled {_pips(ply)}{passes}. ")
    return "".join(told)


def _pips(ply: Ply) -> str:
    return ply.notation.strip("[]")


def _action(table: Table, match: Match, event: Event) -> str:
    match event:
        case Played(notation) if match.last and match.last.side:
            who = seat_name(table, match.seat_of(match.last.side))
            return f"{who} played **{notation}**. "
        case Resigned(seat):
            return f"{seat_name(table, seat)} resigned. "
        case Claimed(seat):
            return f"{seat_name(table, seat)} claimed the time that ran out. "
        case Accepted(seat) if match.outcome is None:
            return f"{seat_name(table, seat)} agreed: the move was taken back. "
        case _:
            return ""


def _scores(match: Match, outcome: Outcome) -> str:
    titles = {side.key: side.title for side in match.game.spec.sides}
    counts = ", ".join(f"{titles[side]} {points}" for side, points in outcome.scores)
    return f" {counts}." if counts else ""


def _words(player: Player) -> str:
    if not player.words:
        return ""
    return f", adds “{User(player.user.id, player.words).shown}” to the dice"


def _wish(table: Table, player: Player) -> str:
    if player.preferred_side is None:
        return ""
    titles = [s.title for s in game_of(table).spec.sides if s.key == player.preferred_side]
    return f", who would like {titles[0]}" if titles else ""
