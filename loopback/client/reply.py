"""The outcome of an act, as a person sees it."""

from dataclasses import dataclass

from loopback.client.modals import Modal
from loopback.interactions.lifecycle import Interaction
from loopback.model.messages import Message


@dataclass(frozen=True, slots=True)
class Reply:
    """The outcome of a person's act.

    `message` is the bot's answer, or the message that was updated (`updated`), or None if there is
    only a `modal`, a failure, or nothing. `failed` is the sentence that the client shows.
    `acknowledged_after` is in seconds, None without an answer.
    """

    interaction: Interaction
    message: Message | None
    modal: Modal | None
    failed: str | None
    updated: bool
    acknowledged_after: float | None

    @property
    def ephemeral(self) -> bool:
        """True if only this person sees the message."""
        return self.message is not None and self.message.ephemeral
