"""The sentences about tables; nothing is sent from here."""

from collections.abc import Iterable
from typing import Final

from bot.messages.words.endings import result, rule_line
from bot.messages.words.sides import game_of, seat_name, side_name, sides_in, sides_of
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, mention, named
from bot.messages.words.turns import against
from bot.model.boards import Boards
from bot.model.moments import date, time_left
from bot.model.queues import AGREEMENT
from bot.model.ratings import unratable
from bot.model.table import Player, Table
from engine.levels import find_level
from rules.contract.core import Dice
from rules.contract.sentence import Notation, Sentence, Stranger, all_of, say, say_n
from rules.log.events import (
    Accepted,
    Declined,
    Offered,
    OfferKind,
    ResignWanted,
    ResignWithdrawn,
)
from rules.match.series import find_format
from rules.time.duration import DAY, in_words
from rules.time.time_control import Untimed

__all__ = [
    "answered",
    "begun_line",
    "card",
    "first_in_line",
    "game_of",
    "offered",
    "paired_line",
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

_SHOWN: Final = 8
"""The digits of a seal that a card shows; the message above it shows all."""


def terms_line(table: Table) -> Sentence:
    """Return the game's title with everything agreed that isn't the usual."""
    return dotted(
        say("**{game}**", game=game_of(table).spec.title), *_options(table), *_rest(table)
    )


def begun_line(table: Table) -> Sentence:
    """Return the players of a started game, its title and what isn't usual."""
    seats, game = table.started.seats, game_of(table).spec.title
    players = against(table.first_at(seat).plain for seat in seats)
    return dotted(
        say("**{players}** · {game}", players=players, game=game), *_options(table), *_rest(table)
    )


def first_in_line(left: Iterable[Player]) -> Sentence:
    """Return what a player reads after the other one declined their paired game."""
    names = all_of(named(each.user) for each in left)
    return say("No game this time, {left}. You're first in line for the next.", left=names)


def paired_line(table: Table) -> Sentence:
    """Return the terms of a paired game in small print. Its thread says who plays what."""
    rated = say("rated") if table.is_rated else say("unrated")
    paired = say("Paired game")
    return say("-# {terms}", terms=dotted(paired, table.terms.time.words, rated))


def _options(table: Table) -> list[Sentence]:
    """Return the options of the game that aren't the usual ones, the series and hints."""
    game = game_of(table)
    agreed = [
        choice.title
        for option in game.spec.options
        for choice in option.choices
        if choice.value == table.terms.options.get(option.key, option.default) != option.default
    ]
    if table.terms.series_format is not None:
        agreed.append(find_format(game.spec, table.terms.series_format).title)
    if table.terms.hints:
        agreed.append(say("hints allowed"))
    return agreed


def _rest(table: Table) -> list[Sentence]:
    """Return whether the game is rated, and its time."""
    agreed = [say("rated")] if table.is_rated else []
    if not isinstance(table.terms.time.limit, Untimed):
        agreed.append(table.terms.time.words)
    return agreed


def card(table: Table) -> Sentence:
    """Return the text of a table's card before its game starts."""
    spec = game_of(table).spec
    return lines(
        _changed_terms(table),
        _headline(table),
        spec.summary,
        _present(table),
        say("Everyone's here. Press **Start**.") if table.is_ready else NOTHING,
        say("-# {terms}", terms=dotted(*_small(table))),
    )


def _headline(table: Table) -> Sentence:
    """Return who plays, who is invited, or whom the game waits for."""
    game, free = game_of(table).spec.title, len(table.seating) - len(table.players)
    who = all_of(named(player.plain) for player in table.seated)
    if table.is_full:
        players = against(player.plain for player in table.seated)
        return say("**{players}** · {game}", players=players, game=game)
    if table.invited:
        return say(
            "**{host} invites you to {game}** {guests}",
            host=named(table.host), game=game,
            guests=all_of(mention(player.user.id) for player in table.invited),
        )  # fmt: skip
    if free == 0:
        return say("**{who}** · {game}", who=who, game=game)
    if len(table.seated) > 1:
        return dotted(say("**{who}**", who=who), _open_seats(free), game)
    looking = say_n(
        "**{who} is looking for an opponent**", "**{who} is looking for {count} opponents**",
        free, who=who,
    )  # fmt: skip
    return dotted(looking, game)


def _open_seats(free: int) -> Sentence:
    return say_n("1 open seat", "{count} open seats", free)


def _present(table: Table) -> Sentence:
    """Return who else has a seat where the headline names only the host, and their wishes."""
    seated = [_seated(table, player) for player in table.seated]
    if table.invited and len(seated) > 1:
        told = [say("In: {players}", players=all_of(seated))]
    else:
        told = [
            said for player, said in zip(table.seated, seated, strict=True) if said != _name(player)
        ]
    told += [_invited(player) for player in table.invited if player.words]
    told += [say("{who} declined", who=named(player.user)) for player in table.declined]
    free = len(table.seating) - len(table.players)
    if table.invited and free:
        told.append(_open_seats(free))
    return dotted(*told)


def _small(table: Table) -> list[Sentence]:
    """Return the terms in short, without the usual ones."""
    terms, turns = table.terms, game_of(table).spec.typical_turns
    said = [terms.time.words]
    if not terms.vacation:
        said.append(say("vacation doesn't stop the clock"))
    if table.is_rated:
        said.append(say("rated"))
    elif unratable(terms, table.place, with_engine=bool(table.engines)) is None:
        said.append(say("unrated"))
    said += [*_options(table), *_boards(terms.boards)]
    if turns:
        said.append(say("about {turns} moves each", turns=Notation(turns)))
    if table.dice:
        said.append(say("🎲 fair dice {seal}", seal=Notation(table.dice.seal[:_SHOWN])))
    return said


def _changed_terms(table: Table) -> Sentence:
    """Return what has changed and who has to agree, or nothing once everyone has."""
    change, terms = table.terms_change, table.terms
    if change is None or not table.to_agree:
        return NOTHING
    said = {
        "hints": say("Hints are allowed now.")
        if terms.hints
        else say("Hints aren't allowed any more."),
        "vacation": say("Vacation stops the clock now.")
        if terms.vacation
        else say("Vacation doesn't stop the clock any more."),
        "rated": say("The game is rated now.") if terms.rated else say("The game is unrated now."),
    }
    return lines(
        in_a_row(
            say("**{who} changed the settings.**", who=named(table.host)),
            *(said[each] for each in change.fields if each in said),
        ),
        say(
            "{people}: press **Agree** to stay in ({deadline}).",
            people=all_of(mention(player.user.id) for player in table.to_agree),
            deadline=date(change.at + AGREEMENT),
        ),
    )


def _boards(chosen: Boards | None) -> list[Sentence]:
    """Return what was agreed about old boards."""
    match chosen:
        case Boards.ALL:
            return [say("old boards keep their pictures")]
        case Boards.NEWEST:
            return [say("old boards are deleted")]
        case _:
            return []


def turn_line(table: Table) -> Sentence:
    """Return whose turn it is, and its deadline."""
    match = table.started
    turn, seat = match.turn, match.seat_due
    if seat is None or turn is None or isinstance(turn, Dice):
        return say("The bot rolls the dice.")
    user = table.at(seat).user
    if table.at(seat).is_engine:
        return say("{who} is thinking.", who=seat_name(table, seat))
    who = say("**{who}**", who=named(user))
    side = side_name(match.game.spec.side(turn))
    return in_a_row(
        say("{who} to move ({side}).", who=who, side=side),
        say("Due {deadline}.", deadline=time_left(table.due_at)) if table.due_at else NOTHING,
        say("Unanswered: {offer}.", offer=match.offer.kind.title)
        if match.offer and match.offer.by != seat
        else NOTHING,
    )


def state_line(table: Table) -> Sentence:
    """Return the result of the game or, while it goes on, whose turn it is; no one is pinged."""
    return result(table) if table.started.outcome else turn_line(table)


def offered(table: Table, event: Offered, keep: int) -> Sentence:
    """Return the proposal of a seat; a take-back leaves `keep` plies."""
    who = say("{who}", who=named(table.at(event.seat).user))
    match event.kind:
        case OfferKind.DRAW:
            return say("{who} offers a draw.", who=who)
        case OfferKind.TAKE_BACK:
            return _take_back(table, who, keep)
        case OfferKind.COUNT:
            return say("{who} wants to stop here and count.", who=who)
        case OfferKind.ABORT:
            return say("{who} wants to call the game off. No one wins or loses.", who=who)
        case OfferKind.PAUSE:
            days = in_words(event.days * DAY)
            return say("{who} asks to pause for {days}.", who=who, days=days)
        case OfferKind.RESUME:
            return say("{who} asks to resume now.", who=who)
        case OfferKind.TIME:
            days = in_words(event.days * DAY)
            return say("{who} offers {days} more time.", who=who, days=days)
        case _:
            return say("{who} makes a {offer}.", who=who, offer=event.kind.title)


def _take_back(table: Table, who: Sentence, keep: int) -> Sentence:
    """Return the request to take moves back, with the moves."""
    gone = [ply for ply in table.started.plies[keep:] if ply.side]
    if not gone:
        return say("{who} asks to take back the last move.", who=who)
    own, *others = (say("**{move}**", move=Notation(ply.notation)) for ply in gone)
    if not others:
        return say("{who} asks to take back {move}.", who=who, move=own)
    return say(
        "{who} asks to take back {move}, which also undoes {others}.",
        who=who, move=own, others=all_of(others),
    )  # fmt: skip


def answered(
    table: Table, event: Accepted | Declined, *, withdrawn: bool, kind: OfferKind
) -> Sentence:
    """Return a seat's answer to an offer, if it leaves the position as it is."""
    who, offer = named(table.at(event.seat).user), kind.title
    if isinstance(event, Accepted):
        return say("{who} agrees. Waiting for the others.", who=who)
    if withdrawn:
        return say("{who} withdrew the {offer}.", who=who, offer=offer)
    return say("{who} declined the {offer}.", who=who, offer=offer)


def would_resign(table: Table, event: ResignWanted | ResignWithdrawn) -> Sentence:
    """Return the wish of a seat with allies to resign, or its end, and who still has to agree."""
    who, match = named(table.at(event.seat).user), table.started
    if isinstance(event, ResignWithdrawn):
        return say("{who} wants to keep playing.", who=who)
    team = sorted((match.allies_of(event.seat) | {event.seat}) - match.clock.engines)
    missing = all_of(mention(table.at(seat).user.id) for seat in team if seat not in match.wanting)
    return say(
        "{who} wants to resign ({count} of {all} on the team). {allies}, do you agree?",
        who=who, count=len(team) - len(missing.items), all=len(team), allies=missing,
    )  # fmt: skip


def _name(player: Player) -> Sentence:
    return say("{who}", who=named(player.plain))


def _seated(table: Table, player: Player) -> Sentence:
    """Return a player with the side they prefer and their words for the dice."""
    if player.is_engine:
        assert player.level is not None, "an engine has a level"
        how = find_level(player.level).described(exact=table.exact)
        return say("{who} (computer, {how})", who=named(player.plain), how=how)
    who, words = named(player.user), Stranger(player.words)
    # Against computers alone there is no one else to tell, and no one whose wish could differ.
    is_alone = table.is_ready and len(table.seated) == len(table.engines) + 1
    sides = () if is_alone else game_of(table).spec.sides
    wish = next((side for side in sides if side.key == player.preferred_side), None)
    if wish and player.words:
        return say(
            "{who} (prefers {side}, dice words: “{words}”)", who=who, side=wish.title, words=words
        )
    if wish:
        return say("{who} (prefers {side})", who=who, side=wish.title)
    if player.words:
        return say("{who} (dice words: “{words}”)", who=who, words=words)
    return _name(player)


def _invited(player: Player) -> Sentence:
    words = Stranger(player.words)
    return say("{who} (dice words: “{words}”)", who=named(player.user), words=words)
