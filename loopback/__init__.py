"""A Discord on this machine: REST v10, the gateway, and people to play with.

An unmodified discord.py talks to it over a Unix socket; nothing here knows which bot it serves.
"""

from loopback.client.modals import Modal
from loopback.client.person import Person
from loopback.client.reply import Reply
from loopback.clock import Clock
from loopback.errors import CannotDo
from loopback.faults import Faults
from loopback.interactions.commands import Choice
from loopback.model.components import Component, Kind
from loopback.model.messages import Attachment, Flag, Message
from loopback.model.permissions import Permission
from loopback.ratelimits import Limits, Window
from loopback.resolver import OneAddress
from loopback.server import Loopback

__all__ = [
    "Attachment",
    "CannotDo",
    "Choice",
    "Clock",
    "Component",
    "Faults",
    "Flag",
    "Kind",
    "Limits",
    "Loopback",
    "Message",
    "Modal",
    "OneAddress",
    "Permission",
    "Person",
    "Reply",
    "Window",
]
