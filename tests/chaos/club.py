"""What people do in the club of a server: its events, board, puzzles, digests and follows."""

import asyncio
from contextlib import suppress
from typing import Final

from bot.extensions.club.verbs import PLAY, SET_BOARD
from bot.extensions.events import verbs as event_verbs
from bot.extensions.news.messages import FOLLOWED, FOLLOWING, SET_CLUB_RESULTS, UNFOLLOW
from bot.extensions.puzzles.messages import SET_CHANNEL, SOLUTION, SOLVE
from bot.messages.controls import verbs
from bot.messages.controls.verbs import Verb
from bot.store.sql.errors import StoreError
from loopback import Message, Person
from loopback.errors import CannotDo
from tests.chaos.acting import PEOPLE, Acting, verb_of
from tests.stored import opened

__all__ = ["DIRECTOR", "Club"]

DIRECTOR: Final = PEOPLE[0]
"""Who runs the server, and directs its events."""
_GAMES: Final = ("czech", "rematch", "turkish", "hypergammon")
_WAYS: Final = ("event", "follow", "puzzle", "digest", "board", "settings")
_WEIGHTS: Final = (8, 4, 3, 2, 2, 1)
_LEADING: Final = frozenset({verbs.CHOOSE, verbs.CLICKS, verbs.PART, verbs.PLAY, SOLUTION})
"""Buttons of a puzzle's panel."""
_FOLLOWING: Final = frozenset({FOLLOWING, UNFOLLOW, FOLLOWED})


class Club(Acting):
    """The people of a server's hall."""

    async def step(self) -> None:
        """Do one thing that people do in a club."""
        with suppress(CannotDo, KeyError, StoreError):
            person = self._chance.choice(self._people)
            match self._chance.choices(_WAYS, _WEIGHTS)[0]:
                case "event":
                    await self._event(person)
                case "follow":
                    await self._follow(person)
                case "puzzle":
                    await self._puzzle(person)
                case "digest":
                    chosen = self._chance.choice(("off", "0", "7", "18"))
                    await self._type(person, "notify", zone="UTC", daily=chosen)
                case "board":
                    await self._look(person)
                case _:
                    await self._settle()
        await asyncio.sleep(self._chance.uniform(0, 0.2))

    async def _event(self, person: Person) -> None:
        """Open an event, join it, begin it, look at it, leave it, or end it early."""
        director, chance = self._server.person(DIRECTOR), self._chance
        card = self._newest(event_verbs.DIRECT)
        if card is None:
            meetings, game = chance.choice((1, 2)), chance.choice(_GAMES)
            preview = await self._type(
                director, "event new", game=game, meetings=meetings, at_once=chance.randint(1, 4)
            )
            await self._press(director, preview, event_verbs.POST)
        elif self._has(card, event_verbs.JOIN):
            choices = (event_verbs.JOIN, event_verbs.LEAVE, event_verbs.BEGIN)
            verb = chance.choices(choices, (8, 1, 3))[0]
            if verb is event_verbs.BEGIN:
                await self._direct(director, card, verb)
            else:
                await self._press(person, card, verb)
        else:
            rare = (event_verbs.LEAVE, event_verbs.STOP, event_verbs.CANCEL)
            verb = chance.choices((event_verbs.TABLE, event_verbs.MINE, *rare), (8, 8, 1, 1, 1))[0]
            if verb in {event_verbs.STOP, event_verbs.CANCEL}:
                await self._direct(director, card, verb)
            elif verb is event_verbs.LEAVE:
                mine = await self._press(person, card, event_verbs.MINE)
                question = await self._press(person, mine, verb)
                await self._press(person, question, verb)
            else:
                await self._press(person, card, verb)

    async def _direct(self, director: Person, card: Message, verb: Verb) -> None:
        panel = await self._press(director, card, event_verbs.DIRECT)
        question = await self._press(director, panel, verb)
        await self._press(director, question, verb)

    async def _follow(self, person: Person) -> None:
        with opened(self._database) as tx:
            running = tx.do("SELECT channel_id FROM tables WHERE status = 'playing'")
        if not running:
            return
        channel = self._chance.choice(running)["channel_id"]
        interaction = person.start_slash("game follow", channel, {})
        panel = await self._outcome(person, interaction)
        if panel is not None and self._chance.random() < 0.7:
            await self._press(person, panel, *_FOLLOWING)

    async def _puzzle(self, person: Person) -> None:
        """Try moves in a puzzle's panel, or see its solution."""
        post = self._newest(SOLVE)
        panel = await (
            self._type(person, "puzzle")
            if post is None or self._chance.random() < 0.3
            else self._press(person, post, SOLVE)
        )
        for _ in range(self._chance.randint(0, 6)):
            panel = await self._press(person, panel, *_LEADING)

    async def _look(self, person: Person) -> None:
        """Press a button of the club board that answers privately."""
        board = self._newest(PLAY)
        await self._press(person, board, PLAY)

    async def _settle(self) -> None:
        """Turn the club board, the puzzle or the results on, in the hall."""
        owner = self._server.person(DIRECTOR)
        panel = await self._type(owner, "server settings")
        if self._chance.random() < 0.5 and await self._press(owner, panel, verbs.SET_UP_HERE):
            return
        if panel is not None and self._has(panel, verbs.SET_UP_HERE):
            panel = await self._press(owner, panel, verbs.SET_MORE)
        panel = await self._press(owner, panel, verbs.SET_CLUB)
        kinds = (SET_BOARD, SET_CHANNEL, SET_CLUB_RESULTS)
        verb = self._chance.choice(kinds)
        if panel is not None:
            await self._choose(owner, panel, verb, str(self.channel_id))

    async def _type(self, person: Person, path: str, **values: str | int) -> Message | None:
        return await self._slash(person, path, {**values}, counts=False)

    async def _press(
        self, person: Person, message: Message | None, *wanted: Verb
    ) -> Message | None:
        """Press one of the buttons with these verbs, perhaps twice; None if there is none."""
        if message is None:
            return None
        fitting = [
            each.custom_id
            for each in person.present(message).buttons()
            if verb_of(each) in wanted and not each.disabled
        ]
        if not fitting:
            return None
        pressed = self._chance.choice(fitting)
        return await self._click(
            person, message, lambda button: button.custom_id == pressed, counts=False
        )

    def _newest(self, verb: Verb) -> Message | None:
        """Return the newest message of the hall with a button of this verb."""
        world = self._server.world
        history = world.history(world.channels[self.channel_id], world.bot.id)
        return next((each for each in reversed(history) if self._has(each, verb)), None)

    def _has(self, message: Message, verb: Verb) -> bool:
        return any(verb_of(each) is verb for each in message.buttons())
