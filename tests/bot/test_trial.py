"""`postboard trial`: what the bot assumes about Discord, tried in a private channel."""

import asyncio
import re
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot import command_line
from bot.command_line import main
from bot.trial import Report, TrialError, run_trial
from bot.trial.checks import CHECKS
from bot.trial.questions import QUESTIONS
from bot.trial.report import Finding
from loopback import Loopback, Person
from loopback.model.channels import Channel, ChannelType
from loopback.model.permissions import NONE, Permission
from loopback.rest import messages
from loopback.world import posting
from loopback.world.feed import Event, MessagePosted
from tests.bot.first_starts import bare

__all__ = ["bare"]

PAGE = Path(__file__).parents[2] / "docs" / "unverified-on-discord.md"


@pytest.fixture
def channel(server: Loopback, ann: Person) -> Channel:
    """Return a channel that only Ann and the bot see."""
    guild = server.world.guild()
    found = server.world.add_channel(guild, "trial")
    everyone = guild.roles[guild.id]
    server.world.set_overwrite(found, everyone, deny=int(Permission.VIEW_CHANNEL))
    for each in (ann.user, server.world.bot):
        server.world.set_overwrite(found, each, allow=int(Permission.VIEW_CHANNEL))
    return found


class Host:
    """The one who starts the trial."""

    def __init__(self, server: Loopback, patch: pytest.MonkeyPatch) -> None:
        self.server = server
        self._patch = patch
        self.told: list[str] = []
        self.asked: list[str] = []

    async def trial(
        self, channel_id: int, *, answer: str | None = None, only: Container[str] | None = None
    ) -> Report:
        """Try all checks, or those with these titles, and answer each question."""

        def ask(question: str) -> str | None:
            self.asked.append(question)
            return answer

        if only is not None:
            chosen = [each for each in CHECKS if each[0] in only]
            self._patch.setattr("bot.trial.CHECKS", chosen)
        return await run_trial(
            self.server.token, channel_id, tell=self.told.append,
            ask=ask if answer is not None else None, connector=self.server.connector(),
        )  # fmt: skip


@pytest.fixture
def host(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr("bot.trial.questions.PAUSE", 0.0)
    return Host(server, monkeypatch)


def left(server: Loopback, channel: Channel) -> list[str]:
    """Return the messages that are still there, in the channel and its threads."""
    places = [
        each for each in server.world.channels.values() if channel.id in (each.id, each.parent_id)
    ]
    return [
        m.content for m in server.world.messages.values() if m.channel_id in {p.id for p in places}
    ]


async def test_the_loopback_does_all_that_is_assumed(
    server: Loopback, host: Host, channel: Channel, bot: object
) -> None:
    del bot  # Its commands are registered.
    report = await host.trial(channel.id)
    assert [line for line in host.told if not line.startswith("as assumed")] == []
    assert len(report.results) == len(CHECKS) == len(host.told)
    assert not report.differs
    assert left(server, channel) == []


async def test_the_report_holds_no_secret_and_nobodys_number(
    server: Loopback, host: Host, channel: Channel
) -> None:
    report = await host.trial(channel.id, answer=f"my token is {server.token}\n{channel.id}")
    assert host.asked == [each.text for each in QUESTIONS]
    assert len(host.asked) == 5
    text = report.text(1_700_000_000)
    assert "**my token is … …**" in text
    assert server.token not in text
    assert not re.search(r"\d{15,}", text)
    assert "POST /channels/:id/messages | 200" in text
    assert "2023-11-14 22:13 UTC" in text


async def test_the_owner_is_named_twice_and_pinged_once(
    server: Loopback, host: Host, channel: Channel, ann: Person
) -> None:
    named: list[tuple[str, bool]] = []

    def listen(event: Event) -> None:
        if isinstance(event, MessagePosted) and ann.mention in event.message.content:
            named.append((event.message.content, ann.id in event.message.pings))

    server.feed.listen(listen)
    await host.trial(channel.id, answer="yes", only=())
    assert [pings for _, pings in named] == [False, True]


Breaks: TypeAlias = Callable[[Loopback, pytest.MonkeyPatch], None]


def _marks_all(_: Loopback, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(posting, "_UNMARKED", frozenset[str]())


def _knows_no_nonce(_: Loopback, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(messages, "_enforced_nonce", nothing)


def _has_another_time(server: Loopback, _: pytest.MonkeyPatch) -> None:
    server.clock.advance(60)


def nothing(*_: object) -> None:
    return None


@pytest.mark.parametrize(
    ("title", "breaks"),
    [("“(edited)”", _marks_all), ("Nonce", _knows_no_nonce), ("The clock", _has_another_time)],
)
async def test_what_is_different_is_said(
    host: Host, channel: Channel, monkeypatch: pytest.MonkeyPatch, title: str, breaks: Breaks
) -> None:
    breaks(host.server, monkeypatch)
    report = await host.trial(channel.id, only={title})
    assert report.differs
    assert [each.finding for each in report.results] == [Finding.DIFFERENT]
    assert left(host.server, channel) == []


async def test_what_can_not_be_deleted_is_named(
    server: Loopback, host: Host, channel: Channel
) -> None:
    threaded = {"Nonce", "A thread goes to sleep"}
    report = await host.trial(channel.id, only=threaded)
    assert [each.split(",")[0] for each in report.left_over] == [
        "the thread “Trial of nonces”", "the thread “Trial of sleep”",
    ]  # fmt: skip
    threads = [each for each in server.world.channels.values() if each.parent_id == channel.id]
    assert all(each.thread and each.thread.archived for each in threads)
    granted = int(Permission.VIEW_CHANNEL | Permission.MANAGE_THREADS)
    server.world.set_overwrite(channel, server.world.bot, allow=granted)
    assert (await host.trial(channel.id, only=threaded)).left_over == []
    assert len(threads) == len(
        [each for each in server.world.channels.values() if each.parent_id == channel.id]
    )


async def test_a_trial_that_is_stopped_cleans_up(server: Loopback, channel: Channel) -> None:
    def stop(line: str) -> None:
        if "Nonce" in line:
            raise KeyboardInterrupt

    connector = server.connector()
    with pytest.raises(KeyboardInterrupt):
        await run_trial(server.token, channel.id, tell=stop, ask=None, connector=connector)
    assert left(server, channel) == []


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("lobby", "#lobby isn't private. Use a text channel that only you and the bot can see"),
        ("hidden", "The bot can't see channel"),
        ("poor", "The bot needs these permissions in #poor: Attach Files."),
        ("voice", "isn't a text channel of a server"),
    ],
)
async def test_only_a_private_channel_is_used(
    server: Loopback, host: Host, place: str, sentence: str
) -> None:
    guild = server.world.guild()
    if place != "lobby":
        kind = ChannelType.VOICE if place == "voice" else ChannelType.TEXT
        made = server.world.add_channel(guild, place, type=kind)
        everyone = guild.roles[guild.id]
        server.world.set_overwrite(made, everyone, deny=int(Permission.VIEW_CHANNEL))
        allow, deny = Permission.VIEW_CHANNEL, Permission.ATTACH_FILES
        if place == "hidden":
            allow, deny = NONE, Permission.VIEW_CHANNEL
        server.world.set_overwrite(made, server.world.bot, allow=int(allow), deny=int(deny))
    before = len(server.world.messages)
    with pytest.raises(TrialError, match=re.escape(sentence)):
        await host.trial(server.world.channel(place).id)
    assert len(server.world.messages) == before


def written(folder: Path) -> list[Path]:
    return list(folder.glob("postboard-trial-*.md"))


async def test_the_command_writes_a_report(
    server: Loopback,
    channel: Channel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", server.token)
    loop = asyncio.get_running_loop()

    def run(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    monkeypatch.setattr(asyncio, "run", run)

    async def connected(*args: Any, **more: Any) -> Report:
        return await run_trial(*args, **more, connector=server.connector())

    monkeypatch.setattr(command_line, "run_trial", connected)
    link = f"https://discord.com/channels/{channel.guild_id}/{channel.id}"
    assert await asyncio.to_thread(main, ["trial", link]) == 0
    said = capsys.readouterr().out
    (report,) = written(tmp_path)
    assert f"Report: {report}." in said
    assert "as assumed  Nonce: same in the channel: True, in a thread: True" in said
    assert "| Nonce |" in report.read_text("utf-8")
    public = str(server.world.channel("lobby").id)
    assert await asyncio.to_thread(main, ["trial", public]) == 78
    assert "isn't private" in capsys.readouterr().err


def test_a_trial_needs_a_token_and_a_channel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trial", "1" * 18]) == 78
    assert capsys.readouterr().err.startswith("DISCORD_TOKEN isn't set. ")
    with pytest.raises(SystemExit) as ended:
        main(["trial", "#games"])
    assert ended.value.code == 78
    assert "use a channel's link or id" in capsys.readouterr().err


def test_every_check_stands_in_the_list_of_what_is_unverified() -> None:
    page = PAGE.read_text("utf-8")
    for title, assumed, _ in CHECKS:
        assert f"| {title} | {assumed} |" in page
