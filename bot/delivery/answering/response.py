"""One interaction's answer: begun within Discord's three seconds whatever happens, given once.

The states of a response, and the calls that lead from one to the next:

                       1.5 s pass                        any answer
    NEW  ───────────────────────────────►  THINKING  ─────────────────►  GIVEN ◄──┐
     │   (a private message that says      or UPDATING    edits           │      │ any answer:
     │    "thinking...", or a promise                    @original        └──────┘ a follow-up
     │    to turn the message pressed)                                             ▲
     └─────────────────────────────────────────────────────────────────────────────┘
                     any answer: a callback (a message, a form, or type 7,
                     which turns the message pressed)

Discord drops an interaction that hears nothing for 3 s, and the first answer decides who sees it.
A `Response` therefore waits, and defers only when time gets short. In THINKING a public answer
needs two steps, because to fill the thinking message is an edit, which stays private and pings
no one: first that message says that it is done, then the answer follows as a message of its own.
In the same way the message pressed is turned first, and the public answer follows it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any, Final, TypeVar

import discord

from bot.delivery.answering.panels import PanelKind, Panels
from bot.delivery.components import modal
from bot.delivery.languages import Languages
from bot.delivery.people import met, shown_name
from bot.delivery.rendering import Rendered, Rendering
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, LostReply, bounded
from bot.messages.controls.message import ChoiceForm, Form, Message
from bot.model import metrics
from bot.model.errors import BeingForgotten, TableError
from bot.model.table import Request, Table, User
from bot.store.people.accounts import People
from rules.contract.sentence import Stranger, say

__all__ = ["BLOCKED", "DEFER_AFTER", "DONE", "DeferKind", "Response", "Unanswered"]

_log = logging.getLogger(__name__)
T = TypeVar("T")

DEFER_AFTER: Final = 1.5
"""Seconds without an answer after which a response is deferred; Discord waits for 3."""

_LONGEST: Final = 60.0
"""The most seconds for one answer: no one looks for it any longer."""

_ANSWERED_ALREADY: Final = 40060
"""Discord's error code for a second first answer to one interaction."""

_GONE: Final = frozenset({10008, 50035})
"""Discord's error codes where the message pressed is gone, and where a form never had one."""

_AUTOMOD: Final = frozenset({200000, 200001})
"""Discord's error codes for what the AutoMod of a server blocks."""
BLOCKED: Final = Message(
    say(
        "It worked, but AutoMod hides my message, probably because of a word or "
        "name. An admin can exempt me in AutoMod."
    )
)

DONE: Final = Message(say("Done."))
"""The text that replaces a private "thinking..." when the answer is public."""


class Unanswered(Exception):
    """The message couldn't be given as this interaction's answer, or not to everyone."""


class DeferKind(Enum):
    """The way in which a slow answer is deferred, and in which `Response.show` shows it."""

    PRIVATE = auto()
    UPDATE = auto()
    """The message with the button pressed gets a new content."""
    PANEL = auto()
    """That message is changed if it is private; a press in public is answered privately."""


class _State(Enum):
    """The state of an answer; see the module."""

    NEW = auto()
    THINKING = auto()
    UPDATING = auto()
    GIVEN = auto()


class Response:
    """The answer to one interaction. `defer_kind` is the way to defer it if it takes long."""

    def __init__(
        self,
        interaction: discord.Interaction,
        panels: Panels,
        people: People,
        rendering: Rendering,
        *,
        languages: Languages,
        limit: GlobalLimit,
    ) -> None:
        self.interaction = interaction
        self._people = people
        self._rendered = rendering.rendered
        self._languages = languages
        self._limit = limit
        self.table: Table | None = None
        """The table of the control pressed, or of what is shown to all, once it is found."""
        self._user: User | None = None
        self.defer_kind = DeferKind.PRIVATE
        self._state = _State.NEW
        self._original_is_pressed = False
        self._panels = panels
        self._private_id: int | None = None
        """The private message that this interaction first showed or changed, once that is done."""
        self._private_follows = False
        """True if that message isn't the first answer, but follows a public one."""
        self.is_blocked = False
        """True if the AutoMod of the server blocked the public answer."""
        self._speaking = asyncio.Lock()
        self._when_decided: Callable[[], None] | None = None
        self._when_answered: Callable[[], None] | None = None
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(DEFER_AFTER, self._time_is_short)
        self._deferral: asyncio.Task[None] | None = None
        self._notice: asyncio.Task[None] | None = None

    @property
    def request(self) -> Request:
        """The interaction as the store remembers it."""
        return Request(str(self.interaction.id), self.interaction.token)

    async def meet(self) -> None:
        """Find out who asks. Raises StoreError if they are new and can't be stored."""
        self._user = await met(self._people, self.interaction.user, self.locale)

    async def person(self, user: discord.User | discord.Member) -> User:
        """Return the person who is a user of Discord's that the interaction names.

        Raises TableError for a person who has asked to be forgotten.
        """
        try:
            return await met(self._people, user)
        except BeingForgotten:
            if user.id == self.interaction.user.id:
                raise
            name = Stranger(shown_name(user))
            raise TableError(
                say("{name} can't be asked right now. Choose someone else.", name=name)
            ) from None

    @property
    def user(self) -> User:
        """The person who asked."""
        assert self._user is not None, "no one asks anything before they are met"
        return self._user

    @property
    def locale(self) -> str:
        """Discord's code of that person's language."""
        return str(self.interaction.locale)

    async def public_locale(self, post: Message) -> str:
        """Return Discord's code of the language in which all here read a message.

        It is the message's own, or its table's, or its server's; outside of servers, the person's.
        """
        if post.locale is not None:
            return post.locale
        if self.table is not None:
            return self.table.locale
        guild_id = self.interaction.guild_id
        return self.locale if guild_id is None else await self._languages.of_server(guild_id)

    async def _pressed_locale(self, post: Message) -> str:
        """Return the language of those who read the message pressed."""
        return self.locale if self.is_from_private else await self.public_locale(post)

    @property
    def is_from_private(self) -> bool:
        """True if the control that was used stands in a private message."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def is_given(self) -> bool:
        """True if Discord has an answer that is not a mere deferral."""
        return self._state is _State.GIVEN

    def close(self) -> None:
        """Stop watching the time."""
        self._alarm.cancel()
        self.decided()

    def when_decided(self, act: Callable[[], None]) -> None:
        """Call this once the effect of the interaction is decided."""
        self._when_decided = act

    def decided(self) -> None:
        """Note that the effect of the interaction is decided; any answer comes after it."""
        act, self._when_decided = self._when_decided, None
        if act is not None:
            act()

    def waits(self, post: Message) -> None:
        """Show the person why the effect isn't decided yet; the answer still follows."""

        async def show() -> None:
            async with self._speaking:
                if self._state is _State.GIVEN:
                    return
                try:
                    shown = await self._rendered(post, self.locale)
                    await self._sent(self._say_privately(shown))
                except SEND_ERRORS as failure:
                    _log.warning(
                        "Interaction %s was not told to wait: %s", self.interaction.id, failure
                    )

        self._notice = asyncio.create_task(show())

    def when_answered(self, act: Callable[[], None]) -> None:
        """Call this once the first answer is sent: from then on, only Discord is waited for."""
        self._when_answered = act

    def _answering(self) -> asyncio.Lock:
        """Note that an answer is sent, and return the lock that lets one be sent at a time."""
        self.decided()
        act, self._when_answered = self._when_answered, None
        if act is not None:
            act()
        return self._speaking

    async def show(
        self, post: Message, panel: PanelKind | None = None, table_id: int | None = None
    ) -> None:
        """Show the person a message in the place that `defer_kind` gives.

        A `panel` replaces the person's last one of its kind, at the table if it belongs to one.
        """
        if self.defer_kind is DeferKind.UPDATE:
            await self.update(post)
        elif self.defer_kind is DeferKind.PANEL:
            await self.in_private(post)
        else:
            await self.private(post)
        self._opened(panel, table_id)

    async def private(self, post: Message) -> None:
        """Show the message to the person alone. A failure is only logged: nothing depends on it."""
        await self._private(await self._rendered(post, self.locale))

    async def notify(self, post: Message, panel: PanelKind, table_id: int | None = None) -> None:
        """Show the person alone what follows from an answer, in place of their last such panel."""
        await self.private(post)
        self._opened(panel, table_id)

    def _opened(self, panel: PanelKind | None, table_id: int | None) -> None:
        if panel is not None and self._private_id is not None:
            self._panels.opened(
                panel, table_id, self.interaction, self._private_id, follows=self._private_follows
            )

    async def _private(self, post: Rendered) -> None:
        async with self._answering():
            try:
                await self._sent(self._say_privately(post))
            except SEND_ERRORS as failure:
                _log.warning(
                    "A private answer to interaction %s was lost: %s", self.interaction.id, failure
                )

    async def in_private(self, post: Message) -> None:
        """Show the message to the person alone, in place of the private message pressed, if any."""
        shown = await self._rendered(post, self.locale)
        if self.is_from_private and self._state is not _State.THINKING:
            await self._update(shown)
        else:
            await self._private(shown)

    async def public(self, post: Message, pressed: Message | None = None) -> int | None:
        """Answer publicly and return the message's id.

        `pressed` is what the message that holds the button turns into. Raises Unanswered where
        the interaction can't carry the answer any more, or Discord shows it to the person alone.
        """
        shown = await self._rendered(post, await self.public_locale(post))
        async with self._answering():
            try:
                if self._state is _State.NEW and pressed is None:
                    return await self._call_back(shown)
                await self._clear_the_way(pressed)
                return await self._follow_up(shown)
            except SEND_ERRORS as failure:
                self.is_blocked = _is_blocked(failure)
                raise Unanswered from failure

    async def follow_up(self, post: Message) -> int:
        """Send a further public message to an interaction that was answered.

        Raises one of SEND_ERRORS, or Unanswered if Discord shows it to the person alone.
        """
        return await self._follow_up(await self._rendered(post, await self.public_locale(post)))

    async def _follow_up(self, post: Rendered) -> int:
        message = await self.interaction.followup.send(**post.to_send(), wait=True)
        self._require_public(is_private=message.flags.ephemeral)
        return message.id

    async def update(self, post: Message) -> None:
        """Give the message with the pressed button this content."""
        await self._update(await self._rendered(post, await self._pressed_locale(post)))

    async def _update(self, post: Rendered) -> None:
        async with self._answering():
            try:
                await self._sent(self._turn(post))
                return
            except SEND_ERRORS as failure:
                _log.warning(
                    "Couldn't update the message of interaction %s: %s",
                    self.interaction.id,
                    failure,
                )
                is_gone = isinstance(failure, discord.HTTPException) and failure.code in _GONE
                if not is_gone and not _is_blocked(failure):
                    return
        await self._private(post if is_gone else await self._rendered(BLOCKED, self.locale))

    async def turn(self, post: Message) -> None:
        """Give the message with the pressed button this content; raise Unanswered if that fails."""
        shown = await self._rendered(post, await self._pressed_locale(post))
        async with self._answering():
            try:
                await self._sent(self._turn(shown))
            except SEND_ERRORS as failure:
                self.is_blocked = _is_blocked(failure)
                raise Unanswered from failure

    async def acknowledge(self) -> None:
        """Leave the message with the pressed button as it is: something else will change it."""
        async with self._answering():
            try:
                await self._sent(self._acknowledge())
            except SEND_ERRORS as failure:
                _log.warning("Interaction %s wasn't acknowledged: %s", self.interaction.id, failure)

    async def remove(self) -> None:
        """Remove the private message with the pressed button, which has served its purpose.

        A failure is only logged: its buttons are refused by then.
        """
        assert self.interaction.message is not None, "a button stands in a message"
        self._panels.closed(self.interaction.message.id)
        async with self._answering():
            try:
                await self._sent(self._acknowledge())
                await self._sent(self.interaction.delete_original_response())
            except SEND_ERRORS as failure:
                _log.info(
                    "Couldn't delete the message of interaction %s: %s",
                    self.interaction.id,
                    failure,
                )

    async def _acknowledge(self) -> None:
        if self._state is _State.NEW:
            with self._first_answer():
                await self.interaction.response.defer()
        self._state = _State.GIVEN

    async def has_arrived(self) -> bool:
        """Ask Discord for a first answer that seemed to fail; if it is there, it is given."""
        async with self._answering():
            if self._state is _State.NEW and await self._shown() is not None:
                self._state = _State.GIVEN
            return self.is_given

    async def open_modal(self, form: Form | ChoiceForm) -> None:
        """Open a form, which Discord accepts only as the first answer to a press, or ask again."""
        is_form = self.interaction.type is discord.InteractionType.modal_submit
        async with self._answering():
            if self._state is _State.NEW and not is_form:
                try:
                    with self._first_answer():
                        shown = modal(form, self.locale)
                        await self._sent(self.interaction.response.send_modal(shown))
                except SEND_ERRORS as failure:
                    _log.warning("Interaction %s got no form: %s", self.interaction.id, failure)
                return
        await self.private(
            Message(say("That took too long, sorry. Please press the button again."))
        )

    async def _call_back(self, post: Rendered) -> int | None:
        with self._first_answer():
            sent = await self.interaction.response.send_message(**post.to_send())
        self._require_public(is_private=sent.is_ephemeral())
        return sent.message_id

    def _require_public(self, *, is_private: bool) -> None:
        """Raise Unanswered if Discord showed a public answer to the person alone."""
        if is_private:
            raise Unanswered("Discord showed it to one person alone")

    @contextmanager
    def _first_answer(self) -> Generator[None]:
        """Note that the first answer is given, even if Discord says that it already has one.

        If it failed in another way, a first answer may be tried again: Discord accepts only one.
        """
        try:
            yield
        except discord.HTTPException as failure:
            if failure.code == _ANSWERED_ALREADY:
                self._state = _State.GIVEN
            raise
        self._state = _State.GIVEN
        self._measure()

    def _measure(self) -> None:
        """Note how long Discord waited for a first answer, or for the promise of one."""
        waited = discord.utils.utcnow() - self.interaction.created_at
        metrics.ANSWER_SECONDS.observe(max(0.0, waited.total_seconds()))

    async def _clear_the_way(self, pressed: Message | None) -> None:
        """Complete the first answer, so that a follow-up is a message of its own."""
        if self._state is _State.THINKING:
            await self.interaction.edit_original_response(
                **Rendered(DONE, {}, self.locale).to_edit()
            )
        elif pressed is not None:
            await self._turn(await self._rendered(pressed, await self._pressed_locale(pressed)))
        self._state = _State.GIVEN

    async def _turn(self, post: Rendered) -> None:
        """Change the message pressed, which only its own interaction can do if it is private."""
        if self._state is _State.NEW:
            with self._first_answer():
                await self.interaction.response.edit_message(**post.to_edit())
            self._original_is_pressed = True
        elif self._original_is_pressed:
            await self.interaction.edit_original_response(**post.to_edit())
            self._state = _State.GIVEN
        else:
            _log.info("The message of interaction %s is left as it is", self.interaction.id)
            return
        if self.is_from_private and self.interaction.message is not None:
            self._private_id = self.interaction.message.id

    async def _sent(self, request: Coroutine[Any, Any, T]) -> T:
        return await bounded(request, _LONGEST, self._limit)

    async def _say_privately(self, post: Rendered) -> None:
        if self._state is _State.NEW:
            try:
                with self._first_answer():
                    sent = await self.interaction.response.send_message(
                        **post.to_send(), ephemeral=True
                    )
                self._private_id = sent.message_id
                return
            except discord.HTTPException as failure:
                if failure.code != _ANSWERED_ALREADY:
                    raise
                shown = await self._shown()
                if shown is not None and shown.flags.ephemeral:
                    return  # The reply of an earlier try was lost.
        if self._state is _State.THINKING:
            edited = await self.interaction.edit_original_response(**post.to_edit())
            self._private_id = edited.id
        else:
            try:
                await self._follow_up_privately(post)
            except LostReply:  # Seen twice by one person does less harm than never.
                await self._follow_up_privately(post)
        self._state = _State.GIVEN

    async def _follow_up_privately(self, post: Rendered) -> None:
        sent = await self.interaction.followup.send(**post.to_send(), ephemeral=True, wait=True)
        if self._private_id is None:
            self._private_id, self._private_follows = sent.id, True

    async def _shown(self) -> discord.InteractionMessage | None:
        """Return the message that is the first answer, unless there is none or only a promise."""
        try:
            answer = await self.interaction.original_response()
        except (*SEND_ERRORS, discord.ClientException):
            return None
        pressed = self.interaction.message
        is_pressed = pressed is not None and pressed.id == answer.id
        return None if answer.flags.loading or is_pressed else answer

    def _time_is_short(self) -> None:
        self._deferral = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._speaking:
            if self._state is not _State.NEW:
                return
            turns = {DeferKind.UPDATE: True, DeferKind.PANEL: self.is_from_private}
            thinking = not turns.get(self.defer_kind, False)
            try:
                promise = self.interaction.response.defer(ephemeral=thinking, thinking=thinking)
                await self._sent(promise)
            except SEND_ERRORS as failure:
                _log.warning("An interaction could not be deferred: %s", failure)
                return
            self._measure()
            self._state = _State.THINKING if thinking else _State.UPDATING
            self._original_is_pressed = not thinking


def _is_blocked(failure: Exception) -> bool:
    """Tell whether the AutoMod of a server blocked a message."""
    return isinstance(failure, discord.HTTPException) and failure.code in _AUTOMOD
