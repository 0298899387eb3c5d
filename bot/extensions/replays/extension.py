"""Adds replays, posters and files of games to a bot."""

from bot.extensions.replays.filming import Replays
from bot.extensions.replays.handlers import ACTS, CONTROLS
from bot.extensions.replays.poster import poster
from bot.extensions.replays.posters import HOOKS, POSTER, Posters
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["replays"]


def replays(bot: Postboard) -> Extension:
    """Return the extension for a bot."""
    posters = Posters(bot)
    return Extension(
        name="replays",
        services=(posters, Replays(bot.now, bot.packages)),
        hooks=HOOKS,
        timers={POSTER: posters.carry_out},
        controls=[CONTROLS],
        acts=[ACTS],
        end_picture=poster,
        stop=posters.stop,
    )
