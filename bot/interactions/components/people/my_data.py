"""**My data**: exports a person's data, and forgets them."""

import json
from collections.abc import AsyncIterator
from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.people import my_data
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.tables.records import record_of
from rules.contract.sentence import say
from rules.records import json_form

__all__: list[str] = []

_PART: Final = 8 << 20
"""Bytes of one file. Discord takes 10 MB where no one has boosted the server."""


@component(verbs.MY_DATA, DeferKind.PANEL)
async def _my_data(_bot: Postboard, _response: Response, _press: Press) -> Message:
    return my_data.panel()


@component(verbs.EXPORT_MINE)
async def _export(bot: Postboard, response: Response, _press: Press) -> None:
    """Send the person everything that is stored about them, one file after another."""
    _require_private(response)
    person = response.user.id
    if not await bot.store.people.may_export(person, int(bot.now())):
        raise TableError(say("You exported your data in the last 24 hours. Try again tomorrow."))
    number, lines, size = 1, list[str](), 0
    async for line in _lines(bot, person):
        room = len(line.encode()) + 1
        if lines and size + room > _PART:
            await response.private(my_data.part(number, "".join(lines)))
            number, lines, size = number + 1, [], 0
        lines.append(f"{line}\n")
        size += room
    await response.private(my_data.part(number, "".join(lines)))


def _require_private(response: Response) -> None:
    """Raise TableError for a press outside a private message, which only a forged one can be."""
    if not response.is_from_private:
        raise TableError(say("Open your data with `/profile`. Only you see it there."))


async def _lines(bot: Postboard, person: Person) -> AsyncIterator[str]:
    """Yield lines of JSON: the person's settings, then their games."""
    choices = await bot.store.my_data.choices(person)
    yield json.dumps({"format": "postboard-my-data-1", "choices": choices}, ensure_ascii=False)
    for table_id, own in (await bot.store.my_data.games(person)).items():
        table = await bot.store.tables.load(table_id, int(bot.now()))
        if table is None or table.match is None:
            continue  # Its log can't be read by this version of the rules.
        game = json.loads(json_form.as_line(record_of(table)))
        yield json.dumps({**own, "game": game}, ensure_ascii=False, separators=(",", ":"))


@component(verbs.FORGET_ME, DeferKind.UPDATE)
async def _forget_me(_bot: Postboard, _response: Response, _press: Press) -> Message:
    return my_data.question()


@component(verbs.FORGET_NOW, DeferKind.UPDATE)
async def _forget_now(bot: Postboard, response: Response, _press: Press) -> Message:
    """Forget the person. A timer finishes what a crash interrupts."""
    _require_private(response)
    person = response.user.id
    with bot.services.forgetting.answering(person):
        await bot.services.forgetting.ask(person)
        for closed in await bot.services.forgetting.carry_out(person):
            bot.store.table_messages.look_at_card(closed.id)
    return my_data.DONE
