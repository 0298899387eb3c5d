"""Moves by the Move panel, from its first face to the button that plays."""

from typing import Final

from bot.messages.controls import verbs
from loopback import Message, Person
from tests.chaos.acting import Acting, named, verb_of

__all__ = ["Panel"]

_STEPS: Final = frozenset({verbs.CHOOSE, verbs.CLICKS, verbs.PART})
"""What leads from one face of the Move panel to the next."""


class Panel(Acting):
    """The people of one channel, as far as they move by the panel."""

    async def _by_panel(self, person: Person) -> None:
        panel = await self._panel(person)
        if panel is not None:
            message, name = panel
            await self._click(person, message, named(name))

    async def _panel(self, person: Person) -> tuple[Message, str | None] | None:
        """Press **Move** on the newest board and go on until a button plays a move.

        Returns the message and the custom_id of the button.
        """
        board = self._seen.newest_board(self.channel_id)
        if board is None:
            return None
        message: Message | None = self._server.world.messages[board.id]
        for _ in range(8):
            if message is None:
                return None
            plays = [each for each in message.buttons() if verb_of(each) is verbs.PLAY]
            if plays:
                return message, self._chance.choice(plays).custom_id
            menus = [each for each in message.selects() if each.options]
            steps = [each for each in message.buttons() if verb_of(each) in _STEPS]
            if steps and (not menus or self._chance.random() < 0.7):
                name = self._chance.choice(steps).custom_id
                message = await self._click(person, message, named(name), counts=False)
            elif menus:
                menu = self._chance.choice(menus)
                value = self._chance.choice(menu.options).value
                chosen = person.start_choose(message, [value], custom_id=menu.custom_id)
                message = await self._outcome(person, chosen)
            else:
                message = await self._click(
                    person, message, lambda button: verb_of(button) is verbs.MOVE, counts=False
                )
        return None
