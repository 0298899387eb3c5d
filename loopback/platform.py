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
from loopback.interactions.lifecycle import Interactions
from loopback.interactions.responses import Responses
from loopback.model.messages import Message
from loopback.ratelimits import Limits, RateLimiter
from loopback.world.feed import Feed
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
        self.broadcast = Broadcast(self.world, self.gateway)
        self.fault_injector = FaultInjector(faults)
        self.gateway.fault_injector = self.fault_injector

    @property
    def token(self) -> str:
        """The token of the bot."""
        return self.gateway.token

    def switch(self, faults: Faults) -> None:
        """Use other faults for all later requests and events."""
        self.fault_injector.replaced.set()
        happened = self.fault_injector.happened
        self.fault_injector = self.gateway.fault_injector = FaultInjector(faults, happened)
