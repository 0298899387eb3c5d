"""One person's act over the wire: a command, a press, a choice, and what came of it."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomIdError
from bot.messages.controls.verbs import Verb
from bot.model.addresses import ServerAddress
from loopback import Loopback, Message, Person
from loopback.interactions.lifecycle import Interaction
from loopback.interactions.lifecycle import Status as Progress
from loopback.model.components import Component
from rules.contract.core import AnyGame, AnyState
from tests.bot.known_verbs import decode
from tests.chaos.seen import Seen

__all__ = ["PEOPLE", "Act", "Acting", "acknowledged", "named", "typeable", "verb_in", "verb_of"]

PEOPLE: Final = ("Ann", "Bo", "Cy", "Di")
_PATIENCE: Final = 3.0
"""Seconds that somebody waits for an answer that was promised."""
_DONE: Final = "Done."
"""How a private answer begins that says that the public one stands elsewhere."""
_DEFERRED_UPDATE: Final = 6
"""Discord's number for the promise to turn the message pressed; what follows may be a refusal."""
_MOST_TYPED: Final = 100
"""Characters of a move that can be typed."""
_COMMANDS_IN_TURN: Final = frozenset(
    {"/move", "/game draw", "/game takeback", "/game abort", "/game claim"}
)
_VERBS_IN_TURN: Final = frozenset(
    {verbs.JOIN, verbs.ACCEPT, verbs.START, verbs.PLAY, verbs.CLICKS, verbs.CHOOSE}
    | {verbs.AGREE, verbs.RESIGN, verbs.DRAW, verbs.ABORT, verbs.CLAIM_TIME}
)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a person did which changes a table, and the interaction it was."""

    interaction: Interaction
    in_game: bool
    """Whether a success is an entry of the log."""
    text: str
    """A command, or the custom_id of what was pressed."""

    @property
    def is_in_turn(self) -> bool:
        """Whether it can make a roll due, so that it is decided in the order of receipt."""
        return self.text in _COMMANDS_IN_TURN or verb_in(self.text) in _VERBS_IN_TURN


class Acting:
    """The people of one channel. `acts` collects what they did."""

    def __init__(
        self,
        server: Loopback,
        database: Path | ServerAddress,
        seen: Seen,
        *,
        channel_id: int,
        chance: random.Random,
        acts: list[Act],
        people: Sequence[str] = PEOPLE,
        engines: float = 0.2,
    ) -> None:
        """Act as these people; `engines` is the share of tables opened with a computer."""
        self.channel_id = channel_id
        self._server = server
        self._database = database
        self._seen = seen
        self._chance = chance
        self._acts = acts
        self._people = [server.person(name) for name in people]
        self._engines = engines

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
        times = 2 if self._chance.random() < 0.1 else 1
        presses = [
            self._start_click(person, message, fits, in_game=in_game, counts=counts)
            for _ in range(times)
        ]
        answers = [await self._outcome(person, press) for press in presses if press]
        if not answers:
            await asyncio.sleep(0.05)
            return None
        return answers[0]

    def _start_click(
        self,
        person: Person,
        message: Message,
        fits: Callable[[Component], bool],
        *,
        in_game: bool = True,
        counts: bool = True,
    ) -> Interaction | None:
        """Press the first button that fits and do not wait; None if there is none."""
        button = next((each for each in person.present(message).buttons() if fits(each)), None)
        if button is None:
            return None
        press = person.start_click(message, custom_id=button.custom_id)
        if counts:
            self._acts.append(Act(press, in_game, button.custom_id or ""))
        return press

    async def _choose(
        self, person: Person, message: Message, verb: Verb, value: str | None = None
    ) -> Message | None:
        """Choose in the menu of this verb, anything unless the value is given.

        What is chosen changes a table, but not its log at once.
        """
        menus = [each for each in person.present(message).selects() if verb_of(each) is verb]
        if not menus or (value is None and not menus[0].options):
            return None
        chosen = value or self._chance.choice(menus[0].options).value
        interaction = person.start_choose(message, [chosen], custom_id=menus[0].custom_id)
        self._acts.append(Act(interaction, in_game=False, text=menus[0].custom_id or ""))
        return await self._outcome(person, interaction)

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


def typeable(game: AnyGame, state: AnyState) -> list[str]:
    """Return the legal moves that fit into the option of a command."""
    moves = (game.notate(move) for move in game.legal(state))
    return [text for text in moves if len(text) <= _MOST_TYPED]


def verb_of(component: Component) -> Verb | None:
    return verb_in(component.custom_id or "")


def verb_in(custom_id: str) -> Verb | None:
    try:
        return decode(custom_id).verb
    except CustomIdError:
        return None
