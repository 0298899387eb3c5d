"""Every command and press runs inside `answering`: whatever goes wrong, the person hears of it."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot import explain
from bot.client import Interaction
from bot.posts import Post
from bot.refusals import Outdated, Refusal
from bot.reply import Aim, Reply
from rules.core import RulesError

__all__ = ["answering"]

_log = logging.getLogger(__name__)
_SORRY = (
    "Something went wrong on our side, and it has been noted. Nothing was lost: "
    "`/board` shows how the game stands."
)


@asynccontextmanager
async def answering(interaction: Interaction, aim: Aim = Aim.PRIVATE) -> AsyncGenerator[Reply]:
    """Give the body a reply, and turn what it raises into a private, friendly answer."""
    with interaction.client.serving():
        reply = Reply(interaction, aim)
        try:
            yield reply
        except Exception as error:
            await _tell(reply, error)
        finally:
            reply.close()


async def _tell(reply: Reply, error: Exception) -> None:
    match error:
        case Outdated():
            await reply.private(await explain.outdated(error, reply.person))
        case RulesError():
            await reply.private(Post(explain.said(error)))
        case Refusal():
            await reply.private(Post(str(error)))
        case _:
            _log.error("An interaction of %s failed", reply.person.id, exc_info=error)
            if not reply.is_given:
                await reply.private(Post(_SORRY))
