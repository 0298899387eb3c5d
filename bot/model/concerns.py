"""The facts that the owner of the bot should hear, because they need a hand."""

from dataclasses import dataclass

__all__ = ["Concerns"]


@dataclass(frozen=True, slots=True)
class Concerns:
    """The state of what may need a hand. Times are Unix seconds; None means that all is well."""

    set_apart: int = 0
    """Tables that are set apart."""
    mended: int = 0
    """Tables that did not follow from their logs, and were mended."""
    backup_failed_at: int | None = None
    bytes_free: int | None = None
    """Bytes that are left on the disk of the database."""
    waiting_since: int | None = None
    """The time from which on a message has been waiting to be sent."""

    clock_ahead: int | None = None
    """The seconds by which the machine's clock is ahead of Discord's, negative if behind."""

    @property
    def summary(self) -> str:
        """Words that stay the same while nothing is new; the empty text if all is well."""
        known = {
            f"{self.set_apart} set apart": self.set_apart > 0,
            f"{self.mended} mended": self.mended > 0,
            "backup": self.backup_failed_at is not None,
            "disk": self.bytes_free is not None,
            "clock": self.clock_ahead is not None,
            "waiting": self.waiting_since is not None,
        }
        return ", ".join(word for word, holds in known.items() if holds)
