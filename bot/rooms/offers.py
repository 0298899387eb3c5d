"""Answers to draw offers and take-back requests."""

from bot import moving
from bot.client import Postboard
from bot.presses import Press, on
from bot.refusals import Refusal
from bot.reply import Reply
from rules.core import Seat
from rules.match import Match

__all__: list[str] = []


@on("agree")
async def _agree(bot: Postboard, reply: Reply, press: Press) -> None:
    def agreed(match: Match, seat: Seat) -> Match:
        _require(match, press.stamp)
        return match.accept(seat)

    await moving.carry_out(bot, reply, press.table, agreed)


@on("refuse")
async def _refuse(bot: Postboard, reply: Reply, press: Press) -> None:
    def refused(match: Match, seat: Seat) -> Match:
        _require(match, press.stamp)
        return match.decline(seat)

    await moving.carry_out(bot, reply, press.table, refused)


def _require(match: Match, number: int) -> None:
    """Raise Refusal unless the offer that stands is the one made by the event of this number."""
    if match.offer is None or match.offer.number != number:
        raise Refusal("That offer no longer stands: it was answered, or play went on.")
