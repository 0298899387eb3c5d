"""The sentences about tables; nothing is sent from here."""

from typing import Final

from bot.messages.words.endings import result, rule_line
from bot.messages.words.sides import game_of, seat_name, side_name, sides_in, sides_of
from bot.messages.words.text import NOTHING, code, dotted, in_a_row, lines, mention, named
from bot.messages.words.time import agreed_time
from bot.messages.words.turns import versus
from bot.model.boards import Boards
from bot.model.moments import time_left
from bot.model.queues import AGREEMENT
from bot.model.ratings import unratable
from bot.model.table import Player, Table
from engine.levels import find_level
from rules.contract.capabilities import Solvable
from rules.contract.core import Dice
from rules.contract.sentence import Notation, Sentence, Stranger, all_of, say
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
    "game_of",
    "offered",
    "result",
    "rule_line",
    "seat_name",
    "side_name",
    "sides_in",
    "sides_of",
    "state_line",
    "terms_below",
    "terms_line",
    "turn_line",
    "would_resign",
]

_SHOWN: Final = 8
"""The digits of a seal that a card shows; the message above it shows all."""


def terms_line(table: Table) -> Sentence:
    """Return the game's title with what was agreed apart from the usual."""
    return dotted(
        say("**{game}**", game=game_of(table).spec.title), *_options(table), *_rest(table)
    )


def terms_below(table: Table) -> Sentence:
    """Return in small letters what was agreed apart from the usual, or nothing."""
    agreed = [*_options(table), *_rest(table)]
    return say("-# {terms}", terms=dotted(*agreed)) if agreed else NOTHING


def begun_line(table: Table) -> Sentence:
    """Return who plays a game that has begun, with the same."""
    players, game = versus(table), game_of(table).spec.title
    who = say("**{players} · {game}**", players=players, game=game)
    return dotted(who, *_options(table), *_rest(table))


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
        agreed.append(say("with hints"))
    return agreed


def _rest(table: Table) -> list[Sentence]:
    """Return whether the game is rated, and its time."""
    agreed = [say("rated")] if table.is_rated else []
    if not isinstance(table.terms.time.limit, Untimed):
        agreed.append(table.terms.time.words)
    return agreed


def card(table: Table) -> Sentence:
    """Return the text of a table's card before its game starts."""
    free = len(table.seating) - len(table.players)
    turns = game_of(table).spec.typical_turns
    return lines(
        dotted(say("**{game}**", game=game_of(table).spec.title), *_options(table)),
        game_of(table).spec.summary,
        *(say("- {player}", player=_seated(table, player)) for player in table.seated),
        *(say("- {player}", player=_invited(player)) for player in table.invited),
        *(say("- ~~{who}~~ declined", who=named(player.user)) for player in table.declined),
        *[say("- *a free place*")] * free,
        _changed_terms(table),
        say("Everybody is here. **Begin** starts the game.") if table.is_ready else NOTHING,
        say("-# Discord archives a thread that rests for a week; any message reopens it.")
        if table.place.parent_id is not None
        else NOTHING,
        _boards(table.terms.boards),
        _rating(table),
        say("-# ⏱ {time}", time=agreed_time(table.terms.time, vacation=table.terms.vacation)),
        say("-# A game usually takes {turns} turns each.", turns=Notation(turns))
        if turns
        else NOTHING,
        say(
            "-# 🎲 Sealed dice: {seal}. `/game dice` says what that means.",
            seal=code(table.dice.seal[:_SHOWN]),
        )
        if table.dice
        else NOTHING,
    )


def _changed_terms(table: Table) -> Sentence:
    """Return what has changed, and who has to agree; nothing once everybody has."""
    change, terms = table.terms_change, table.terms
    if change is None or not table.to_agree:
        return NOTHING
    said = {
        "hints": say("Everybody may ask for hints now.")
        if terms.hints
        else say("There are no hints any more."),
        "vacation": say("Vacation counts now.")
        if terms.vacation
        else say("Vacation doesn't count any more."),
        "rated": say("The result is rated now.")
        if terms.rated
        else say("The result isn't rated any more."),
    }
    return lines(
        in_a_row(
            say("**The terms have changed.**"),
            *(said[each] for each in change.fields if each in said),
        ),
        say(
            "{people}: **Agree** keeps your place on these terms. Without it, you lose the place "
            "{deadline}.",
            people=all_of(mention(player.user.id) for player in table.to_agree),
            deadline=time_left(change.at + AGREEMENT),
        ),
    )


def _rating(table: Table) -> Sentence:
    """Return whether the game is rated, where it could be."""
    if table.is_rated:
        return say("-# Rated: the result counts for your ratings in this server.")
    if unratable(table.terms, table.place, with_engine=bool(table.engines)) is None:
        return say("-# Not rated: the result doesn't count for ratings.")
    return NOTHING


def _boards(chosen: Boards | None) -> Sentence:
    """Return what was agreed about earlier boards."""
    match chosen:
        case Boards.ALL:
            return say("-# Earlier boards keep their pictures.")
        case Boards.NEWEST:
            return say("-# A board is deleted once a newer one is shown.")
        case _:
            return NOTHING


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
        say("{who} to move as {side}.", who=who, side=side),
        say("Due {deadline}.", deadline=time_left(table.due_at)) if table.due_at else NOTHING,
        say("A {offer} waits for an answer.", offer=match.offer.kind.title)
        if match.offer and match.offer.by != seat
        else NOTHING,
    )


def state_line(table: Table) -> Sentence:
    """Return the result of the game or, while it goes on, whose turn it is; nobody is pinged."""
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
    who, offer = named(table.at(event.seat).user), kind.title
    if isinstance(event, Accepted):
        return say("{who} agrees. The others still have to answer.", who=who)
    if withdrawn:
        return say("{who} withdrew the {offer}.", who=who, offer=offer)
    return say("{who} declined the {offer}.", who=who, offer=offer)


def would_resign(table: Table, event: ResignWanted | ResignWithdrawn) -> Sentence:
    """Return the wish of a seat with allies to resign, or its end, and who still has to agree."""
    who, match = named(table.at(event.seat).user), table.started
    if isinstance(event, ResignWithdrawn):
        return say("{who} would rather go on.", who=who)
    team = sorted((match.allies_of(event.seat) | {event.seat}) - match.clock.engines)
    missing = all_of(mention(table.at(seat).user.id) for seat in team if seat not in match.wanting)
    return say(
        "{who} would resign, {count} of {all} in the team. {allies}: do you resign too?",
        who=who, count=len(team) - len(missing.items), all=len(team), allies=missing,
    )  # fmt: skip


def _seated(table: Table, player: Player) -> Sentence:
    if player.is_engine:
        return _engine(table, player)
    who, words = named(player.user), Stranger(player.words)
    # Against computers alone there is nobody else to tell, and nobody whose wish could differ.
    is_alone = table.is_ready and len(table.seated) == len(table.engines) + 1
    sides = () if is_alone else game_of(table).spec.sides
    wish = next((side for side in sides if side.key == player.preferred_side), None)
    if wish and player.words:
        return say(
            "{who}, who would like {side} and adds “{words}” to the dice",
            who=who, side=wish.title, words=words,
        )  # fmt: skip
    if wish:
        return say("{who}, who would like {side}", who=who, side=wish.title)
    if player.words:
        return say("{who}, who adds “{words}” to the dice", who=who, words=words)
    return say("{who}", who=who)


def _engine(table: Table, player: Player) -> Sentence:
    """Return the name of a computer opponent, and how it chooses its moves.

    For the strongest level, the text says what the exact values of the game would change.
    """
    assert player.level is not None, "an engine has a level"
    game, level = game_of(table), find_level(player.level)
    missing = NOTHING
    if isinstance(game, Solvable) and not (table.exact or level.error):
        missing = say(
            "With the table of exact values that {command} makes where the bot runs, it would "
            "never err.",
            command=code("make exact"),
        )
    said = say(
        "{who}, a computer opponent, {how}.",
        who=named(player.user), how=level.described(game, exact=table.exact),
    )  # fmt: skip
    return in_a_row(said, missing)


def _invited(player: Player) -> Sentence:
    who = mention(player.user.id)
    if player.words:
        words = Stranger(player.words)
        return say("{who} is invited and adds “{words}” to the dice", who=who, words=words)
    return say("{who} is invited", who=who)
