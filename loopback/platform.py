"""The parts of this Discord, put together."""

from base64 import b64encode
from typing import Final

from loopback.clock import Clock
from loopback.errors import ErrorCode
from loopback.exchange import Observer
from loopback.faults import FaultInjector, Faults
from loopback.gateway.broadcast import Broadcast
from loopback.gateway.service import Gateway
from loopback.interactions.commands import Commands
from loopback.interactions.lifecycle import InteractionChanged, Interactions, shortcoming
from loopback.interactions.responses import Responses
from loopback.model.messages import Message
from loopback.ratelimits import Limits, RateLimiter
from loopback.world.feed import Event, Feed
from loopback.world.state import APPLICATION_ID, World

TOKEN: Final = b64encode(str(APPLICATION_ID).encode()).decode().rstrip("=") + ".loopback.token"
"""The first token of the only bot. It opens nothing but this server, and begins with the bot's id
as Discord's do, which some libraries read there."""


class Platform:
    """One Discord: its world, gateway, interactions, rate limits and faults."""

    def __init__(
        self, application: str, clock: Clock, faults: Faults, limits: Limits, *, privileged: int
    ) -> None:
        self.clock = clock
        self.limits = limits
        self.feed = Feed()
        self.world = World(clock, self.feed, application)
        self.gateway = Gateway(self.world, TOKEN, privileged=privileged)
        self.commands = Commands(self.world.ids)
        self.interactions = Interactions(self.world, self.gateway)
        self.responses = Responses(self.world, self.interactions)
        self.ratelimiter = RateLimiter(clock)
        self.observers: list[Observer] = []
        self.refusals: dict[str, ErrorCode] = {}
        self.nonces: dict[str, Message] = {}
        self.read: dict[tuple[int, int], int] = {}
        """People's last messages or interactions by channel, for `next_message`."""
        self.is_strict = False
        self.shortcomings: list[str] = []
        """The failures of the bot that a strict server saw, and what it asked for in vain."""
        self.open_requests = 0
        self.requests = 0
        """The number of requests that ever came."""
        self.feed.listen(self._note)
        self.broadcast = Broadcast(self.world, self.gateway)
        self.fault_injector = FaultInjector(faults)
        self.gateway.fault_injector = self.fault_injector

    @property
    def token(self) -> str:
        """The token of the bot."""
        return self.gateway.token

    def _note(self, event: Event) -> None:
        if isinstance(event, InteractionChanged) and event.interaction.failed is not None:
            self.note_shortcoming(shortcoming(event.interaction))

    def note_shortcoming(self, sentence: str) -> None:
        """Note, on a strict server, what the bot failed to do or asked for in vain."""
        if self.is_strict:
            self.shortcomings.append(sentence)

    def switch(self, faults: Faults) -> None:
        """Use other faults for all later requests and events."""
        self.fault_injector.replaced.set()
        happened = self.fault_injector.happened
        self.fault_injector = self.gateway.fault_injector = FaultInjector(faults, happened)
