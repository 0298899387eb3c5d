"""`/dice`: words for the dice before a game, their seal during it, and the proof after it."""

import logging
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import boards
from bot.answering import answering
from bot.client import Interaction, Postboard
from bot.dicing import contributions, proof
from bot.posts import Document, Post
from bot.records import Person, Status, Table
from bot.refusals import Refusal
from bot.reply import FAILURES
from rules.events import Rolled
from rules.fair import ProofError, one_line
from rules.registry import find

__all__ = ["Dice", "setup"]

_log = logging.getLogger(__name__)

_WORDS: Final = 100
_SCHEME: Final = (
    "Before anybody can sit down the host draws a secret, and its SHA-256 stands on the table's "
    "card as a seal. Everybody at the table adds the number of the interaction by which they took "
    "their place, and any words they like; each roll follows from the secret and all of that by "
    "HMAC-SHA-256, so nobody can choose it. When the game is over the secret is published, and "
    "anybody can work every roll out anew and compare."
)


class Dice(commands.Cog):
    """Dice that anyone can check."""

    @app_commands.command(description="Check the dice of this channel's game, or add words to them")
    @app_commands.describe(words="Words of your own, added to the dice until the game begins")
    @app_commands.guild_only()
    async def dice(
        self, interaction: Interaction, words: app_commands.Range[str, 1, _WORDS] | None = None
    ) -> None:
        """Explain the dice, or let somebody add to them."""
        async with answering(interaction) as reply:
            if words is not None:
                table = await _with_words(interaction, _fit(words))
                await reply.private(Post("Your words stand on the card and count for every roll."))
                await _show_card(interaction.client, table)
            else:
                await reply.private(await _explained(interaction))


async def _with_words(interaction: Interaction, words: str) -> Table:
    table = await _waiting(interaction)
    if table is None:
        raise Refusal(
            "Words are added to the dice by those who sit or are invited at a table, until its "
            "game begins. You are at no such table here."
        )
    return await interaction.client.tables.add_words(table.id, interaction.user.id, words)


async def _explained(interaction: Interaction) -> Post:
    tables = interaction.client.tables
    assert interaction.channel_id is not None
    table = await _waiting(interaction) or await tables.latest_in(interaction.channel_id)
    if table.dice is None:
        raise Refusal(f"{find(table.terms.game).spec.title} is played without dice.")
    lines = [_SCHEME, f"Seal of this game: `{table.dice.seal}`"]
    if table.match is None:
        lines.append("Add words of your own with `/dice words:…` until the game begins.")
        return Post("\n".join(lines))
    lines += [_contributed(table, *entry) for entry in contributions(table)]
    checked = table if table.status is Status.OVER else await tables.game_before(table)
    if table.status is not Status.OVER:
        lines.append(f"Rolls so far: {_rolls(table)}. The secret follows with the result.")
    if checked is None:
        return Post("\n".join(lines))
    try:
        document = Document("proof.json", proof(checked))
    except ProofError as error:
        return Post("\n".join((*lines, f"**The proof does not hold.** {error}")))
    lines.append(_verdict(table, checked))
    return Post("\n".join(lines), document=document)


def _verdict(table: Table, checked: Table) -> str:
    assert checked.dice is not None
    which = "" if checked is table else " of the game before, whose secret is this one's seal,"
    return (
        f"**Checked:** the seal and all {_rolls(checked)} rolls{which} follow from the secret "
        f"`{checked.dice.secret.hex()}`. The file holds the proof; `python -m rules.fair "
        "proof.json` checks it anywhere."
    )


def _contributed(table: Table, seat: int, interaction: str, words: str) -> str:
    player = next(player for player in table.players if player.seat == seat)
    added = f", words “{Person(0, words).shown}”" if words else ""
    return f"- seat {seat}, {player.person.shown}: interaction {interaction}{added}"


def _rolls(table: Table) -> int:
    return sum(isinstance(event, Rolled) for event in table.started.events)


def _fit(words: str) -> str:
    """Return the words as they can be stored and proved. Raises Refusal if none are left."""
    fit = one_line(words.encode(errors="replace").decode())
    if not fit:
        raise Refusal("Write a word or more; blanks alone add nothing to the dice.")
    return fit


async def _waiting(interaction: Interaction) -> Table | None:
    """Return the person's newest table that waits for players in the channel."""
    assert interaction.channel_id is not None
    tables = interaction.client.tables
    return await tables.waiting_in(interaction.channel_id, interaction.user.id)


async def _show_card(bot: Postboard, table: Table) -> None:
    """Show the words on the card; they count even where that can't be done."""
    if table.card_id is None:
        return
    channel = bot.get_partial_messageable(table.channel_id, type=discord.ChannelType.text)
    try:
        await channel.get_partial_message(table.card_id).edit(**boards.card(table).edited())
    except FAILURES as failure:
        _log.warning("The card of table %s stays as it is: %s", table.id, failure)


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Dice())
