"""Who may do what at a table, all of it, written down apart from the code that decides it.

What is not written here is refused with a sentence, for that person alone, and changes nothing.
"""

from collections.abc import Mapping
from typing import Final

__all__ = ["PERMITTED", "PLACES", "ROLES", "STATES", "may"]

STATES: Final = {
    "offered": "asked for in a busy channel, with a guest invited; it has no card yet",
    "waiting": "a guest is invited",
    "declined": "the guest has declined, and the host has not decided about the place",
    "free": "anybody may join",
    "full": "everybody has joined, but the channel was busy; a game with dice",
    "changed": "as before, but the host has changed the terms since",
    "playing": "the host is due, and both have moved; each move has three days",
    "offer": "the host, who is due, has offered a draw",
    "late": "the host has let the time run out",
    "vacant": "the guest has offered the seat to all",
    "asked": "the stranger would take the guest's seat, and the host has to agree",
    "handed": "the newcomer has taken the guest's seat; the host is due",
    "team": "the host and an ally play against the guest; the host is due, nobody has moved",
    "computer": "the host, who is due, plays against the computer; nobody has moved",
    "over": "the guest has resigned",
    "closed": "the host has closed the table before its game began",
    "void": "the channel was deleted during the game",
    "apart": "the log of the game can't be read",
}

ROLES: Final = (
    "host", "guest", "ally", "stranger", "newcomer", "moderator", "guest who moderates",
)  # fmt: skip
"""The ally plays in `team` only, and is a stranger elsewhere. The newcomer plays in `handed` only;
they host another table, in another channel. The guest has no part in `computer`."""

PLACES: Final = ("here", "other channel", "own thread", "other server", "direct messages")
"""`here` is the channel in which the table stands. A moderator is one in every place."""

_SPEC: Final = """
join               waiting declined: guest
                   free: guest ally stranger newcomer moderator
                   changed: guest
accept             waiting declined: guest
                   full: host guest
                   changed: guest
agree to the terms changed: guest
decline            waiting: guest
decline and mute   waiting declined: guest
leave              waiting: host guest
                   declined free: host
                   full changed: host guest
invite instead     declined: host
open the place     declined: host
words              full changed: host guest
start              full: host guest
seat a computer    free: host
thread             offered: host
options            waiting declined free full changed: host

move               playing offer late vacant asked handed team computer: host
move by button     playing offer late vacant asked handed team computer: host

draw               playing late vacant: host guest
                   offer: guest
                   computer: host
                   team: host guest ally
                   handed: host newcomer
take-back          playing late vacant: host guest
                   handed: host newcomer
end without result computer: host
                   team: host guest ally
agree              offer: guest
                   asked: host
refuse             offer: guest
                   asked: host
withdraw           offer: host
                   asked: guest
resign             playing offer late vacant asked: host guest
                   computer: host
                   team: host guest ally
                   handed: host newcomer
claim time         late: guest

change of hands    asked: host
offer own seat     playing offer late: host guest
                   vacant asked: host
                   team: host guest ally
                   handed: host newcomer
offer own seat to somebody
                   playing offer late vacant asked: host guest
                   team: host guest ally
                   handed: host newcomer
look for a host    late: guest
hand own seat to the computer
                   playing late vacant: host guest
                   team: host guest ally
                   handed: host newcomer
look for the computer instead of a host
                   late: guest
keep guest's seat  vacant asked: guest moderator
take guest's seat  vacant: ally stranger newcomer moderator

pause by a moderator
                   playing offer late vacant asked handed team computer: moderator
extend by a moderator
                   playing offer late vacant asked handed computer: moderator
decide by a moderator
                   playing offer late vacant asked handed team computer: moderator
draw by a moderator
                   playing offer late vacant asked handed team computer: moderator
void by a moderator
                   playing offer late vacant asked handed team computer: moderator

close              offered waiting declined free full changed: host moderator
                   apart: host guest moderator
"""
"""An action, then states and those who may do it in them."""

_ANYWHERE: Final = {("close", "host"), ("close", "guest")}
"""What somebody may also do elsewhere, because it is done from their list of games."""

ACTIONS: Final = frozenset(
    {
        "move that is illegal", "move that is no move", "move of enormous length",
        "move by forged button", "move as the bot rolls",
        "seat no computer", "open no place", "withdraw nothing", "play on",
        "count", "pause", "resume", "let go",
        "agree to nothing", "refuse nothing", "words of enormous length",
        "offer own seat to a player", "look for oneself", "look for nobody", "look for a guest",
        "look for the computer instead of a guest", "hand own seat to no level",
        "go on by a moderator", "pause of enormous length by a moderator",
        "extend endlessly by a moderator", "decide without a reason", "decide for nobody there",
        "decide for a seat twice", "decide for both sides", "void for a reason that nobody sees",
        "words that nobody sees",
        "keep a seat that is none", "take a seat that is none",
    }
)  # fmt: skip
"""What nobody may do in any of these states."""


def _parsed(text: str) -> Mapping[str, Mapping[str, frozenset[str]]]:
    found: dict[str, dict[str, frozenset[str]]] = {}
    action = ""
    for line in filter(None, text.splitlines()):
        if not line.startswith(" "):
            action = line[:19].strip() if ":" in line else line
            found[action] = {}
        if ":" in line:
            states, _, roles = line[19:].partition(":")
            for state in states.split():
                assert state in STATES, state
                found[action][state] = frozenset(roles.split())
    return found


PERMITTED: Final = _parsed(_SPEC)


def may(action: str, state: str, role: str, place: str) -> bool:
    """Whether somebody may do this from there while a table stands so."""
    if role == "guest who moderates":
        as_guest = may(action, state, "guest", place)
        is_asked = action == "close" or state == "computer"
        return as_guest or (is_asked and may(action, state, "moderator", place))
    if place != "here" and (action, role) not in _ANYWHERE:
        return False
    return role in PERMITTED.get(action, {}).get(state, frozenset())
