"""A Discord on this machine: REST v10, the gateway, a chat page, and people who use it.

An unmodified discord.py reaches it over a Unix socket, other libraries over HTTP. Nothing here
knows which bot it serves. `README.md` begins with an example.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from loopback.client.modals import Modal
    from loopback.client.person import Person
    from loopback.client.reply import Reply
    from loopback.clock import Clock
    from loopback.errors import CannotDo, Failed
    from loopback.faults import Faults
    from loopback.gateway.starts import SessionLimits
    from loopback.interactions.commands import Choice
    from loopback.model.components import Component, ComponentType
    from loopback.model.messages import Attachment, Message, MessageFlag
    from loopback.model.permissions import Permission
    from loopback.ratelimits import Limits, Window
    from loopback.resolver import OneAddress
    from loopback.server import Loopback
    from loopback.validation.messages import Upload

__all__ = [
    "Attachment",
    "CannotDo",
    "Choice",
    "Clock",
    "Component",
    "ComponentType",
    "Failed",
    "Faults",
    "Limits",
    "Loopback",
    "Message",
    "MessageFlag",
    "Modal",
    "OneAddress",
    "Permission",
    "Person",
    "Reply",
    "SessionLimits",
    "Upload",
    "Window",
]

_MODULES: Final = {
    "Attachment": "model.messages",
    "CannotDo": "errors",
    "Choice": "interactions.commands",
    "Clock": "clock",
    "Component": "model.components",
    "ComponentType": "model.components",
    "Failed": "errors",
    "Faults": "faults",
    "Limits": "ratelimits",
    "Loopback": "server",
    "Message": "model.messages",
    "MessageFlag": "model.messages",
    "Modal": "client.modals",
    "OneAddress": "resolver",
    "Permission": "model.permissions",
    "Person": "client.person",
    "SessionLimits": "gateway.starts",
    "Reply": "client.reply",
    "Upload": "validation.messages",
    "Window": "ratelimits",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is used.

    Every pytest loads `loopback.testing` where this package is installed, and imports nothing more
    than that in a project that doesn't use it.
    """
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
