"""The checks of a trial. A check tests one thing that the bot assumes about Discord.

The titles are as in docs/unverified-on-discord.md.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias

import discord
from discord import ui

from bot.delivery.outbox.arrival import seen
from bot.delivery.rendering import Rendered, drawn
from bot.delivery.requests import SEND_ERRORS
from bot.delivery.threads import line_about
from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message
from bot.messages.words.locale import DEFAULT
from bot.model.mark import Mark, MarkKind
from bot.trial.place import Place
from bot.trial.report import Finding, Result
from rules.contract.sentence import Verbatim, say
from rules.registry import familiar_game

__all__ = ["CHECKS", "board", "tried"]

_Act: TypeAlias = Callable[[Place], Awaitable[str]]
_MARK: Final = Mark(MarkKind.ENTRY, 1, 1, "AbCd-_")
_FAST: Final = 5
"""The number of messages that Discord is assumed to take in a channel in that many seconds."""
_CLOCK: Final = 10
"""Seconds that this machine's clock can differ from Discord's."""


class DifferentError(Exception):
    """Discord does something else than the bot assumes. The message says what."""


class _Unknown(Exception):
    """The check couldn't be made. The message says why."""


CHECKS: Final[list[tuple[str, str, _Act]]] = []
"""The checks in order: title, assumption, and a function that returns what it found."""


def _check(title: str, assumed: str) -> Callable[[_Act], _Act]:
    def register(act: _Act) -> _Act:
        CHECKS.append((title, assumed, act))
        return act

    return register


async def tried(check: tuple[str, str, _Act], place: Place) -> Result:
    """Run a check. What it raises is its result."""
    title, assumed, act = check
    try:
        return Result(title, assumed, Finding.SAME, await act(place))
    except DifferentError as error:
        return Result(title, assumed, Finding.DIFFERENT, str(error))
    except _Unknown as error:
        return Result(title, assumed, Finding.UNKNOWN, str(error))
    except discord.HTTPException as error:
        return Result(title, assumed, Finding.DIFFERENT, _status(error))
    except SEND_ERRORS as error:
        return Result(title, assumed, Finding.UNKNOWN, type(error).__name__)


def _status(error: discord.HTTPException) -> str:
    return f"{error.status} with {error.code}"


def _require(holds: bool, found: str) -> str:
    """Return what was found. Raises DifferentError unless it is as assumed."""
    if not holds:
        raise DifferentError(found)
    return found


async def _refused(work: Awaitable[object], status: int, code: int) -> str:
    """Return the refusal. Raises DifferentError if it is another one, or none."""
    try:
        await work
    except discord.HTTPException as error:
        return _require((error.status, error.code) == (status, code), _status(error))
    raise DifferentError("it was accepted")


async def board(text: str) -> Message:
    """Return a board as games post it, drawn, with a button and a mark."""
    game = familiar_game()
    picture = replace(pictures.draw(game.view(game.start())), name=str(_MARK))
    button = Button(say("My games"), for_text(verbs.GAMES))
    return await drawn(
        Message(say("{text}", text=Verbatim(text)), picture, rows=([button],)), DEFAULT
    )


@_check("The clock", f"this machine's clock is at most {_CLOCK} seconds wrong")
async def _clock(place: Place) -> str:
    off = round(time.time() - place.requests.discord_time.now())
    return _require(abs(off) <= _CLOCK, f"{off:+} seconds")


@_check("Registration", "each registered command states its contexts and installs")
async def _registration(place: Place) -> str:
    assert place.client.application_id is not None, "the client has logged in"
    commands = await place.client.http.get_global_commands(place.client.application_id)
    if not commands:
        raise _Unknown("no commands are registered. Start the bot once, then try again")
    lacking = [each["name"] for each in commands if not each.get("contexts")]
    return _require(not lacking, f"{len(commands)} commands, without contexts: {len(lacking)}")


@_check(
    "The mark of a message",
    "the names of pictures and the ids of buttons stay, also when the words are changed",
)
async def _mark(place: Place) -> str:
    message = await place.show(await board("A board of a trial."))
    await message.edit(content="Its words were changed.")
    there = seen(await place.read(message))
    await message.edit(view=None)
    without = seen(await place.read(message))
    kept = [_MARK in each.marks for each in (there, without)]
    return _require(all(kept), f"kept after new words: {kept[0]}, without buttons: {kept[1]}")


@_check("Pictures", "a picture arrives byte by byte, with its alt text and its size")
async def _pictures(place: Place) -> str:
    post = await board("A board of a trial.")
    (sent,) = Rendered(post, {}, DEFAULT).to_send().get("files", [])
    message = await place.read(await place.show(post))
    (there,) = message.attachments
    same = await there.read() == sent.fp.read()
    alt = there.description == sent.description
    return _require(
        same and alt and there.width is not None,
        f"{there.width} by {there.height}, same bytes: {same}, same alt text: {alt}",
    )


@_check("“(edited)”", "a message that only loses its buttons isn't marked as edited")
async def _edited(place: Place) -> str:
    message = await place.show(await board("Only its button was removed."))
    await message.edit(view=None)
    return _require((await place.read(message)).edited_at is None, "not marked")


@_check("Nonce", "the same nonce again returns the first message, also in a thread")
async def _nonce(place: Place) -> str:
    nonce = f"trial {secrets.token_hex(6)}"
    first = await place.post("Sent twice, here once.", nonce=nonce)
    again = await place.post("Sent twice, here once.", nonce=nonce)
    thread = await place.thread(first, "Trial of nonces")
    there = place.keep(await thread.send("Sent twice, here once.", nonce=nonce))
    same = [each.id == first.id for each in (again, there)]
    return _require(all(same), f"same in the channel: {same[0]}, in a thread: {same[1]}")


@_check("Reading back", "among the latest messages the bot finds its own, with all it sent")
async def _reading(place: Place) -> str:
    message = await place.show(await board("A board to find again."))
    async for each in place.channel.history(limit=25):
        if each.id == message.id:
            there = seen(each)
            whole = there.content == "A board to find again." and _MARK in there.marks
            return _require(whole, f"found, whole: {whole}")
    raise DifferentError("not among the latest 25")


@_check("A full table in a busy channel", "a thread has the number of its message, which has one")
async def _thread(place: Place) -> str:
    message = await place.post("The card of a table.")
    thread = await place.thread(message, "Trial of a table")
    _require(thread.id == message.id, "another number")
    again = message.create_thread(name="Trial once more")
    return f"the same number; a second one: {await _refused(again, 400, 160004)}"


@_check("A thread goes to sleep", "it may stay for a week, and a message opens it again")
async def _archived(place: Place) -> str:
    thread = await place.thread(await place.post("A thread that sleeps."), "Trial of sleep")
    week = thread.auto_archive_duration
    await thread.edit(archived=True)
    edit = await _refused(thread.edit(name="Trial renamed"), 400, 50083)
    place.keep(await thread.send("It is open again."))
    after = await place.client.fetch_channel(thread.id)
    is_open = isinstance(after, discord.Thread) and not after.archived
    return _require(
        week == 10080 and is_open, f"{week} minutes; renamed asleep: {edit}; open again: {is_open}"
    )


@_check("The line about a thread", "the bot finds it after the thread, and can delete it")
async def _line(place: Place) -> str:
    thread = await place.open_thread("Trial of a line")
    line = await line_about(place.channel, thread)
    if line is None:
        raise DifferentError("no line names the thread")
    await line.delete()
    return _require(await line_about(place.channel, thread) is None, "found, and deleted")


@_check("Refused messages", "a text of 2001 characters is 50035, an empty one 50006")
async def _too_long(place: Place) -> str:
    long = await _refused(place.post("x" * 2001), 400, 50035)
    return f"{long}; {await _refused(place.post(''), 400, 50006)}"


@_check("Controls", "25 buttons with ids of 100 characters come back as they were sent")
async def _controls(place: Place) -> str:
    sent = [f"trial:{number:02}:".ljust(100, "x") for number in range(25)]
    view = ui.View(timeout=None)
    for number, custom_id in enumerate(sent):
        button: ui.Button[ui.View] = ui.Button(label=str(number + 1), custom_id=custom_id)
        view.add_item(button)
    view.stop()
    message = await place.channel.send("Buttons that do nothing.", view=view)
    message = await place.read(place.keep(message))
    there = [
        each.custom_id
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for each in row.children
    ]
    return _require(there == sent, f"{len(there)} buttons")


@_check("What is gone", "a deleted message is 404 with 10008")
async def _gone(place: Place) -> str:
    message = await place.post("This is deleted.")
    await message.delete()
    return await _refused(message.edit(content="?"), 404, 10008)


@_check("Messages", f"at least {_FAST} messages in {_FAST} seconds in one channel")
async def _messages(place: Place) -> str:
    await asyncio.gather(*(place.post(f"One of {_FAST}.") for _ in range(_FAST)))
    limit = place.requests.limits.get("POST /channels/:id/messages")
    if limit is None:
        raise _Unknown("Discord named no limit")
    allowed, seconds = limit
    enough = allowed >= _FAST and seconds <= allowed
    return _require(enough, f"{allowed} in {seconds:g} seconds or less")
