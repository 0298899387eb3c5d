"""Discord's API errors: HTTP status, code and message.

Codes and messages follow the table "JSON error codes" of Discord's reference, "Opcodes and Status
Codes".
"""

from enum import Enum

from loopback.payload import Payload


class ErrorCode(Enum):
    """The reason for refusing a request: HTTP status, Discord's code and message."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    INTERNAL = (500, 0, "500: Internal Server Error")
    NOT_SUPPORTED = (501, 0, "The loopback has no such route")
    UNAVAILABLE = (503, 0, "503: Service Unavailable")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_OVERWRITE = (404, 10009, "Unknown Overwrite")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_BAN = (404, 10026, "Unknown Ban")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    SLOW_MODE = (429, 20016, "This action cannot be performed due to slowmode rate limit")
    TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached (250)")
    TOO_MANY_WEBHOOKS = (400, 30007, "Maximum number of webhooks reached (15)")
    TOO_MANY_REACTIONS = (400, 30010, "Maximum number of reactions reached (20)")
    TOO_MANY_THREAD_MEMBERS = (
        400,
        30033,
        "Maximum number of thread participants has been reached (1000)",
    )
    TOO_MANY_OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    )
    FILES_TOO_LARGE = (413, 40005, "Request entity too large")
    NOT_IN_VOICE = (400, 40032, "Target user is not connected to voice")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    TOO_MANY_FOLLOW_UPS = (
        400,
        40094,
        "This interaction has hit the maximum number of follow up messages",
    )
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CLOSED_DMS = (403, 50007, "Cannot send messages to this user")
    NON_TEXT_CHANNEL = (400, 50008, "Cannot send messages in a non-text channel")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_ROLE = (400, 50028, "Invalid role")
    INVALID_RECIPIENT = (400, 50033, "Invalid Recipient(s)")
    TOO_OLD_FOR_BULK = (400, 50034, "A message provided was too old to bulk delete")
    INVALID_FORM = (400, 50035, "Invalid Form Body")
    ARCHIVED_THREAD = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    LOCKED_THREAD = (400, 160005, "Thread is locked")
    TOO_MANY_THREADS = (400, 160006, "Maximum number of active threads reached")
    TOO_MANY_ANNOUNCEMENT_THREADS = (
        400,
        160007,
        "Maximum number of active announcement threads reached",
    )
    BLOCKED_MESSAGE = (400, 200000, "Message was blocked by automatic moderation")
    BLOCKED_TITLE = (400, 200001, "Title was blocked by automatic moderation")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.value[0]

    @property
    def code(self) -> int:
        """Discord's code for it."""
        return self.value[1]

    @property
    def message(self) -> str:
        """Discord's message for it."""
        return self.value[2]


class ApiError(Exception):
    """A request that the API refuses; it had no effect."""

    def __init__(
        self,
        error_code: ErrorCode,
        *,
        errors: Payload | None = None,
        retry_after: float | None = None,
        message: str | None = None,
    ) -> None:
        """Make an error; `message` says more than the usual one."""
        super().__init__(message or error_code.message)
        self.error_code = error_code
        self.message = message or error_code.message
        self.errors = errors
        self.retry_after = retry_after

    def payload(self) -> Payload:
        """Return the body that Discord would send."""
        body: Payload = {"message": self.message, "code": self.error_code.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body["retry_after"] = round(self.retry_after, 3)
            body["global"] = False
        return body


class Failed(AssertionError):
    """A server with strict=True saw the bot fail; the message says how."""


class CannotDo(ValueError):
    """An act that a Discord client would not allow; the message says why."""
