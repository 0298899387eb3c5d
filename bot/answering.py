"""Every command and press runs inside `answering`: whatever goes wrong, the person hears of it."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot import boards, explain
from bot.client import Interaction
from bot.posts import Post
from bot.refusals import Outdated, Refusal, Repeated
from bot.reply import Aim, Reply, Unanswered
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
    reply = Reply(interaction, aim)
    try:
        yield reply
    except Repeated as repeated:
        await _again(reply, repeated)
    except Outdated as outdated:
        await reply.private(await explain.outdated(outdated, reply.person))
    except (Refusal, RulesError) as refusal:
        await reply.private(Post(str(refusal)))
    except Exception:
        _log.exception("An interaction of %s failed", interaction.user.id)
        if not reply.is_given:
            await reply.private(Post(_SORRY))
    finally:
        reply.close()


async def _again(reply: Reply, repeated: Repeated) -> None:
    """Answer an interaction that Discord delivers twice with the present board, if it can be."""
    try:
        await reply.public(await boards.board(repeated.table))
    except Unanswered:
        _log.info("A repeated interaction had been answered before")
