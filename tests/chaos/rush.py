"""Several people who press at the same moment, of whom each can be first."""

from bot.model.table import Table
from loopback import Person
from loopback.interactions.lifecycle import Interaction
from rules.match.match import Match
from tests.chaos.acting import named, typeable
from tests.chaos.panel import Panel

__all__ = ["Rush"]


class Rush(Panel):
    """The people of one channel, when all of them act at once."""

    async def _rush(self, table: Table) -> None:
        """Let who is due move in two ways at once, and the next one answer before it is shown."""
        match, chance = table.started, self._chance
        assert table.due is not None, "somebody is to move"
        due = self._server.person(table.due.user.name)
        started: list[tuple[Person, Interaction]] = []
        panel = await self._panel(due) if chance.random() < 0.6 else None
        if panel is not None:
            message, name = panel
            press = self._start_click(due, message, named(name))
            if press is not None:
                started.append((due, press))
        moves = typeable(match.game, match.state)
        if moves:
            typed = chance.choice(moves)
            started.append((due, self._move(due, typed)))
            for rival in (each for each in table.persons if each != table.due):
                person = self._server.person(rival.user.name)
                replies = _replies(match, typed)
                if replies and chance.random() < 0.7:
                    started.append((person, self._move(person, chance.choice(replies))))
                else:
                    started.append(
                        (person, self._start_slash(person, "game draw", {}, in_game=True))
                    )
            started.append((due, self._move(due, chance.choice(moves))))
        for person, interaction in started:
            await self._outcome(person, interaction)

    def _move(self, person: Person, move: str) -> Interaction:
        return self._start_slash(person, "move", {"move": move}, in_game=True)


def _replies(match: Match, typed: str) -> list[str]:
    """Return what can be typed after a move, if a person is to move then."""
    game = match.game
    state = game.apply(match.state, match.read(typed))
    return typeable(game, state) if isinstance(game.turn(state), str) else []
