"""`/event`: groups with a final, and ladders, for people of a server."""

from dataclasses import dataclass, replace
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.events import panels, verbs
from bot.extensions.events.acts import NO_LADDER, Events
from bot.extensions.events.cards import card
from bot.extensions.events.directing import Directing, OpenEvent
from bot.extensions.events.draw import draw_check
from bot.extensions.events.own_games import mine
from bot.extensions.events.standings import title, titles
from bot.extensions.events.values import AT_ONCE, EventKind, EventTerms, ListedEvent
from bot.extensions.events.verbs import SET_DIRECTORS
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.servers.settings import answered
from bot.interactions.context import caller_of, lacking_threads, sees
from bot.interactions.controls import Controls, Press
from bot.interactions.errors import responding
from bot.interactions.game_choice import games_meant, suggest_games, suggest_variants
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, ServerKind
from bot.messages.controls.verbs import Verb
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.words.game_names import variant_list, variants_like
from bot.messages.words.locale import locale_of
from bot.messages.words.time import time_choices, time_typed
from bot.model.caller import Caller, Person
from bot.model.errors import TableError
from bot.model.table import Request
from bot.tables.checks import require_reason
from bot.tables.setup import variants
from rules.club.groups import FEWEST, MOST, State
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.folding import folded
from rules.contract.sentence import Sentence, Stranger, one_of, say
from rules.time.time_control import LONGEST_TEXT

__all__ = ["CONTROLS", "DIRECTORS", "ClubEvents"]

CONTROLS: Final = Controls()
_NAME: Final = 100
"""Characters of a choice's name."""
_LISTED: Final = 8
"""Games or variants named in a refusal."""
_Typed = app_commands.Range[str, 1, 100]
_DAYS: Final = 7
_DAYS_WITH_FULL: Final = 30
"""Days until it starts with the people who are in, if it doesn't get full."""
_USUAL_TIME: Final = "3d+1d<=10d hard"
_SEASON_TIME: Final = "3d+1d<=7d hard"
_KINDS: Final = [
    app_commands.Choice(name=text(name), value=kind.value)
    for kind, name in (
        (EventKind.GROUPS, say("Tournament (groups and a final)")),
        (EventKind.LADDER, say("Ladder")),
        (EventKind.SEASON, say("Season (divisions by strength, one season after another)")),
    )
]


@app_commands.guild_only()
class ClubEvents(
    commands.GroupCog,
    group_name="event",
    group_description=text(say("Tournaments and ladders: start one, find one, challenge")),
):
    """Events of a club."""

    @app_commands.command(
        description=text(say("Start a tournament or a ladder here, after a preview"))
    )
    @app_commands.describe(
        kind=text(say("A tournament, a ladder or a season; default: tournament")),
        game=text(say("Which game; type a name, such as draughts, checkers or backgammon")),
        variant=text(say("Board size and so on, for two players; default: the usual")),
        time=text(say("Time, at most 14 days per move; default: 3 days on the clock, +1 per move")),
        meetings=text(say("Games against each opponent: 1, 2 or 4; default: 2")),
        at_once=text(say("Games you play at the same time; default: 2")),
        full=text(say("Start as soon as this many are in, 3 to 36")),
        closes=text(say("Days until it starts; default: 7, or 30 with a full start")),
        rated=text(say("Count the games for ratings; default: yes")),
    )
    @app_commands.choices(kind=_KINDS)
    @app_commands.autocomplete(game=suggest_games, variant=suggest_variants)
    async def new(
        self,
        interaction: Interaction,
        game: _Typed,
        *,
        kind: Literal["groups", "ladder", "season"] = "groups",
        variant: _Typed | None = None,
        time: app_commands.Range[str, 1, LONGEST_TEXT] | None = None,
        meetings: app_commands.Range[int, 1, 4] | None = None,
        at_once: app_commands.Range[int, 1, 8] | None = None,
        full: app_commands.Range[int, FEWEST, MOST] | None = None,
        closes: app_commands.Range[int, 1, 30] | None = None,
        rated: bool = True,
    ) -> None:
        """Show the card as it would look, with the button that posts it."""
        async with responding(interaction) as response:
            bot, wanted = interaction.client, EventKind(kind)
            if wanted is EventKind.SEASON:
                if any((variant, time, meetings, at_once, full, closes)):
                    raise TableError(
                        say("A season has fixed terms: choose only `game` and `rated` for it.")
                    )
                await response.private(await planned(bot, response, season(game, rated=rated)))
                return
            is_ladder = wanted is EventKind.LADDER
            if is_ladder and any((meetings, at_once, full, closes)):
                raise TableError(
                    say(
                        "`meetings`, `at_once`, `full` and `closes` are for tournaments. Leave "
                        "them out for a ladder."
                    )
                )
            days = 0 if is_ladder else closes or (_DAYS if full is None else _DAYS_WITH_FULL)
            asked = Asked(
                game, variant, time or _USUAL_TIME, meetings or 2, at_once or AT_ONCE, days, rated,
                full,
            )  # fmt: skip
            await response.private(await planned(bot, response, asked))

    @new.autocomplete("time")
    async def _times(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        offered = time_choices(typed, str(interaction.locale))
        return [app_commands.Choice(name=words, value=value) for words, value in offered]

    @app_commands.command(description=text(say("Challenge someone above you on a ladder")))
    @app_commands.describe(
        person=text(say("Who to challenge; the game starts right away")),
        ladder=text(say("Which ladder; default: the one you're on")),
    )
    async def challenge(
        self,
        interaction: Interaction,
        person: discord.User,
        ladder: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Challenge a person; their game begins at once."""
        async with responding(interaction) as response:
            bot, events = interaction.client, interaction.client.service(Events)
            rival = await response.person(person)
            event_id = ladder or await _own_ladder(interaction, response.user.id)
            caller = await _caller(bot, response, event_id)
            found = await events.visible_to(event_id, caller)
            entrant = found.entrant(rival.id)
            if entrant is None:
                name = Stranger(rival.name)
                raise TableError(say("{name} isn't on {ladder}.", name=name, ladder=title(found)))
            after = await events.challenge(found.id, caller, response.request, entrant)
            await response.private(panels.challenged(after))

    @challenge.autocomplete("ladder")
    async def _ladders(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[int]]:
        locale = locale_of(str(interaction.locale))
        seen = await _seen_ladders(interaction)
        named = [
            (locale.label(name, _NAME), each.id)
            for name, each in zip(titles(seen), seen, strict=True)
        ]
        return [
            app_commands.Choice(name=name, value=number)
            for name, number in named
            if folded(typed) in folded(name)
        ]

    @app_commands.command(description=text(say("The tournaments and ladders in this server")))
    async def list(self, interaction: Interaction) -> None:
        """List the events whose channels the person can see."""
        async with responding(interaction) as response:
            bot, caller = interaction.client, caller_of(response)
            if caller.place.guild_id is None:
                raise TableError(say("Tournaments and ladders are for servers."))
            found = await bot.service(Events).listed_in(caller.place.guild_id)
            own = await bot.service(Events).present_of(response.user.id)
            seen = [each for each in found if sees(interaction, each.place.channel_id)]
            unseen = [each for each in found if each not in seen and each.id in own]
            shown = seen[: panels.LISTED]
            listing = panels.Listing(shown, unseen, has_more=len(seen) > len(shown))
            await response.private(panels.listing(listing))


async def _seen_ladders(interaction: Interaction, on: Person | None = None) -> list[ListedEvent]:
    """Return the ladders of the server whose channels the person can see; at most 25."""
    if interaction.guild_id is None:
        return []
    found = await interaction.client.service(Events).ladders_in(interaction.guild_id, on)
    return [each for each in found if sees(interaction, each.place.channel_id)]


async def _own_ladder(interaction: Interaction, person: Person) -> int:
    """Return the ladder that a person is on. Raises TableError if that isn't clear."""
    own = await _seen_ladders(interaction, person)
    if not own:
        raise TableError(say("You're not on a ladder here. `/event list` shows them."))
    if len(own) > 1:
        named = one_of(titles(own))
        raise TableError(say("Which one? Choose with `ladder`: {ladders}.", ladders=named))
    return own[0].id


async def _caller(bot: Postboard, response: Response, event_id: int) -> Caller:
    """Return the person who asks about an event, and whether they see its channel."""
    caller, channel = caller_of(response), await bot.service(Events).channel_of(event_id)
    if channel is not None and sees(response.interaction, channel):
        return replace(caller, sees=channel)
    return caller


@dataclass(frozen=True, slots=True)
class Asked:
    """An event as asked for by a command, or by the button of its preview."""

    game: str
    variant: str | None
    time: str
    meetings: int
    at_once: int
    closes: int
    """The days until registration ends; 0 for a ladder, where it doesn't."""
    rated: bool
    full: int | None = None
    """The number of people with whom it starts, if any."""
    is_season: bool = False

    @property
    def kind(self) -> EventKind:
        """The kind of the event."""
        if self.is_season:
            return EventKind.SEASON
        return EventKind.GROUPS if self.closes else EventKind.LADDER


def season(game: str, *, rated: bool) -> Asked:
    """Return a season of a game, the terms of which are the same everywhere."""
    return Asked(game, None, _SEASON_TIME, 1, AT_ONCE, 0, rated, is_season=True)


async def planned(bot: Postboard, response: Response, asked: Asked) -> Message:
    """Return the card of the event as it would look. Raises TableError or RulesError."""
    command, variant = _read(response, asked)
    event = await bot.service(Directing).planned(command, caller_of(response))
    terms = command.terms
    if asked.is_season:
        return panels.preview(card(event), [terms.game, int(terms.rated)])
    names: list[str | int] = [
        terms.game, variant, terms.time.text, terms.meetings, terms.at_once,
        command.closes, int(terms.rated),
    ]  # fmt: skip
    if terms.full_at is not None:
        names.append(terms.full_at)
    return panels.preview(card(event), names)


@CONTROLS.component(verbs.POST_FULL, DeferKind.UPDATE)
@CONTROLS.component(verbs.POST, DeferKind.UPDATE)
async def _post(bot: Postboard, response: Response, press: Press) -> Message:
    """Open the event of a preview, once; its messages go out by themselves."""
    told = press.custom_id
    asked = Asked(
        told.text(0), told.text(1), told.text(2),
        told.number(3), told.number(4), told.number(5), bool(told.number(6)),
        told.number(7) if told.verb is verbs.POST_FULL else None,
    )  # fmt: skip
    return await _opened(bot, response, asked)


@CONTROLS.component(verbs.SEASON, DeferKind.PANEL)
async def _ask_season(_bot: Postboard, _response: Response, _press: Press) -> Message:
    return panels.choose_game()


@CONTROLS.component(verbs.SEASON_GAME, DeferKind.UPDATE)
async def _season(bot: Postboard, response: Response, press: Press) -> Message:
    return await planned(bot, response, season(press.value, rated=True))


@CONTROLS.component(verbs.POST_SEASON, DeferKind.UPDATE)
async def _post_season(bot: Postboard, response: Response, press: Press) -> Message:
    told = press.custom_id
    return await _opened(bot, response, season(told.text(0), rated=bool(told.number(1))))


async def _opened(bot: Postboard, response: Response, asked: Asked) -> Message:
    command, _ = _read(response, asked)
    preview = response.interaction.message
    assert preview is not None, "a button stands on a message"
    request = Request(f"preview:{preview.id}")
    await bot.service(Directing).open(command, caller_of(response), request)
    return Message(say("Done. The card is on its way."))


@CONTROLS.component(verbs.JOIN, DeferKind.UPDATE, in_turn=True)
async def _join(bot: Postboard, response: Response, press: Press) -> Message:
    event_id = press.custom_id.number(0)
    caller = await _caller(bot, response, event_id)
    return card(await bot.service(Events).join(event_id, caller, response.request))


@CONTROLS.component(verbs.LEAVE, in_turn=True)
async def _leave(bot: Postboard, response: Response, press: Press) -> Message:
    """Leave an event; once it has begun, this withdraws, after a question."""
    event_id, is_sure = press.custom_id.number(0), bool(press.custom_id.number(1))
    caller = await _caller(bot, response, event_id)
    found = await bot.service(Events).to_leave(event_id, caller)
    is_early = found.state is State.OPEN
    if not is_sure and not is_early:
        return panels.question(found, verbs.LEAVE)
    after = await bot.service(Events).leave(event_id, caller, response.request)
    if isinstance(after.course, Ladder):
        return Message(say("You left the ladder."))
    if not is_early:
        return Message(say("You dropped out."))
    if not response.is_from_private:
        response.defer_kind = DeferKind.UPDATE
        return card(after)
    return Message(say("You left."))


@CONTROLS.component(verbs.TABLE, DeferKind.PANEL, PanelKind.READING)
async def _table(bot: Postboard, response: Response, press: Press) -> Message:
    event_id = press.custom_id.number(0)
    found = await bot.service(Events).visible_to(event_id, await _caller(bot, response, event_id))
    return panels.table(found, response.user.id, press.custom_id.number(1))


@CONTROLS.component(verbs.MINE, DeferKind.PANEL, PanelKind.READING)
async def _mine(bot: Postboard, response: Response, press: Press) -> Message:
    event_id = press.custom_id.number(0)
    found = await bot.service(Events).visible_to(event_id, await _caller(bot, response, event_id))
    games = await bot.service(Events).open_games(found)
    return mine(found, response.user.id, games)


@CONTROLS.component(verbs.CHECK_DRAW)
async def _check_draw(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Show the proof of the draw, to everyone if that is asked for."""
    event_id, is_shared = press.custom_id.number(0), bool(press.custom_id.number(1))
    found = await bot.service(Events).visible_to(event_id, await _caller(bot, response, event_id))
    if not is_shared:
        return draw_check(found)
    if not bot.cooldowns.begin(response.user.id):
        raise TableError(say("You shared something a moment ago. Try again in a minute."))
    await response.public(replace(draw_check(found), rows=()))
    return None


@CONTROLS.component(verbs.CHALLENGE, DeferKind.PANEL, in_turn=True)
async def _challenge(bot: Postboard, response: Response, press: Press) -> Message:
    """Challenge a person on a ladder, or ask whom."""
    event_id, rival = press.custom_id.number(0), Entrant(press.custom_id.number(1))
    caller = await _caller(bot, response, event_id)
    if rival:
        after = await bot.service(Events).challenge(event_id, caller, response.request, rival)
        return panels.challenged(after)
    found = await bot.service(Events).visible_to(event_id, caller)
    if not isinstance(found.course, Ladder):
        raise TableError(NO_LADDER)
    own = found.entrant(caller.user.id)
    rivals = await bot.service(Events).rivals(found, own)
    return panels.choose_rival(found, found.course, own, rivals)


@CONTROLS.component(verbs.DIRECT, DeferKind.PANEL)
async def _direct(bot: Postboard, response: Response, press: Press) -> Message:
    event_id = press.custom_id.number(0)
    caller = await _caller(bot, response, event_id)
    return panels.direct(await bot.service(Directing).require_director(event_id, caller))


@CONTROLS.component(verbs.BEGIN, DeferKind.UPDATE, in_turn=True)
async def _begin(bot: Postboard, response: Response, press: Press) -> Message:
    return await _decide(bot, response, press)


@CONTROLS.component(verbs.STOP, DeferKind.UPDATE, in_turn=True)
async def _stop(bot: Postboard, response: Response, press: Press) -> Message:
    return await _decide(bot, response, press)


@CONTROLS.component(verbs.CANCEL, DeferKind.UPDATE, in_turn=True)
async def _cancel(bot: Postboard, response: Response, press: Press) -> Message:
    return await _decide(bot, response, press)


async def _decide(bot: Postboard, response: Response, press: Press) -> Message:
    """Carry out an organizer's decision, after a second press."""
    verb, event_id = press.custom_id.verb, press.custom_id.number(0)
    caller, directing = await _caller(bot, response, event_id), bot.service(Directing)
    if not press.custom_id.number(1):
        return panels.question(await directing.require_director(event_id, caller), verb)
    act = {
        verbs.BEGIN: directing.begin,
        verbs.STOP: directing.stop,
        verbs.CANCEL: directing.cancel,
    }[verb]
    await act(event_id, caller, response.request)
    return Message(_DONE[verb])


_DONE: Final[dict[Verb, Sentence]] = {
    verbs.BEGIN: say("Started. The games are opening one after another."),
    verbs.STOP: say("Stopped."),
    verbs.CANCEL: say("Cancelled."),
}


@CONTROLS.component(verbs.OUT)
async def _ask_out(bot: Postboard, response: Response, press: Press) -> None:
    """Ask why a person is removed from an event."""
    event_id = press.custom_id.number(0)
    caller = await _caller(bot, response, event_id)
    found = await bot.service(Directing).require_director(event_id, caller)
    entrant = Entrant(press.number)
    if entrant not in found.people:
        raise TableError(say("They're no longer in it."))
    await response.open_modal(panels.out_form(found, entrant))


@CONTROLS.component(verbs.OUT_PERSON)
async def _ask_person_out(bot: Postboard, response: Response, press: Press) -> None:
    """Ask why a person is removed from a ladder."""
    event_id = press.custom_id.number(0)
    caller = await _caller(bot, response, event_id)
    found = await bot.service(Directing).require_director(event_id, caller)
    user = await response.person(press.person)
    entrant = found.entrant(user.id)
    if entrant is None:
        raise TableError(say("{name} isn't on this ladder.", name=Stranger(user.name)))
    await response.open_modal(panels.out_form(found, entrant))


@CONTROLS.component(verbs.OUT_FORM, DeferKind.UPDATE, in_turn=True)
async def _out(bot: Postboard, response: Response, press: Press) -> Message:
    event_id, entrant = press.custom_id.number(0), Entrant(press.custom_id.number(1))
    reason = require_reason(press.value)
    caller = await _caller(bot, response, event_id)
    after = await bot.service(Directing).withdraw(
        event_id, caller, response.request, entrant, reason
    )
    return panels.direct(after)


@CONTROLS.component(verbs.HAND_OVER, DeferKind.UPDATE)
async def _hand_over(bot: Postboard, response: Response, press: Press) -> Message:
    to, event_id = await response.person(press.person), press.custom_id.number(0)
    caller = await _caller(bot, response, event_id)
    await bot.service(Directing).hand_over(event_id, caller, response.request, to)
    return Message(say("{name} is the organizer now.", name=Stranger(to.name)))


def _read(response: Response, asked: Asked) -> tuple[OpenEvent, str]:
    """Return the command for an event, and the text of its variant.

    Raises TableError for a game or a variant that isn't offered, and RulesError for an invalid
    time.
    """
    locale = locale_of(response.locale)
    games = games_meant(asked.game, locale)
    if len(games) != 1:
        raise TableError(
            say(
                "Which game is “{text}”? Choose one from the list that appears while you type.",
                text=Stranger(asked.game),
            )
        )
    two = [each for each in variants(games[0]) if each.seats == panels.SEATS]
    if not two:
        raise TableError(say("That game isn't for two players. Choose another."))
    found = two
    if asked.variant:
        whole, begun, within = variants_like(asked.variant, two, locale)
        found = whole or begun or within
    if not found or (asked.variant and len(found) > 1):
        raise TableError(
            say(
                "Which {game}? Choose one of these:\n{variants}",
                game=games[0].spec.title,
                variants=variant_list((found or two)[:_LISTED]),
            )
        )
    variant = found[0]
    terms = EventTerms(
        kind=asked.kind,
        game=games[0].spec.key,
        options=variant.options,
        seating=variant.seating,
        time=time_typed(asked.time, response.locale),
        rated=asked.rated,
        meetings=asked.meetings,
        at_once=asked.at_once,
        full_at=asked.full,
    )
    missing = lacking_threads(response.interaction.app_permissions)
    return OpenEvent(terms, asked.closes, missing), variant.text


DIRECTORS: Final = answered(
    CONTROLS,
    ClubSetting(
        place=4,
        field="directors",
        kind=ServerKind.ROLE,
        verb=SET_DIRECTORS,
        off=say("Organizers: moderators"),
        line=lambda _, roles: say("- Organizers: {roles}", roles=roles),
        buttons=[Button(say("Start a season …"), for_text(verbs.SEASON))],
    ),
)
