"""`/play`: a subcommand for every registered game, generated from its `Spec`."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands

from bot.answering import answering
from bot.client import Interaction, Postboard
from bot.keys import button
from bot.posts import Post
from bot.records import Person, Player, Standing, Status, Terms
from bot.refusals import Refusal
from bot.reply import Reply
from bot.rooms.lobby import publish_card
from rules.core import Option, Spec
from rules.registry import all_games

__all__ = ["setup"]

_OPPONENTS: Final = ("opponent", "opponent2", "opponent3")
_DAYS: Final = 30
_EITHER: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD
_NAMED: Final = inspect.Parameter.KEYWORD_ONLY


async def setup(bot: Postboard) -> None:
    """Add `/play` to the bot."""
    group = app_commands.Group(
        name="play",
        description="Open a table: invite somebody, or let anybody join",
        guild_only=True,
    )
    for game in all_games().values():
        group.add_command(_command(game.spec))
    bot.tree.add_command(group)


def _command(spec: Spec) -> app_commands.Command[Any, ..., None]:
    """Return the subcommand of one game; its signature is made from the spec."""

    async def opened(interaction: Interaction, **chosen: Any) -> None:  # noqa: ANN401
        async with answering(interaction) as reply:
            await _open(interaction, reply, spec, chosen)

    fields = _fields(spec)
    asking = inspect.Parameter("interaction", _EITHER, annotation=Interaction)
    asked = [
        inspect.Parameter(key, _NAMED, default=None, annotation=field.type)
        for key, field in fields.items()
    ]
    vars(opened)["__signature__"] = inspect.Signature([asking, *asked])
    app_commands.describe(**{key: field.text for key, field in fields.items()})(opened)
    app_commands.choices(**{key: field.choices for key, field in fields.items() if field.choices})(
        opened
    )
    return app_commands.Command(name=spec.key, description=spec.summary, callback=opened)


@dataclass(frozen=True, slots=True)
class _Field:
    """One parameter of a subcommand."""

    type: Any
    text: str
    choices: list[app_commands.Choice[str]]


def _fields(spec: Spec) -> dict[str, _Field]:
    """Return the parameters: opponents, side, time, and the game's own options."""
    rivals = _OPPONENTS[: max(map(len, spec.seatings)) - 1]
    fields = {
        name: _Field(discord.User, "Who to invite; left out, anybody may join", [])
        for name in rivals
    }
    sides = [app_commands.Choice(name=side.title, value=side.key) for side in spec.sides]
    fields["side"] = _Field(str, "The side you would like; left out, it is drawn", sides)
    fields["days"] = _Field(
        app_commands.Range[int, 1, _DAYS], "Days for each move; left out, no limit", []
    )
    for option in spec.options:
        fields[option.key] = _Field(str, _option_text(option), _option_choices(option))
    return fields


def _option_text(option: Option) -> str:
    usual = next(choice.title for choice in option.choices if choice.value == option.default)
    return f"{option.title}; left out: {usual}"[:100]


def _option_choices(option: Option) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=c.title[:100], value=c.value) for c in option.choices]


async def _open(
    interaction: Interaction, reply: Reply, spec: Spec, chosen: Mapping[str, Any]
) -> None:
    invited = _invited(interaction, chosen)
    options = {option.key: chosen.get(option.key) or option.default for option in spec.options}
    terms = Terms(spec.key, options, days=chosen.get("days"))
    if len(invited) >= len(spec.seatings[terms.seating]):
        raise Refusal(f"{spec.title} has {len(spec.seatings[terms.seating])} seats, one is yours.")
    host = Player(reply.person, Standing.SEATED, chosen.get("side"))
    assert interaction.channel_id is not None
    where = (interaction.guild_id, interaction.channel_id)
    await _require_room(interaction)
    table = await interaction.client.tables.open(terms, where, host, invited, reply.source)
    if table.status is Status.OFFERED:
        await reply.private(await _offer_thread(interaction, table.id))
    else:
        await publish_card(interaction.client, reply, table)


async def _require_room(interaction: Interaction) -> None:
    """Raise Refusal in a busy thread: a channel can offer a thread instead, a thread can't."""
    assert interaction.channel_id is not None
    if not isinstance(interaction.channel, discord.Thread):
        return
    if await interaction.client.tables.running_in(interaction.channel_id):
        raise Refusal("This thread hosts a running game. `/play` in a channel opens another table.")


def _invited(interaction: Interaction, chosen: Mapping[str, Any]) -> list[Person]:
    """Return who is invited. Raises Refusal for oneself, a bot, or the same person twice."""
    users: list[discord.User | discord.Member] = [
        chosen[name] for name in _OPPONENTS if chosen.get(name) is not None
    ]
    for user in users:
        if user.id == interaction.user.id:
            raise Refusal("You can't be your own opponent. Leave it out, and anybody may join.")
        if user.bot:
            name = Person(user.id, user.display_name).shown
            raise Refusal(f"{name} is a bot and does not play. Invite a person.")
    if len({user.id for user in users}) < len(users):
        raise Refusal("The same person is invited twice. Each seat needs somebody of its own.")
    return [Person(user.id, user.display_name) for user in users]


async def _offer_thread(interaction: Interaction, table_id: int) -> Post:
    assert interaction.channel_id is not None
    running = await interaction.client.tables.playing_in(interaction.channel_id)
    names = " and ".join(player.person.shown for player in running.seated)
    row = [button("Open a thread", "thread", table_id, style=discord.ButtonStyle.primary)]
    return Post(
        f"This channel hosts the game of {names}, and it keeps one game at a time. "
        "Shall your table stand in a thread of its own?",
        rows=(row,),
    )
