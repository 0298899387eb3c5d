"""Adds replays, posters and files of games to a bot."""

from bot.extensions.replays.filming import Filming
from bot.extensions.replays.handlers import ACTS, CONTROLS, Replays
from bot.extensions.replays.posters import HOOKS, Posters
from bot.extensions.replays.values import POSTER
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["replays"]


def replays(bot: Postboard) -> Extension:
    """Return the extension for a bot."""
    posters = Posters(bot, bot.store, bot.lookup, bot.advice, bot.now, edits=bot.outbox.edits)
    return Extension(
        name="replays",
        services=(posters, Replays.of(bot.now, Filming(bot.packages))),
        hooks=HOOKS,
        timers={POSTER: posters.carry_out},
        controls=[CONTROLS],
        acts=[ACTS],
        stop=posters.stop,
    )
