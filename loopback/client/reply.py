"""The outcome of an act, as a person sees it."""

from dataclasses import dataclass

from loopback.client.modals import Modal, short
from loopback.interactions.lifecycle import Interaction
from loopback.model.messages import Message


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        """Write what a failing test needs to say in a line."""
        shown = [
            f"message={short(self.message.content or self.message.texts())}"
            if self.message
            else "",
            f"modal={self.modal!r}" if self.modal else "",
            f"failed={self.failed!r}" if self.failed else "",
            "ephemeral" if self.ephemeral else "",
            "updated" if self.updated else "",
        ]
        return f"Reply({', '.join(each for each in shown if each) or 'nothing'})"

    @property
    def ephemeral(self) -> bool:
        """True if only this person sees the message."""
        return self.message is not None and self.message.ephemeral
