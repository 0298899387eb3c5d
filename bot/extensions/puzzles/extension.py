"""Adds the puzzle of the day to a bot."""

from collections.abc import Collection, Sequence

from bot.delivery.servers import shown_channels
from bot.extensions.puzzles import messages
from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.puzzles.handlers import CHANNEL, CONTROLS, PuzzleOfTheDay, unsolved
from bot.extensions.puzzles.rows import HOOKS, PuzzleStore
from bot.extensions.puzzles.values import POST, PUZZLE_POST, SEARCH, SOLVING
from bot.extensions.puzzles.work import PuzzlePosts, PuzzleSearch, search_at
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension, Highlight
from rules.contract.sentence import Sentence

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add the puzzle of the day to a bot."""

    def channels(guild_id: int, channel_id: int) -> Collection[int]:
        guild = bot.get_guild(guild_id)
        return () if guild is None else shown_channels(guild, channel_id)

    store = PuzzleStore(bot.store.database)
    puzzles = Puzzles(bot.store, bot.lookup, channels=channels, now=bot.now)
    search = PuzzleSearch(bot, store, puzzles)

    async def on_board(guild_id: int, shown: Collection[int]) -> Highlight | None:
        club = (await bot.store.servers.settings(guild_id)).club
        newest = await store.newest(guild_id) if club.puzzle in shown else None
        return None if newest is None else messages.on_board(newest)

    async def diagnose(guild_id: int) -> Sequence[Sentence]:
        supply = await puzzles.supply(guild_id)
        return () if supply is None else messages.diagnosis(supply)

    await bot.add(
        Extension(
            name="puzzles",
            services=(puzzles, store, search),
            hooks=HOOKS,
            timers={POST: puzzles.post, SEARCH: search.carry_out},
            first_timers=lambda now: [search_at(now, bot.store.shards)],
            displays={PUZZLE_POST: PuzzlePosts(store, bot.store.displays)},
            controls=[CONTROLS],
            club_settings=[CHANNEL],
            club_buttons=[messages.BUTTON],
            club_highlight=on_board,
            cogs=[PuzzleOfTheDay()],
            transcripts={SOLVING: puzzles.transcript},
            tasks={SOLVING: lambda _, study, game: unsolved(bot, study, game)},
            diagnose=diagnose,
            stop=search.stop,
        )
    )
