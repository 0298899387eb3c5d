"""`/play`: a subcommand for every registered game, generated from its `Spec`."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.delivery.people import shown_name
from bot.delivery.response import Response
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, can_see, channel_of, place_of
from bot.interactions.errors import responding
from bot.interactions.publish import publish_beginning, publish_card
from bot.messages.controls.custom_ids import Verb, for_table
from bot.messages.controls.message import Button, Message, Style
from bot.messages.panels.opponents import level_choices
from bot.messages.words.text import named
from bot.messages.words.time import time_choices
from bot.model.caller import PlaceKind
from bot.model.errors import TableError
from bot.model.table import Status, Table, Terms
from bot.tables import setup as game_setup
from bot.tables.commands import Open
from engine.levels import LEVELS
from rules.contract.core import AnyGame, Option, Spec
from rules.contract.sentence import Sentence, Stranger, all_of, say
from rules.contract.series_format import SeriesFormat
from rules.match.series import formats
from rules.registry import all_games
from rules.time.time_control import LONGEST_TEXT, USUAL, TimeControl, read_time_control

__all__ = ["open_game", "open_table", "setup"]

_OPPONENTS: Final = ("opponent", "opponent2", "opponent3")
_PLAYERS: Final = "players"
_USUAL_LEVEL: Final = 2
_EITHER: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD
_NAMED: Final = inspect.Parameter.KEYWORD_ONLY


async def setup(bot: Postboard) -> None:
    """Add `/play` to the bot."""
    group = app_commands.Group(
        name="play",
        description=text(say("Open a table: invite somebody, or let anybody join")),
    )
    for game in all_games().values():
        group.add_command(_command(game))
    bot.tree.add_command(group)


def _command(game: AnyGame) -> app_commands.Command[Any, ..., None]:
    """Return the subcommand of one game; its signature is made from the spec."""
    spec = game.spec

    async def opened(interaction: Interaction, **chosen: Any) -> None:  # noqa: ANN401
        async with responding(interaction) as response:
            await open_game(interaction.client, response, game, chosen)

    fields = _fields(game)
    asking = inspect.Parameter("interaction", _EITHER, annotation=Interaction)
    asked = [
        inspect.Parameter(key, _NAMED, default=None, annotation=field.type)
        for key, field in fields.items()
    ]
    vars(opened)["__signature__"] = inspect.Signature([asking, *asked])
    app_commands.describe(**{key: text(field.text) for key, field in fields.items()})(opened)
    app_commands.choices(**{key: field.choices for key, field in fields.items() if field.choices})(
        opened
    )
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=spec.key, description=text(spec.summary), callback=opened
    )
    command.autocomplete("time")(_times)

    @command.autocomplete("level")
    async def _levels(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Offer the levels of the computer, by number and name."""
        exact = interaction.client.lookup.has_exact_values(game)
        offered = level_choices(game, str(interaction.locale), exact=exact)
        wanted = typed.strip().casefold()
        return [
            app_commands.Choice(name=words, value=number)
            for words, number in offered
            if wanted in words.casefold()
        ]

    return command


async def _times(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer time controls in words; in a private place, none that end the game by themselves."""
    is_private = place_of(interaction).kind is PlaceKind.PRIVATE
    offered = time_choices(typed, str(interaction.locale), hard=not is_private)
    return [app_commands.Choice(name=words, value=text) for words, text in offered]


@dataclass(frozen=True, slots=True)
class _Field:
    """One parameter of a subcommand."""

    type: Any
    text: Sentence
    choices: list[app_commands.Choice[str]]


def _fields(game: AnyGame) -> dict[str, _Field]:
    """Return the parameters: opponents, side, the game's own options, series and time."""
    spec = game.spec
    numbers = game_setup.numbers_of_players(game)
    fields = {
        name: _Field(discord.User, say("Who to invite, or me; left out, anybody may join"), [])
        for name in _OPPONENTS[: max(numbers) - 1]
    }
    if len(spec.seatings) > 1:
        seats = [
            app_commands.Choice(name=text(say("{count} players", count=n)), value=str(n))
            for n in numbers
        ]
        fields[_PLAYERS] = _Field(
            str, say("How many play; left out: {count} or all named", count=numbers[0]), seats
        )
    sides = [app_commands.Choice(name=text(s.title), value=s.key) for s in game_setup.sides(game)]
    fields["side"] = _Field(str, say("The side you would like; left out, it is drawn"), sides)
    for option in spec.options:
        fields[option.key] = _Field(str, _option_text(option), _option_choices(option))
    fields["level"] = _Field(int, say("How well the computer plays; left out, gently"), [])
    fields["hints"] = _Field(bool, say("Whether everybody may ask for hints; left out, no"), [])
    fields["series"] = _Field(
        str, say("Several games for points; left out, one game"), _formats(spec)
    )
    fields["time"] = _Field(
        app_commands.Range[str, 1, LONGEST_TEXT],
        say("Such as 3 days, 7d+1d<=14d, 3d hard or none; left out, 7 days for each turn"),
        [],
    )
    fields["vacation"] = _Field(bool, say("Whether vacation counts here; left out: yes"), [])
    fields["thread"] = _Field(bool, say("The table gets its own thread"), [])
    fields["quiet"] = _Field(bool, say("Earlier boards are deleted"), [])
    return fields


def _formats(spec: Spec) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=text(_format(each)), value=each.key) for each in formats(spec)]


def _format(series: SeriesFormat) -> Sentence:
    if series.source:
        return say("{series} (recommended)", series=series.title)
    return series.title


def _option_text(option: Option) -> Sentence:
    usual = next(choice.title for choice in option.choices if choice.value == option.default)
    return say("{option} (default: {usual})", option=option.title, usual=usual)


def _option_choices(option: Option) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=text(c.title), value=c.value) for c in option.choices]


async def open_game(
    bot: Postboard,
    response: Response,
    game: AnyGame,
    chosen: Mapping[str, Any],
    pressed: Message | None = None,
) -> None:
    """Open a table of a game with the choices made for it, by the names of the parameters.

    `pressed` is the new content of the private message that asked for the game. Raises TableError
    if the choices don't fit together.
    """
    interaction = response.interaction
    named = _named(chosen)
    guests = _guests(interaction, named)
    invited = [await response.person(each) for each in guests]
    asked = len(named) - len(guests)
    settings = await bot.servers.settings_of(interaction.guild_id)
    terms = _terms(game, chosen, len(invited) + asked, settings.time)
    engines = _engines(terms, chosen.get("level"), len(invited), asked)
    if engines and not invited and chosen.get("time") is None:
        terms = replace(terms, time=TimeControl())
    unseeing = [
        person
        for person, guest in zip(invited, guests, strict=True)
        if interaction.guild_id is not None and not can_see(guest)
    ]
    command = Open(
        terms, invited, chosen.get("side"), engines, unseeing,
        thread=bool(chosen.get("thread")),
    )  # fmt: skip
    await open_table(bot, response, command, pressed)


async def open_table(
    bot: Postboard, response: Response, command: Open, pressed: Message | None = None
) -> Table:
    """Open a table and show its card, or its first board if its game begins at once."""
    interaction = response.interaction
    table = await bot.tables.open(command, caller_of(response), response.request)
    if table.status is Status.OFFERED:
        await response.in_private(await _offer_thread(bot, interaction, table))
    elif table.status is Status.PLAYING:
        await publish_beginning(bot, response, table, pressed)
    else:
        await publish_card(bot, response, table, pressed)
    return table


def _engines(terms: Terms, level: int | None, invited: int, asked: int) -> tuple[int, ...]:
    """Return the levels of the computer opponents, for the seats asked for or for all free ones.

    Raises TableError if a level is given but no seat is left for it.
    """
    free = len(terms.configured.spec.seatings[terms.seating]) - 1 - invited
    if level is not None and not free:
        raise TableError(say("You named a level, but no seat is left for the computer."))
    seats = asked or (free if level is not None else 0)
    return (LEVELS[_USUAL_LEVEL - 1].number if level is None else level,) * seats


def _terms(game: AnyGame, chosen: Mapping[str, Any], invited: int, usual: str | None) -> Terms:
    """Return the terms that the host proposes; `usual` is the server's default time control.

    Raises TableError if they don't fit together, RulesError for a text that isn't a time control.
    """
    options = {option.key: chosen.get(option.key) or option.default for option in game.spec.options}
    spec = game.configured(options).spec
    players = chosen.get(_PLAYERS) if len(game.spec.seatings) > 1 else None
    seating = game_setup.chosen_seating(spec, int(players) if players else None, invited)
    side = chosen.get("side")
    if side and side not in {each.key for each in spec.sides}:
        raise TableError(
            say(
                "With these options {game} is played by {sides}. Choose one of them.",
                game=spec.title,
                sides=all_of(each.title for each in spec.sides),
            )
        )
    time = chosen.get("time") or usual
    control = USUAL if time is None else read_time_control(time)
    agreed = {
        "hints": bool(chosen.get("hints")),
        "vacation": chosen.get("vacation") is not False,
        "quiet": bool(chosen.get("quiet")),
    }
    return Terms(game.spec.key, options, seating, control, chosen.get("series"), **agreed)


def _named(chosen: Mapping[str, Any]) -> list[discord.User | discord.Member]:
    return [chosen[name] for name in _OPPONENTS if chosen.get(name) is not None]


def _guests(
    interaction: discord.Interaction, named: Sequence[discord.User | discord.Member]
) -> list[discord.User | discord.Member]:
    """Return the people among those named, who may also be this bot itself.

    Raises TableError for oneself, another bot, or the same person twice.
    """
    users = [user for user in named if user != interaction.client.user]
    for user in users:
        if user.id == interaction.user.id:
            raise TableError(
                say("You can't be your own opponent. Leave `opponent` out, and anybody may join.")
            )
        if user.bot:
            raise TableError(
                say(
                    "{name} is a bot and doesn't play. Invite a person, or me.",
                    name=Stranger(shown_name(user)),
                )
            )
    if len({user.id for user in users}) < len(users):
        raise TableError(
            say("You invited the same person twice. Each seat needs a different person.")
        )
    return users


async def _offer_thread(bot: Postboard, interaction: discord.Interaction, table: Table) -> Message:
    running = await bot.lookup.running_in(channel_of(interaction))
    row = [Button(say("Open a thread"), for_table(Verb.THREAD, table), Style.PRIMARY)]
    if running is None:
        asked = say("This game gets a thread of its own. **Open a thread** makes it.")
        return Message(asked, rows=(row,))
    names = all_of(named(player.user) for player in running.seated)
    return Message(
        say(
            "{names} are playing in this channel, which has one game at a time. Your game can have "
            "a thread of its own.",
            names=names,
        ),
        rows=(row,),
    )
