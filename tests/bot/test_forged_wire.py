"""Every control and every command by people who may not use it, over the wire.

Each is answered to that person alone, in a sentence, with one line of the log at most; nothing is
changed, nothing is posted, and nothing private is told.
"""

import logging
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from discord import ui

from bot.extensions.club.verbs import WATCH
from bot.extensions.lessons.verbs import MORE_GAMES
from bot.extensions.puzzles.messages import PRESENT
from bot.extensions.standing.profile import HIDE, SHOW_PROFILE
from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, encode, for_position
from bot.messages.controls.verbs import Argument, Subject, Verb
from bot.model.position import PositionId, position_id
from bot.model.table import Table
from loopback import Loopback, Message, Person, Reply, Upload
from loopback.client.modals import Modal
from loopback.interactions.lifecycle import Interaction
from tests.bot.game_driver import card_of, sit_down
from tests.bot.known_verbs import CONTROLS
from tests.conformance.configured import SOAK, third
from tests.stored import rows

NUMBERS: Final = (0, 1, 2, 7, 10**17)
TEXTS: Final = (
    "", "c3-d4", "c3", "a1", "z99", "c3-d4" * 6, "@everyone", "`x`", "\u202e", "~", ":", "pause",
    "void",
)  # fmt: skip
VALUES: Final = ("c3-d4", "1", "0", "-1", "9" * 30, "x", "\u202e<@1>", "١")
CHANNELS: Final = ("lobby", "dice", "waiting", "over")
FAR, DIRECT = "far-away", "direct messages"
"""A channel of another server, and what somebody writes to the bot alone."""
SAID_OF_A_BUG: Final = "Something went wrong"
WRITTEN: Final[Mapping[str, Mapping[str, str | int | Upload]]] = {
    "move": {"move": "\u202e@everyone c3-d4"},
    "game dice": {"words": "<@1> `x`"},
    "game history": {"move": "10000"},
    "game stats": {"game": "czech"},
    "event new": {"game": "no such game @everyone"},
    "game time": {"days": 1},
    "game pause": {"days": 1},
    "game verify": {"file": Upload("czech-1.txt", "text/plain", b"game: czech\nc3-d4\n")},
}
FOR_EVERYBODY: Final = {
    WATCH, PRESENT, HIDE, MORE_GAMES, verbs.MENU_AT_ONCE, verbs.NOTE, verbs.NOTED, verbs.NOTIFY,
    verbs.NOTIFY_ZONE, verbs.PROFILE, verbs.SHOW, SHOW_PROFILE,
}  # fmt: skip
"""What people may do who don't play: their own notes, settings and profile, show the board,
learn a game, watch one that they can see, and solve the puzzle of the day."""
FOR_ALL: Final = {"board", "help", "game note", "game verify", "play", "puzzle"}
"""Commands that show a board, that of the sender's file or of a puzzle too, open a table, explain
the bot, or keep a note of one's own."""
PRIVATE: Final = ("Play ", "Stop here", "Type it")
"""Labels of a panel in which a move is entered."""


class Scene:
    """A running game, one with dice, a table that waits for Bo, and one that is over."""

    def __init__(self, server: Loopback, bot: Postboard, database: Path) -> None:
        self.server, self.bot, self.database = server, bot, database
        self.tables: list[Table] = []
        self.stranger = server.person("Di")

    async def begin(self) -> None:
        """Let Ann and Bo play in four channels, and leave one of them open."""
        world, guild = self.server.world, self.server.world.guild()
        for name in (*CHANNELS[1:], "elsewhere"):
            world.add_channel(guild, name)
        ann, bo = self.server.person("Ann"), self.server.person("Bo")
        world.add_channel(world.add_guild("Far away", ann.user, bo.user), FAR)
        await sit_down(self.server, self.bot, self.database)
        await sit_down(self.server, self.bot, self.database, "hypergammon", channel="dice")
        await sit_down(self.server, self.bot, self.database, channel="over", key="turkish")
        question = await ann.slash("game resign", channel="over")
        assert question.message is not None
        await ann.click(question.message, "Resign")
        opening = await ann.slash("play", game="rematch", channel="waiting", opponent=bo)
        await card_of(self.bot, ann, opening)
        await self.bot.idle()
        numbers = [number for (number,) in rows(self.database, "SELECT id FROM tables ORDER BY id")]
        self.tables = [await self.bot.lookup.get(number) for number in numbers]

    def stored(self) -> list[Any]:
        """Return all that tables are made of, but the messages that show them."""
        columns = "id, channel_id, status, host, entry_count, log_digest, due_player, due_at"
        parts = (
            f"SELECT {columns} FROM tables", "SELECT * FROM players", "SELECT * FROM entries",
            "SELECT * FROM vacancies", "SELECT * FROM results", "SELECT * FROM guilds",
            "SELECT * FROM drafts", "SELECT * FROM preferences",
            "SELECT * FROM mutes", "SELECT * FROM seat_calls", "SELECT * FROM invitation_pings",
        )  # fmt: skip
        return [sorted(rows(self.database, part), key=repr) for part in parts]

    def posted(self) -> list[int]:
        """Return all messages that everybody can see."""
        messages = self.server.world.messages.values()
        return sorted(message.id for message in messages if message.audience is None)

    async def control(self, custom_id: str, person: Person, channel: str, *, menu: bool) -> Message:
        """Let the bot post a control with this custom_id."""
        view = ui.View(timeout=None)
        if menu:
            options = [discord.SelectOption(label=str(n), value=v) for n, v in enumerate(VALUES)]
            view.add_item(ui.Select[ui.View](custom_id=custom_id, options=options))
        else:
            view.add_item(ui.Button[ui.View](label="Old", custom_id=custom_id))
        view.stop()
        if channel == DIRECT:
            sent = await (await self.bot.fetch_user(person.id)).send("A control", view=view)
        else:
            place = self.bot.get_partial_messageable(person.place(channel).id)
            sent = await place.send("A control", view=view)
        return self.server.world.messages[sent.id]


@pytest.fixture
async def scene(server: Loopback, bot: Postboard, database: Path) -> Scene:
    made = Scene(server, bot, database)
    await made.begin()
    return made


def verbs_to_try() -> list[Verb]:
    return third(sorted(set(CONTROLS) - FOR_EVERYBODY, key=lambda verb: verb.word))


def forged(verb: Verb, table: Table, chance: random.Random) -> str:
    """Return a custom_id of the verb about a table: as it should be, or wrong in some part."""
    number, position, study = None, None, None
    if verb.subject is Subject.STUDY:
        study = chance.choice((1, 10**9))
    elif verb.subject is not Subject.NOTHING:
        number = chance.choice((table.id, table.id, table.id, 10**9))
    if verb.subject.fields > 1:
        position = PositionId(chance.choice(NUMBERS), "abcdef")
        if table.match is not None and chance.random() < 0.7:
            position = position_id(table.match)
    room = 60 // max(len(verb.arguments), 1)  # Of a hundred characters in all.
    arguments: tuple[Argument, ...] = tuple(
        min(chance.choice(NUMBERS), 10 ** (room - 1)) if kind is int
        else chance.choice(TEXTS)[:room]
        for kind in verb.arguments
    )  # fmt: skip
    text = encode(CustomId(verb, number, position, arguments, study=study))
    return text if chance.random() < 0.9 else text[: chance.randrange(4, len(text) + 1)]


def what_is_wrong(
    scene: Scene,
    reply: Reply,
    caplog: pytest.LogCaptureFixture,
    before: tuple[list[Any], list[int]],
) -> Iterator[str]:
    """Yield what is wrong with the answer to somebody who may not do this."""
    message = reply.message
    if reply.failed is not None:
        yield f"fails: {reply.failed}"
    elif reply.modal is not None:
        yield "opens a form"
    elif message is None or not (message.ephemeral or reply.updated):
        yield "is answered for all to see, or not at all"
    else:
        secrets = [table.dice.secret.hex() for table in scene.tables if table.dice]
        if not message.content.strip() or SAID_OF_A_BUG in message.content:
            yield f"is answered {message.content!r}"
        if any(secret in message.content for secret in secrets):
            yield "tells a secret"
        shown = [button.label or "" for button in message.buttons()]
        if any(label.startswith(PRIVATE) and label != "Play the computer" for label in shown):
            yield f"shows a panel: {shown}"
    if message and message.attachments and reply.interaction.channel.name not in CHANNELS:
        yield "shows a board of another channel"
    if any(each.levelno >= logging.ERROR for each in caplog.records):
        yield "is logged as an error"
    records = [each.getMessage() for each in caplog.records if each.name.startswith("bot")]
    if len(records) > 1:
        yield f"is logged as {records}"
    if scene.stored() != before[0]:
        yield "changes something"
    if scene.posted() != before[1]:
        yield "posts something"


@pytest.mark.parametrize("part", range(4 if SOAK else 2))
@pytest.mark.timeout(900)
async def test_no_control_does_anything_for_those_who_may_not(
    scene: Scene, caplog: pytest.LogCaptureFixture, part: int
) -> None:
    """A stranger in the table's own channel, and players in another one."""
    caplog.set_level("INFO")
    chance = random.Random(f"controls {part}")
    names = {scene.stranger.place(name).id: name for name in CHANNELS}
    wrong: list[str] = []
    for verb in verbs_to_try()[part % 2 :: 2]:
        for person in (scene.stranger, scene.server.person(chance.choice(("Ann", "Bo")))):
            table = chance.choice(scene.tables)
            is_stranger = person is scene.stranger
            channel = names[table.channel_id] if is_stranger else "elsewhere"
            custom_id, menu = forged(verb, table, chance), chance.random() < 0.3
            message = await scene.control(custom_id, person, channel, menu=menu)
            before = scene.stored(), scene.posted()
            caplog.clear()
            if menu:
                reply = await person.choose(message, chance.choice(VALUES))
            else:
                reply = await person.click(message, "Old")
            await scene.bot.idle()
            name = f"{custom_id} by {person.name} in {channel} (a menu: {menu})"
            wrong += [f"{name} {each}" for each in what_is_wrong(scene, reply, caplog, before)]
    assert not wrong, "\n".join(wrong)


async def test_no_control_or_form_from_another_place_does_anything(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    """Players press in another server and in direct messages, and send forms in everywhere.

    A stranger sends them in where the table stands.
    """
    caplog.set_level("INFO")
    chance = random.Random("places")
    names = {scene.server.person("Ann").place(name).id: name for name in CHANNELS}
    form, openers = await a_form(scene), dict[tuple[int, str], Interaction]()
    wrong: list[str] = []
    for verb in verbs_to_try():
        for is_form in (False, True):
            table = chance.choice(scene.tables)
            custom_id, where = forged(verb, table, chance), chance.choice((FAR, DIRECT))
            if is_form:
                where = chance.choice((names[table.channel_id], "elsewhere", FAR, DIRECT))
            person = scene.server.person(chance.choice(("Ann", "Bo")))
            if where in CHANNELS:
                person = scene.stranger
            act: Callable[[], Awaitable[Reply]]
            if is_form:
                if (person.id, where) not in openers:
                    openers[person.id, where] = await pressed(scene, person, where)
                sent = Modal(openers[person.id, where], {**form.raw, "custom_id": custom_id})
                act = partial(person.submit, sent, {"text": chance.choice(VALUES)})
            else:
                message = await scene.control(custom_id, person, where, menu=False)
                act = partial(person.click, message, "Old")
            before = scene.stored(), scene.posted()
            caplog.clear()
            reply = await act()
            await scene.bot.idle()
            name = f"{custom_id} by {person.name} in {where} (a form: {is_form})"
            wrong += [f"{name} {each}" for each in what_is_wrong(scene, reply, caplog, before)]
    assert not wrong, "\n".join(wrong)


async def pressed(scene: Scene, person: Person, where: str) -> Interaction:
    """Return a press to which the bot could have answered with a form."""
    message = await scene.control(encode(CustomId(verbs.GAMES)), person, where, menu=False)
    return (await person.click(message, "Old")).interaction


async def a_form(scene: Scene) -> Modal:
    """Return a form with one line, as the bot sends it."""
    (table, *_) = scene.tables
    asked = encode(for_position(verbs.NOTE, table))
    message = await scene.control(asked, scene.stranger, "lobby", menu=False)
    modal = (await scene.stranger.click(message, "Old")).modal
    assert modal is not None
    return modal


async def test_no_command_does_anything_for_those_who_do_not_play(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    """A stranger in each channel, and with what Discord lets them write there."""
    caplog.set_level("INFO")
    wrong: list[str] = []
    for channel in (*CHANNELS, "elsewhere"):
        offered = {leaf.path for leaf in scene.stranger.usable_commands(channel)}
        assert offered >= {"move", "games", "game resign", "game draw", "game dice", "game claim"}
        for path in third(sorted(offered - FOR_ALL)):
            values: dict[str, str | int | Upload | Person] = {**WRITTEN.get(path, {})}
            if path == "event challenge":
                values["person"] = scene.server.person("Ann")
            before = scene.stored(), scene.posted()
            caplog.clear()
            reply = await scene.stranger.slash(path, channel=channel, values=values)
            await scene.bot.idle()
            wrong += [
                f"/{path} in {channel} {each}"
                for each in what_is_wrong(scene, reply, caplog, before)
            ]
        suggested = await scene.stranger.autocomplete("move", "move", "c", channel=channel)
        assert suggested == []
    assert not wrong, "\n".join(wrong)
