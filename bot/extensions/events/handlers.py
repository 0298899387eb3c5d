"""Events: what their cards and panels do."""

from dataclasses import dataclass
from typing import Final

import discord

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.extensions.events import ladder_panels as ladders
from bot.extensions.events import panels
from bot.extensions.events.acts import NO_LADDER
from bot.extensions.events.cards import card
from bot.extensions.events.opening import OpenEvent
from bot.extensions.events.values import EventKind, EventTerms
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of
from bot.interactions.game_choice import games_meant
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import Verb
from bot.messages.words.game_names import variant_list, variants_like
from bot.messages.words.locale import reader
from bot.model.errors import TableError
from bot.model.table import Request
from bot.tables.checks import require_reason
from bot.tables.setup import variants
from rules.club.groups import State
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, Stranger, say
from rules.time.time_control import read_time_control

__all__ = ["Asked", "planned"]

_SEATS: Final = 2
_LISTED: Final = 8
"""Games or variants named in a refusal."""
_THREADS: Final = (
    (discord.Permissions(create_public_threads=True), say("Create Public Threads")),
    (discord.Permissions(send_messages_in_threads=True), say("Send Messages in Threads")),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """An event as somebody asks for it, by a command or by the button of its preview."""

    game: str
    variant: str | None
    time: str
    meetings: int
    at_once: int
    closes: int
    """The days until registration ends; 0 for a ladder, where it doesn't."""
    rated: bool


async def planned(bot: Postboard, response: Response, asked: Asked) -> Message:
    """Return the card of the event as it would stand. Raises TableError or RulesError."""
    command, variant = _read(response, asked)
    event = await bot.club_events.planned(command, caller_of(response))
    terms = command.terms
    names = (
        terms.game, variant, terms.time.text, terms.meetings, terms.at_once,
        command.closes, int(terms.rated),
    )  # fmt: skip
    return panels.preview(card(event), names)


@component(verbs.EVENT_POST, DeferKind.UPDATE)
async def _post(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Open the event of a preview, once; its messages go out by themselves."""
    told = event.custom_id
    asked = Asked(
        told.text(0), told.text(1), told.text(2),
        told.number(3), told.number(4), told.number(5), bool(told.number(6)),
    )  # fmt: skip
    command, _ = _read(response, asked)
    preview = response.interaction.message
    assert preview is not None, "a button stands on a message"
    request = Request(f"preview:{preview.id}")
    await bot.club_events.open(command, caller_of(response), request)
    return Message(say("The event is open. Its card appears in this channel in a moment."))


@component(verbs.EVENT_JOIN, DeferKind.UPDATE, in_turn=True)
async def _join(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    caller, number = caller_of(response), event.custom_id.number(0)
    return card(await bot.club_events.join(number, caller, response.request))


@component(verbs.EVENT_LEAVE, in_turn=True)
async def _leave(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Leave an event; once it has begun, this withdraws, after a question."""
    number, is_sure = event.custom_id.number(0), bool(event.custom_id.number(1))
    found = await bot.club_events.shown(number, caller_of(response))
    is_early = found.state is State.OPEN
    if not is_sure and not is_early:
        return panels.question(found, verbs.EVENT_LEAVE)
    after = await bot.club_events.leave(number, caller_of(response), response.request)
    if isinstance(after.course, Ladder):
        return Message(say("You've left the ladder. Your running games of it are lost."))
    if not is_early:
        return Message(say("You've withdrawn. Your running games of this event are resigned."))
    if not response.is_from_private:
        response.defer_kind = DeferKind.UPDATE
        return card(after)
    return Message(say("You don't take part any more."))


@component(verbs.EVENT_TABLE, DeferKind.PANEL, PanelKind.READING)
async def _table(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    found = await bot.club_events.shown(event.custom_id.number(0), caller_of(response))
    return panels.table(found, response.user.id, event.custom_id.number(1))


@component(verbs.EVENT_MINE, DeferKind.PANEL, PanelKind.READING)
async def _mine(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    found = await bot.club_events.shown(event.custom_id.number(0), caller_of(response))
    threads = await bot.club_events.threads_of(found)
    return panels.mine(found, response.user.id, threads)


@component(verbs.EVENT_CHALLENGE, DeferKind.PANEL, in_turn=True)
async def _challenge(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Challenge somebody on a ladder, or ask whom."""
    number, rival = event.custom_id.number(0), Entrant(event.custom_id.number(1))
    caller = caller_of(response)
    if rival:
        after = await bot.club_events.challenge(number, caller, response.request, rival)
        return ladders.challenged(after)
    found = await bot.club_events.shown(number, caller)
    if not isinstance(found.course, Ladder):
        raise TableError(NO_LADDER)
    own = found.entrant(caller.user.id)
    rivals = await bot.club_events.rivals(found, own)
    return ladders.choose_rival(found, found.course, own, rivals)


@component(verbs.EVENT_DIRECT, DeferKind.PANEL)
async def _direct(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    number = event.custom_id.number(0)
    return panels.direct(await bot.club_events.require_director(number, caller_of(response)))


@component(verbs.EVENT_BEGIN, DeferKind.UPDATE, in_turn=True)
async def _begin(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _decide(bot, response, event)


@component(verbs.EVENT_STOP, DeferKind.UPDATE, in_turn=True)
async def _stop(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _decide(bot, response, event)


@component(verbs.EVENT_CANCEL, DeferKind.UPDATE, in_turn=True)
async def _cancel(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _decide(bot, response, event)


async def _decide(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Carry out what a director decides, after a second press."""
    verb, number = event.custom_id.verb, event.custom_id.number(0)
    caller, events = caller_of(response), bot.club_events
    if not event.custom_id.number(1):
        return panels.question(await events.require_director(number, caller), verb)
    act = {
        verbs.EVENT_BEGIN: events.begin,
        verbs.EVENT_STOP: events.stop,
        verbs.EVENT_CANCEL: events.cancel,
    }[verb]
    await act(number, caller, response.request)
    return Message(_DONE[verb])


_DONE: Final[dict[Verb, Sentence]] = {
    verbs.EVENT_BEGIN: say("The event has begun. Its games open one after another."),
    verbs.EVENT_STOP: say("The event is stopped."),
    verbs.EVENT_CANCEL: say("The event is cancelled."),
}


@component(verbs.EVENT_OUT)
async def _ask_out(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Ask why somebody is to be taken out of an event."""
    number = event.custom_id.number(0)
    found = await bot.club_events.require_director(number, caller_of(response))
    entrant = Entrant(event.number)
    if entrant not in found.people:
        raise TableError(say("They don't take part in this event any more."))
    await response.open_modal(panels.out_form(found, entrant))


@component(verbs.EVENT_OUT_PERSON)
async def _ask_person_out(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Ask why somebody is to be taken off a ladder."""
    number = event.custom_id.number(0)
    found = await bot.club_events.require_director(number, caller_of(response))
    user = await response.person(event.person)
    entrant = found.entrant(user.id)
    if entrant is None:
        raise TableError(say("{name} isn't on this ladder.", name=Stranger(user.name)))
    await response.open_modal(panels.out_form(found, entrant))


@component(verbs.EVENT_OUT_FORM, DeferKind.UPDATE, in_turn=True)
async def _out(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    number, entrant = event.custom_id.number(0), Entrant(event.custom_id.number(1))
    reason = require_reason(event.value)
    caller = caller_of(response)
    after = await bot.club_events.withdraw(number, caller, response.request, entrant, reason)
    return panels.direct(after)


@component(verbs.EVENT_HAND_OVER, DeferKind.UPDATE)
async def _hand_over(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    to, number = await response.person(event.person), event.custom_id.number(0)
    await bot.club_events.hand_over(number, caller_of(response), response.request, to)
    return Message(say("{name} directs the event now.", name=Stranger(to.name)))


def _read(response: Response, asked: Asked) -> tuple[OpenEvent, str]:
    """Return the command for an event, and the text of its variant.

    Raises TableError for a game or a variant that isn't offered, and RulesError for a text that is
    no time.
    """
    words = reader(response.locale)
    games = games_meant(asked.game, words)
    if len(games) != 1:
        raise TableError(
            say(
                "“{text}” doesn't name one game. Choose one from the list that appears while you "
                "type.",
                text=Stranger(asked.game),
            )
        )
    two = [each for each in variants(games[0]) if each.seats == _SEATS]
    if not two:
        raise TableError(say("Events are for games between two. Choose another game."))
    found = two
    if asked.variant:
        whole, begun, within = variants_like(asked.variant, two, words)
        found = whole or begun or within
    if not found or (asked.variant and len(found) > 1):
        raise TableError(
            say(
                "Choose one of these variants of {game}:\n{variants}",
                game=games[0].spec.title,
                variants=variant_list((found or two)[:_LISTED]),
            )
        )
    variant = found[0]
    terms = EventTerms(
        kind=EventKind.GROUPS if asked.closes else EventKind.LADDER,
        game=games[0].spec.key,
        options=variant.options,
        seating=variant.seating,
        time=read_time_control(asked.time),
        rated=asked.rated,
        meetings=asked.meetings,
        at_once=asked.at_once,
    )
    return OpenEvent(terms, asked.closes, _missing(response)), variant.text


def _missing(response: Response) -> tuple[Sentence, ...]:
    """Return the permissions that the bot lacks for opening threads, by Discord's names."""
    granted = response.interaction.app_permissions
    return tuple(name for permission, name in _THREADS if not granted >= permission)
