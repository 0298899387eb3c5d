"""One person's act over the wire: a command, a press, a choice, and what came of it."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.messages.custom_ids import CustomIdError, Verb, decode
from loopback import Loopback, Message, Person
from loopback.interactions.lifecycle import Interaction
from loopback.interactions.lifecycle import Status as Progress
from loopback.model.components import Component
from tests.chaos.seen import Seen

__all__ = ["PEOPLE", "Act", "Acting", "acknowledged", "named", "verb_of"]

PEOPLE: Final = ("Ann", "Bo", "Cy", "Di")
_PATIENCE: Final = 3.0
"""Seconds that somebody waits for an answer that was promised."""
_DONE: Final = "Done."
"""How a private answer begins that says that the public one stands elsewhere."""
_DEFERRED_UPDATE: Final = 6
"""Discord's number for the promise to turn the message pressed; what follows may be a refusal."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a person did which changes a table, and the interaction it was."""

    interaction: Interaction
    in_game: bool
    """Whether a success is an entry of the log."""
    text: str


class Acting:
    """The people of one channel. `acts` collects what they did."""

    def __init__(
        self,
        server: Loopback,
        database: Path,
        seen: Seen,
        *,
        channel_id: int,
        chance: random.Random,
        acts: list[Act],
    ) -> None:
        self.channel_id = channel_id
        self._server = server
        self._database = database
        self._seen = seen
        self._chance = chance
        self._acts = acts
        self._people = [server.person(name) for name in PEOPLE]

    async def _slash(
        self,
        person: Person,
        path: str,
        values: dict[str, "str | int | Person"],
        *,
        in_game: bool = False,
        counts: bool = True,
    ) -> Message | None:
        interaction = self._start_slash(person, path, values, in_game, counts=counts)
        return await self._outcome(person, interaction)

    def _start_slash(
        self,
        person: Person,
        path: str,
        values: dict[str, "str | int | Person"],
        in_game: bool,
        *,
        counts: bool = True,
    ) -> Interaction:
        interaction = person.start_slash(path, self.channel_id, values)
        if counts:
            self._acts.append(Act(interaction, in_game, f"/{path}"))
        return interaction

    async def _click(
        self,
        person: Person,
        message: Message,
        fits: Callable[[Component], bool],
        *,
        in_game: bool = True,
        counts: bool = True,
    ) -> Message | None:
        """Press the first button that fits, if there is one, perhaps twice."""
        button = next((each for each in person.present(message).buttons() if fits(each)), None)
        if button is None:
            await asyncio.sleep(0.05)
            return None
        times = 2 if self._chance.random() < 0.1 else 1
        presses: list[Interaction] = []
        for _ in range(times):
            presses.append(person.start_click(message, custom_id=button.custom_id))
            if counts:
                self._acts.append(Act(presses[-1], in_game, button.custom_id or ""))
        answers = [await self._outcome(person, press) for press in presses]
        return answers[0]

    async def _outcome(self, person: Person, interaction: Interaction) -> Message | None:
        reply = await person.outcome(interaction, _PATIENCE)
        return None if reply.failed else reply.message


def acknowledged(server: Loopback, act: Act) -> bool:
    """Tell whether a person was told that what they did was done."""
    interaction = act.interaction
    if interaction.status is Progress.UPDATED:
        return True
    if interaction.status is not Progress.ANSWERED or interaction.response_id is None:
        return False
    if interaction.response_type == _DEFERRED_UPDATE:
        return False
    message = server.world.messages.get(interaction.response_id)
    if message is None or message.loading:
        return False
    return not message.ephemeral or message.content.startswith(_DONE)


def named(custom_id: str | None) -> Callable[[Component], bool]:
    return lambda button: button.custom_id == custom_id


def verb_of(button: Component) -> Verb | None:
    try:
        return decode(button.custom_id or "").verb
    except CustomIdError:
        return None
