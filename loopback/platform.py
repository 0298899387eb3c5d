"""The parts of this Discord, put together."""

from loopback.answers import Answers
from loopback.broadcast import Broadcast
from loopback.clock import Clock
from loopback.commands import Commands
from loopback.faults import Fate, Faults
from loopback.feed import Feed
from loopback.gateway import Gateway
from loopback.interactions import Interactions
from loopback.messages import Message
from loopback.ratelimits import Limits, RateLimiter
from loopback.world import World

TOKEN = "loopback-token"  # noqa: S105 - it opens nothing but this server


class Platform:
    """One Discord: its world, its gateway, and what is counted and drawn for it."""

    def __init__(self, clock: Clock, faults: Faults, limits: Limits, *, privileged: int) -> None:
        self.clock = clock
        self.token = TOKEN
        self.limits = limits
        self.feed = Feed()
        self.world = World(clock, self.feed)
        self.gateway = Gateway(self.world, self.token, privileged=privileged)
        self.commands = Commands(self.world.ids)
        self.interactions = Interactions(self.world, self.gateway)
        self.answers = Answers(self.world, self.interactions)
        self.ratelimiter = RateLimiter(clock)
        self.nonces: dict[str, Message] = {}
        self.broadcast = Broadcast(self.world, self.gateway)
        self.fate = Fate(faults)
        self.gateway.fate = self.fate

    def switch(self, faults: Faults) -> None:
        """Let other faults befall requests and events from now on."""
        self.fate = self.gateway.fate = Fate(faults)
