"""One person's plan at a table: a tree of plies from a position, with queued replies.

The tree holds lines that a person has tried out. A ply of their own seat in it may be *queued*: it
is played automatically once the game reaches it, as an answer to a ply of another seat. At most one
reply is queued at each point, and never the first ply from the present position, so that planning
is never moving. All functions are pure; `bot.tables` keeps the trees.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from rules.contract.core import Dice, RulesError, Seat
from rules.contract.sentence import say
from rules.log.entries import Actor, Origin
from rules.log.events import Played, Rolled
from rules.match.match import Match

__all__ = [
    "DEEPEST",
    "MOST_NODES",
    "Node",
    "Path",
    "Plan",
    "advanced",
    "after_play",
    "answers",
    "cut",
    "extended",
    "plan_from",
    "queued",
    "read_nodes",
    "reply",
    "tried",
    "written_nodes",
]

MOST_NODES: Final = 40
"""The most plies that a tree holds."""
DEEPEST: Final = 8
"""The most own plies in one line of a tree."""

Path: TypeAlias = tuple[str, ...]
"""Plies in canonical notation, one after another."""


@dataclass(frozen=True, slots=True)
class Node:
    """One ply in canonical notation, and the plies that may follow it."""

    move: str
    children: tuple["Node", ...] = ()
    is_queued: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """One person's tree. Its root isn't a ply: `children` follow the position at the root."""

    root_number: int
    """The number of the entry that led to the root's position."""
    root_digest: str
    """The 6 characters of the log up to that entry."""
    children: tuple[Node, ...] = ()

    def played(self, match: Match) -> Path | None:
        """Return the plies played since the root, or None if the root isn't in this log."""
        if self.root_number > len(match.entries):
            return None
        if match.digest_at(self.root_number) != self.root_digest:
            return None
        later = (entry.event for entry in match.entries[self.root_number :])
        return tuple(
            event.notation if isinstance(event, Played) else "[roll]"
            for event in later
            if isinstance(event, Played | Rolled)
        )

    def at(self, path: Sequence[str]) -> tuple[Node, ...] | None:
        """Return the nodes after this path from the root, or None if the tree has no such path."""
        children = self.children
        for move in path:
            found = next((node for node in children if node.move == move), None)
            if found is None:
                return None
            children = found.children
        return children

    def now(self, match: Match) -> tuple[Node, ...]:
        """Return the nodes that follow the present position, if play is still in the tree."""
        played = self.played(match)
        return () if played is None else self.at(played) or ()


def plan_from(match: Match) -> Plan:
    """Return an empty tree whose root is the present position."""
    return Plan(match.position_number, match.digest_at(match.position_number))


def tried(match: Match, path: Sequence[str]) -> Match:
    """Return the match as it would be after these plies, made by whoever is to move.

    Raises RulesError if a ply isn't legal, or if a roll is due.
    """
    for text in path:
        seat = match.seat_due
        if match.outcome is not None:
            raise RulesError(say("The line ends here: the game would be over."))
        if seat is None:
            raise RulesError(say("The line ends here: the dice have to be rolled."))
        match = match.play(seat, text)
    return match


def extended(match: Match, plan: Plan, seat: Seat, path: Path, text: str) -> tuple[Plan, Path]:
    """Return the tree with one more ply after this path from the present, and the path to it.

    Raises RulesError if the ply isn't legal there, or if the tree would become too large.
    """
    before, own = match, 0
    for ply in path:
        own += before.seat_due == seat
        before = tried(before, (ply,))
    after = tried(before, (text,))
    move = after.plies[len(before.plies)].notation
    played = plan.played(match)
    if played is None:
        raise RulesError(say("The game has gone another way since you began this plan."))
    children = _added(plan.children, (*played, *path, move))
    grown = replace(plan, children=children)
    if sum(1 for _ in _walk(children)) > MOST_NODES:
        raise RulesError(say("Your plan holds at most {most} moves.", most=MOST_NODES))
    own += _own_plies(match, seat, len(played))
    if own + (before.seat_due == seat) > DEEPEST:
        raise RulesError(say("A line holds at most {most} moves of your own.", most=DEEPEST))
    return grown, (*path, move)


def queued(match: Match, plan: Plan, seat: Seat, path: Path, *, is_queued: bool) -> Plan:
    """Return the tree with the reply at the end of this path queued, or no longer queued.

    Queuing it takes any other reply to the same ply out of the queue. Raises RulesError if the end
    isn't this seat's reply to another seat's ply, or if the game has dice.
    """
    played = plan.played(match)
    if played is None or not path or plan.at((*played, *path)) is None:
        raise RulesError(say("That line is no longer in your plan."))
    if is_queued:
        if any(isinstance(event, Rolled) for event in match.events) or isinstance(
            match.game.turn(match.game.start()), Dice
        ):
            raise RulesError(say("You can't plan answers in a game with dice."))
        if tried(match, path[:-1]).seat_due != seat:
            raise RulesError(say("You can only plan moves of your own."))
        if len(path) == 1:
            raise RulesError(say("It's your turn here: play the move instead of planning it."))
    return replace(plan, children=_marked(plan.children, (*played, *path), is_queued=is_queued))


def cut(match: Match, plan: Plan, path: Path) -> Plan:
    """Return the tree without the ply at the end of this path and everything after it."""
    played = plan.played(match)
    if played is None or not path:
        return replace(plan, children=())
    return replace(plan, children=_without(plan.children, (*played, *path)))


def reply(match: Match, trees: Mapping[Seat, Plan]) -> str | None:
    """Return the planned reply that is due now, if any.

    An open offer holds it back, because playing would answer the offer; so does an ally who wants
    to resign.
    """
    seat = match.seat_due
    plan = trees.get(seat) if seat is not None else None
    if seat is None or plan is None or match.offer is not None:
        return None
    if match.wanting & match.allies_of(seat):
        return None
    return next((node.move for node in plan.now(match) if node.is_queued), None)


def advanced(
    match: Match, trees: Mapping[Seat, Plan], players: Mapping[Seat, int], request: str
) -> tuple[Match, frozenset[Seat]]:
    """Return the match after the planned reply that is due, or the seat whose reply is illegal.

    `players` are the seats' rows. The entry has the time of the one before, because a planned reply
    takes no time. Without a reply, the match is returned unchanged.
    """
    move, seat = reply(match, trees), match.seat_due
    if move is None or seat is None:
        return match, frozenset()
    origin = Origin(match.entries[-1].at, Actor.QUEUED, players[seat], request)
    try:
        return match.play(seat, move, origin), frozenset()
    except RulesError:
        return match, frozenset({seat})


def after_play(before: Match, after: Match, plan: Plan) -> Plan | None:
    """Return the tree to keep after some more entries, or None if it is void.

    It is void once play has left it or reached its end, after an agreed take-back, and after the
    game.
    """
    new = after.entries[len(before.entries) :]
    plies = sum(isinstance(entry.event, Played | Rolled) for entry in new)
    taken_back = len(after.plies) != len(before.plies) + plies
    if after.outcome is not None or taken_back or not plan.now(after):
        return None
    return plan


def answers(match: Match, plan: Plan) -> int:
    """Return the number of replies queued from the present position on."""
    return sum(node.is_queued for node in _walk(plan.now(match)))


def written_nodes(nodes: Sequence[Node]) -> str:
    """Return nodes as text: JSON arrays of the ply, whether it is queued, and what follows."""
    return json.dumps([_plain(node) for node in nodes], separators=(",", ":"))


def read_nodes(text: str) -> tuple[Node, ...]:
    """Return the nodes that `written_nodes` wrote."""
    return tuple(map(_node, json.loads(text)))


def _own_plies(match: Match, seat: Seat, last: int) -> int:
    """Return how many of the last plies the seat made."""
    plies = match.plies[len(match.plies) - last :]
    return sum(ply.side is not None and match.seat_of(ply.side) == seat for ply in plies)


def _walk(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _walk(node.children)


def _added(nodes: tuple[Node, ...], path: Path) -> tuple[Node, ...]:
    first, rest = path[0], path[1:]
    if all(node.move != first for node in nodes):
        nodes = (*nodes, Node(first))
    if not rest:
        return nodes
    return tuple(
        replace(node, children=_added(node.children, rest)) if node.move == first else node
        for node in nodes
    )


def _marked(nodes: tuple[Node, ...], path: Path, *, is_queued: bool) -> tuple[Node, ...]:
    first, rest = path[0], path[1:]
    if not rest:
        return tuple(replace(node, is_queued=is_queued and node.move == first) for node in nodes)
    return tuple(
        replace(node, children=_marked(node.children, rest, is_queued=is_queued))
        if node.move == first
        else node
        for node in nodes
    )


def _without(nodes: tuple[Node, ...], path: Path) -> tuple[Node, ...]:
    first, rest = path[0], path[1:]
    if not rest:
        return tuple(node for node in nodes if node.move != first)
    return tuple(
        replace(node, children=_without(node.children, rest)) if node.move == first else node
        for node in nodes
    )


def _plain(node: Node) -> list[Any]:
    return [node.move, int(node.is_queued), [_plain(child) for child in node.children]]


def _node(plain: Any) -> Node:  # noqa: ANN401
    move, is_queued, children = plain
    return Node(str(move), tuple(map(_node, children)), bool(is_queued))
