"""Answers to draw offers and take-back requests."""

from collections.abc import Callable

from bot import moving
from bot.client import Postboard
from bot.posts import Post
from bot.presses import Press, on
from bot.refusals import Refusal
from bot.reply import Reply
from rules.core import Seat
from rules.match import Match

__all__: list[str] = []


@on("agree")
async def _agree(bot: Postboard, reply: Reply, press: Press) -> None:
    await _answer(bot, reply, press, Match.accept)


@on("refuse")
async def _refuse(bot: Postboard, reply: Reply, press: Press) -> None:
    await _answer(bot, reply, press, Match.decline)


async def _answer(
    bot: Postboard, reply: Reply, press: Press, given: Callable[[Match, Seat], Match]
) -> None:
    """Give the answer, and take the buttons off an offer that stands no longer."""

    def answered(match: Match, seat: Seat) -> Match:
        _require(match, press.stamp)
        return given(match, seat)

    change = await moving.carry_out(bot, reply, press.table, answered)
    message = reply.interaction.message
    if message is not None and change.table.started.offer is None:
        await reply.retire(Post(message.content))


def _require(match: Match, number: int) -> None:
    """Raise Refusal unless the offer that stands is the one made by the event of this number."""
    if match.offer is None or match.offer.number != number:
        raise Refusal("That offer no longer stands: it was answered, or play went on.")
