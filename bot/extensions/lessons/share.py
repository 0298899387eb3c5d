"""The line by which a person tells a channel that they won a practice game."""

from typing import Final

from bot.delivery.answering.response import Response
from bot.extensions.lessons.ease import Result
from bot.extensions.lessons.game import result_of
from bot.extensions.lessons.verbs import SHARE
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of
from bot.interactions.controls import Controls, Press
from bot.messages.controls.message import Message
from bot.messages.words.text import named
from bot.model.errors import TableError
from rules.contract.sentence import say

__all__ = ["SHARE_CONTROLS"]

SHARE_CONTROLS: Final = Controls()


@SHARE_CONTROLS.component(SHARE)
async def _share(bot: Postboard, response: Response, press: Press) -> None:
    """Tell the channel in one line, once per game and at most once a minute."""
    study = await bot.studies.find(response.user.id, press.custom_id.number(0))
    game = await bot.studies.game(study)
    if study.seat is None or result_of(game.started, study.seat) is not Result.WON:
        raise TableError(say("Win it first, then share."))
    if caller_of(response).lacking:
        raise TableError(say("I can't post here."))
    if study.shared_at is not None:
        raise TableError(say("You've already shared this game."))
    if not bot.cooldowns.begin(response.user.id):
        raise TableError(say("You shared something a moment ago. Try again in a minute."))
    if not await bot.studies.share(study):
        raise TableError(say("You've already shared this game."))
    told = say(
        "{who} won a game of {game} against the computer.",
        who=named(response.user), game=game.started.game.spec.title,
    )  # fmt: skip
    await response.public(Message(told))
