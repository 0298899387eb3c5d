"""What is said about tables, as sentences; nothing is sent from here."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from bot.messages import opponents
from bot.messages.text import (
    NOTHING,
    code,
    dotted,
    in_a_row,
    lines,
    mention,
    named,
    own,
    time_left,
)
from bot.messages.time import agreed_time
from bot.model.engines import unseen_plies
from bot.model.table import Player, Table
from bot.tables.advance import automatic_tail, planned_plies
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
from rules.sentence import Conjunction, Listed, Notation, Sentence, Stranger, all_of, say
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


def sides_of(table: Table, seat: Seat) -> Listed:
    """Return the sides that a seat moves, such as `⚪ White and 🟠 Orange`."""
    return sides_in(game_of(table).spec, table.seating[seat])


def sides_in(spec: Spec, sides: frozenset[Side]) -> Listed:
    """Return sides by the sign of their colour and their title, in the order of play."""
    return all_of(side_name(side) for side in spec.sides if side.key in sides)


def side_name(side: SideSpec) -> Sentence:
    """Return the sign of a side's colour and its title."""
    return say("{sign} {title}", sign=Notation(_SIGNS[side.colour]), title=side.title)


def seat_name(table: Table, seat: Seat) -> Sentence:
    """Return who sits there and what they play: `Ann (White)`."""
    who = named(table.at(seat).user)
    return say("{who} ({sides})", who=who, sides=sides_of(table, seat))


def terms_line(table: Table) -> Sentence:
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
        agreed.append(table.terms.time.words)
    return dotted(say("**{game}**", game=own(game.spec.title)), *agreed)


def card(table: Table) -> Sentence:
    """Return the text of a table's card before its game starts."""
    free = len(table.seating) - len(table.players)
    turns = game_of(table).spec.typical_turns
    return lines(
        terms_line(table),
        game_of(table).spec.summary,
        *(say("- {player}", player=_seated(table, player)) for player in table.seated),
        *(say("- {player}", player=_invited(player)) for player in table.invited),
        *[say("- *a free place*")] * free,
        say("-# ⏱ {time}", time=agreed_time(table.terms.time)),
        say("-# A game usually takes {turns} turns each.", turns=Notation(turns))
        if turns
        else NOTHING,
        say("-# 🎲 The dice are sealed: {seal}. More with `/dice`.", seal=code(table.dice.seal))
        if table.dice
        else NOTHING,
    )


def headline(table: Table) -> Sentence:
    """Return the line above a public board: what happened, and who is to move."""
    match = table.started
    ending = result(table) if match.outcome else turn_line(table, ping=True)
    hosts = automatic_tail(match)
    actions = match.events[: len(match.events) - len(hosts)]
    planned = planned_plies(match, len(actions))
    if planned:
        said = (_planned(table, *ply) for ply in planned)
        return in_a_row(*said, ending)
    if len(actions) > 1:
        return in_a_row(
            *(_played(table, side, move) for side, move in unseen_plies(match, len(actions))),
            _action(table, match, actions[-1]),
            *_rolled(table, match, hosts),
            ending,
        )
    seats = dotted(*(seat_name(table, seat) for seat in match.seats))
    beginning = say("{terms}: {seats}", terms=terms_line(table), seats=seats)
    return lines(beginning, in_a_row(_opening(hosts), ending))


def turn_line(table: Table, *, ping: bool = False) -> Sentence:
    """Return whose turn it is and until when."""
    match = table.started
    turn, seat = match.turn, match.seat_due
    if seat is None or turn is None or isinstance(turn, Dice):
        return say("The host rolls the dice.")
    user = table.at(seat).user
    if table.at(seat).is_engine:
        return say("{who} is thinking.", who=seat_name(table, seat))
    who = say("{who}", who=mention(user.id)) if ping else say("**{who}**", who=named(user))
    side = side_name(match.game.spec.side(turn))
    return in_a_row(
        say("{who} to move as {side}.", who=who, side=side),
        say("Time until {deadline}.", deadline=time_left(table.due_at))
        if table.due_at
        else NOTHING,
        say("A {offer} waits for an answer.", offer=match.offer.kind.title)
        if match.offer and match.offer.by != seat
        else NOTHING,
    )


def result(table: Table) -> Sentence:
    """Return how the game ended, with names and the rule that ended it."""
    match = table.started
    outcome = match.outcome
    assert outcome is not None
    verdict = in_a_row(_verdict(table, match, outcome), _scores(match, outcome))
    rule = rule_line(outcome.rule)
    if table.dice is None:
        return lines(verdict, rule)
    secret = code(table.dice.secret.hex())
    told = say(
        "-# 🎲 The secret of the dice was {secret}; `/dice` checks every roll.", secret=secret
    )
    return lines(verdict, rule, told)


def state_line(table: Table) -> Sentence:
    """Return how the game ended or, while it goes on, whose turn it is; nobody is pinged."""
    return result(table) if table.started.outcome else turn_line(table)


def rule_line(rule: Rule) -> Sentence:
    """Return a rule as it is quoted below a refusal or a result."""
    if rule.reading:
        return say("-# Rule: {rule} (This is our reading.)", rule=rule.text)
    return say("-# Rule: {rule}", rule=rule.text)


def offered(table: Table, event: Offered) -> Sentence:
    """Return what a seat proposes."""
    who = seat_name(table, event.seat)
    others = in_a_row(
        *(
            say("{who}", who=mention(player.user.id))
            for player in table.persons
            if player.seat != event.seat
        )
    )
    question = say("{others}: do you agree?", others=others) if others != NOTHING else NOTHING
    match event.kind:
        case OfferKind.DRAW:
            return in_a_row(say("{who} offers a draw.", who=who), question)
        case OfferKind.TAKE_BACK:
            return in_a_row(say("{who} asks to take the last move back.", who=who), question)
        case OfferKind.COUNT:
            return in_a_row(say("{who} proposes to stop here and count.", who=who), question)
        case _:
            offer = event.kind.title
            return in_a_row(say("{who} makes a {offer}.", who=who, offer=offer), question)


def answered(
    table: Table, event: Accepted | Declined, *, withdrawn: bool, kind: OfferKind
) -> Sentence:
    """Return what a seat answered to an offer that leaves the position as it is."""
    who, offer = seat_name(table, event.seat), kind.title
    if isinstance(event, Accepted):
        return say("{who} agrees; the others have yet to answer.", who=who)
    if withdrawn:
        return say("{who} withdrew the {offer}.", who=who, offer=offer)
    return say("{who} declined the {offer}.", who=who, offer=offer)


def would_resign(table: Table, event: ResignWanted | ResignWithdrawn) -> Sentence:
    """Return what a seat with allies said about giving the game up."""
    who = seat_name(table, event.seat)
    if isinstance(event, ResignWithdrawn):
        return say("{who} would rather go on.", who=who)
    return say("{who} would resign; the whole team has to agree.", who=who)


def _verdict(table: Table, match: Match, outcome: Outcome) -> Sentence:
    """Return who has won: one team wins, several share."""
    if outcome.is_void:
        return say("**The game has no result.**")
    if not match.winners:
        return say("**The game is drawn.**")
    winners = all_of(seat_name(table, seat) for seat in match.winners)
    teams = [team for team in match.game.spec.teams if team & outcome.winners]
    if len(teams) == 1:
        return say("**{winners} won.**", winners=winners)
    return say("**{winners} share the win.**", winners=winners)


def _opening(hosts: Sequence[Ply]) -> Sentence:
    """Say the rolls that decided who begins; all but the last were equal."""
    if not hosts:
        return NOTHING
    first, *rest = (say("{pips}", pips=_pips(ply)) for ply in hosts)
    rolls = first
    for each in rest:
        rolls = say("{before}, then {roll}", before=rolls, roll=each)
    return say("The opening roll is {rolls}.", rolls=rolls)


def _rolled(table: Table, match: Match, hosts: Sequence[Ply]) -> Iterator[Sentence]:
    """Say whose turns the host began with a roll, and which of them passed at once."""
    for ply, following in zip_longest(hosts, hosts[1:]):
        turn = match.game.turn(ply.state)
        if ply.side is None and turn is not None and not isinstance(turn, Dice):
            who = named(table.at(match.seat_of(turn)).user)
            if following:
                yield say(
                    "{who} rolled {pips} and can't move: the turn passes.", who=who, pips=_pips(ply)
                )
            else:
                yield say("{who} rolled {pips}.", who=who, pips=_pips(ply))


def _pips(ply: Ply) -> Notation:
    return Notation(ply.notation.strip("[]"))


def _played(table: Table, side: Side, move: str) -> Sentence:
    who = seat_name(table, table.started.seat_of(side))
    return say("{who} played **{move}**.", who=who, move=Notation(move))


def _planned(table: Table, side: Side, move: str, is_planned: bool) -> Sentence:
    if not is_planned:
        return _played(table, side, move)
    who = seat_name(table, table.started.seat_of(side))
    return say("{who} had planned **{move}**.", who=who, move=Notation(move))


def _action(table: Table, match: Match, event: Event) -> Sentence:
    match event:
        case Played(notation) if match.last and match.last.side:
            return _played(table, match.last.side, notation)
        case Resigned(seat):
            return say("{who} resigned.", who=seat_name(table, seat))
        case Claimed(seat):
            return say("{who} claimed the time that ran out.", who=seat_name(table, seat))
        case Accepted(seat) if match.outcome is None:
            return say("{who} agreed: the move was taken back.", who=seat_name(table, seat))
        case Offered(seat, OfferKind.TAKE_BACK):
            return say("{who} took the last move back.", who=seat_name(table, seat))
        case _:
            return NOTHING


def _scores(match: Match, outcome: Outcome) -> Sentence:
    if not outcome.scores:
        return NOTHING
    titles = {side.key: side.title for side in match.game.spec.sides}
    counts = [
        say("{side} {points}", side=titles[side], points=points) for side, points in outcome.scores
    ]
    return say("{counts}.", counts=Listed(tuple(counts), Conjunction.NONE))


def _seated(table: Table, player: Player) -> Sentence:
    if player.is_engine:
        return opponents.described(game_of(table), player, exact=table.exact)
    who, words = named(player.user), Stranger(player.words)
    sides = game_of(table).spec.sides
    wish = next((side for side in sides if side.key == player.preferred_side), None)
    if wish and player.words:
        return say(
            "{who}, who would like {side}, adds “{words}” to the dice",
            who=who, side=wish.title, words=words,
        )  # fmt: skip
    if wish:
        return say("{who}, who would like {side}", who=who, side=wish.title)
    if player.words:
        return say("{who}, adds “{words}” to the dice", who=who, words=words)
    return say("{who}", who=who)


def _invited(player: Player) -> Sentence:
    who = mention(player.user.id)
    if player.words:
        words = Stranger(player.words)
        return say("{who} is invited, adds “{words}” to the dice", who=who, words=words)
    return say("{who} is invited", who=who)
