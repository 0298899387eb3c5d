"""The sentences about tables; nothing is sent from here."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from bot.messages.words import opponents
from bot.messages.words.endings import result, rule_line, told
from bot.messages.words.sides import game_of, seat_name, side_name, sides_in, sides_of
from bot.messages.words.text import NOTHING, code, dotted, in_a_row, lines, mention, named
from bot.messages.words.time import agreed_time
from bot.model.engines import unseen_plies
from bot.model.moments import time_left
from bot.model.pings import offer_pings
from bot.model.table import Player, Table
from bot.tables.advance import automatic_tail, planned_plies
from rules.contract.capabilities import RollsToStart
from rules.contract.core import Dice, Roll, Side
from rules.contract.sentence import Notation, Sentence, Stranger, all_of, say
from rules.log.events import (
    Accepted,
    Declined,
    Event,
    Granted,
    Offered,
    OfferKind,
    Played,
    ResignWanted,
    ResignWithdrawn,
    Resumed,
)
from rules.match.match import Match, Ply
from rules.match.series import find_format
from rules.time.duration import DAY, in_words
from rules.time.time_control import Untimed

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


def terms_line(table: Table) -> Sentence:
    """Return the game's title with all agreed options."""
    game = game_of(table)
    agreed = [
        choice.title
        for option in game.spec.options
        for choice in option.choices
        if choice.value == table.terms.options.get(option.key, option.default)
    ]
    if table.terms.series_format is not None:
        agreed.append(find_format(game.spec, table.terms.series_format).title)
    if table.terms.hints:
        agreed.append(say("with hints"))
    if not isinstance(table.terms.time.limit, Untimed):
        agreed.append(table.terms.time.words)
    return dotted(say("**{game}**", game=game.spec.title), *agreed)


def card(table: Table) -> Sentence:
    """Return the text of a table's card before its game starts."""
    free = len(table.seating) - len(table.players)
    turns = game_of(table).spec.typical_turns
    return lines(
        terms_line(table),
        game_of(table).spec.summary,
        *(say("- {player}", player=_seated(table, player)) for player in table.seated),
        *(say("- {player}", player=_invited(player)) for player in table.invited),
        *(say("- ~~{who}~~ declined", who=named(player.user)) for player in table.declined),
        *[say("- *a free place*")] * free,
        say("Everybody is here. **Begin** starts the game.") if table.is_full else NOTHING,
        say("-# Discord archives a thread that rests for a week; any message reopens it.")
        if table.place.parent_id is not None
        else NOTHING,
        say("-# Quiet: a board is deleted once a newer one is shown.")
        if table.terms.quiet
        else NOTHING,
        say("-# ⏱ {time}", time=agreed_time(table.terms.time, vacation=table.terms.vacation)),
        say("-# A game usually takes {turns} turns each.", turns=Notation(turns))
        if turns
        else NOTHING,
        say(
            "-# 🎲 The dice are sealed: {seal}. More with `/game dice`.",
            seal=_both_ends(table.dice.seal),
        )
        if table.dice
        else NOTHING,
    )


def _both_ends(seal: str) -> Sentence:
    """Return both ends of a seal; the message above the card and `/game dice` show all of it."""
    return say("{ends}", ends=code(f"{seal[:6]}…{seal[-6:]}"))


def headline(table: Table) -> Sentence:
    """Return the line above a public board: what happened, and whose turn it is."""
    match = table.started
    ending = result(table, told(table)) if match.outcome else turn_line(table, ping=True)
    hosts = automatic_tail(match)
    count = len(match.entries) - len(hosts)
    planned = planned_plies(match, count)
    if planned:
        said = (_planned(table, *ply) for ply in planned)
        return in_a_row(*said, ending)
    if count > 1:
        events = (entry.event for entry in reversed(match.entries[:count]))
        happened = next(each for each in events if not isinstance(each, Granted))
        return in_a_row(
            *(_played(table, side, move) for side, move in unseen_plies(match, count)),
            _action(table, match, happened),
            *_rolled(table, match, hosts),
            ending,
        )
    seats = dotted(*(seat_name(table, seat) for seat in match.seats))
    beginning = say("{terms}: {seats}", terms=terms_line(table), seats=seats)
    return lines(beginning, in_a_row(_opening(match, hosts), ending))


def turn_line(table: Table, *, ping: bool = False) -> Sentence:
    """Return whose turn it is, and its deadline."""
    match = table.started
    turn, seat = match.turn, match.seat_due
    if seat is None or turn is None or isinstance(turn, Dice):
        return say("The bot rolls the dice.")
    user = table.at(seat).user
    if table.at(seat).is_engine:
        return say("{who} is thinking.", who=seat_name(table, seat))
    who = say("{who}", who=mention(user.id)) if ping else say("**{who}**", who=named(user))
    side = side_name(match.game.spec.side(turn))
    return in_a_row(
        say("{who} to move as {side}.", who=who, side=side),
        say("Due {deadline}.", deadline=time_left(table.due_at)) if table.due_at else NOTHING,
        say("A {offer} waits for an answer.", offer=match.offer.kind.title)
        if match.offer and match.offer.by != seat
        else NOTHING,
    )


def state_line(table: Table) -> Sentence:
    """Return the result of the game or, while it goes on, whose turn it is; nobody is pinged."""
    return result(table) if table.started.outcome else turn_line(table)


def offered(table: Table, event: Offered, keep: int, *, asking: bool = True) -> Sentence:
    """Return the proposal of a seat, and who has to answer; a take-back leaves `keep` plies.

    Without `asking`, it only says what was proposed.
    """
    return in_a_row(_proposal(table, event, keep), _question(table) if asking else NOTHING)


def _question(table: Table) -> Sentence:
    asked = offer_pings(table)
    others = in_a_row(*(say("{who}", who=mention(ping.person)) for ping in asked))
    return say("{others}: do you agree?", others=others) if asked else NOTHING


def _proposal(table: Table, event: Offered, keep: int) -> Sentence:
    who = seat_name(table, event.seat)
    match event.kind:
        case OfferKind.DRAW:
            return say("{who} offers a draw.", who=who)
        case OfferKind.TAKE_BACK:
            return _take_back(table, who, keep)
        case OfferKind.COUNT:
            return say("{who} proposes to stop here and count.", who=who)
        case OfferKind.ABORT:
            return say("{who} proposes to end this game without a result.", who=who)
        case OfferKind.PAUSE:
            days = in_words(event.days * DAY)
            return say("{who} proposes to pause for {days}.", who=who, days=days)
        case OfferKind.RESUME:
            return say("{who} proposes to end the pause.", who=who)
        case OfferKind.TIME:
            days = in_words(event.days * DAY)
            return say("{who} would give {days} more.", who=who, days=days)
        case _:
            return say("{who} makes a {offer}.", who=who, offer=event.kind.title)


def _take_back(table: Table, who: Sentence, keep: int) -> Sentence:
    """Return the request to take moves back, with the moves."""
    gone = [ply for ply in table.started.plies[keep:] if ply.side]
    if not gone:
        return say("{who} asks to take the last move back.", who=who)
    own, *others = (say("**{move}**", move=Notation(ply.notation)) for ply in gone)
    if not others:
        return say("{who} asks to take back {move}.", who=who, move=own)
    return say(
        "{who} asks to take back {move}, and {others} with it.",
        who=who, move=own, others=all_of(others),
    )  # fmt: skip


def answered(
    table: Table, event: Accepted | Declined, *, withdrawn: bool, kind: OfferKind
) -> Sentence:
    """Return a seat's answer to an offer, if it leaves the position as it is."""
    who, offer = seat_name(table, event.seat), kind.title
    if isinstance(event, Accepted):
        return say("{who} agrees. The others still have to answer.", who=who)
    if withdrawn:
        return say("{who} withdrew the {offer}.", who=who, offer=offer)
    return say("{who} declined the {offer}.", who=who, offer=offer)


def would_resign(table: Table, event: ResignWanted | ResignWithdrawn) -> Sentence:
    """Return the wish of a seat with allies to resign, or its end, and who still has to agree."""
    who, match = seat_name(table, event.seat), table.started
    if isinstance(event, ResignWithdrawn):
        return say("{who} would rather go on.", who=who)
    team = sorted((match.allies_of(event.seat) | {event.seat}) - match.clock.engines)
    missing = all_of(mention(table.at(seat).user.id) for seat in team if seat not in match.wanting)
    return say(
        "{who} would resign, {count} of {all} in the team. {allies}: do you resign too?",
        who=who, count=len(team) - len(missing.items), all=len(team), allies=missing,
    )  # fmt: skip


def _opening(match: Match, hosts: Sequence[Ply]) -> Sentence:
    """Return the rolls that decided who begins; all but the last were equal."""
    if not hosts:
        return NOTHING
    first, *rest = (_dice_of(match, ply) for ply in hosts)
    rolls = first
    for each in rest:
        rolls = say("{before}, then {roll}", before=rolls, roll=each)
    return say("The opening roll is {rolls}.", rolls=rolls)


def _dice_of(match: Match, ply: Ply) -> Sentence:
    """Return an opening roll, with the side of each die if each side rolled one."""
    if not isinstance(match.game, RollsToStart) or not isinstance(ply.move, Roll):
        return say("{pips}", pips=_pips(ply))
    dice = (
        say("{side} {pips}", side=side_name(match.game.spec.side(side)), pips=pips)
        for side, pips in zip(match.game.opening_dice, ply.move.pips, strict=True)
    )
    return say("{dice}", dice=all_of(dice))


def _rolled(table: Table, match: Match, hosts: Sequence[Ply]) -> Iterator[Sentence]:
    """Yield the players whose turns the host began with a roll, and those who then passed."""
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
        case Resumed():
            return say("The pause is over.")
        case Accepted(seat) if match.outcome is None:
            return say("{who} agreed to the take-back.", who=seat_name(table, seat))
        case Offered(seat, OfferKind.TAKE_BACK):
            return say("{who} took the last move back.", who=seat_name(table, seat))
        case _:
            return NOTHING


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
