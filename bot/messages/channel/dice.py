"""The seal of a table's dice, and after its game the proof."""

import logging
from typing import Final

from bot.messages.controls.message import Document, Message
from bot.messages.words.text import code, in_a_row, lines, named
from bot.model.errors import TableError
from bot.model.table import Status, Table
from bot.tables.dice import contributions, proof
from rules.contract.core import Seat
from rules.contract.sentence import Notation, Sentence, Stranger, say
from rules.fair import Contribution, ProofError
from rules.log.events import Rolled
from rules.registry import find

__all__ = ["dice_message", "seal_message"]

_log = logging.getLogger(__name__)

_SCHEME: Final = say(
    "Before anybody can sit down the bot draws a secret. Its SHA-256, the seal, is posted above "
    "the card in a message that is never edited. Each player adds the number of the press by which"
    " they took their place, and words if they like. Each roll follows from the secret, from all "
    "of that, and from the number of the press that made the roll due, by HMAC-SHA-256. Nobody "
    "knows that number before the press, so nobody can choose or foresee a roll. After the game "
    "the secret is published, and anybody can compute every roll again and compare."
)


def seal_message(table: Table) -> Message:
    """Return the seal of a table with dice, for a message that never changes."""
    assert table.dice is not None, f"table {table.id} has no dice"
    return Message(say("🎲 Sealed dice: {seal}", seal=code(table.dice.seal)))


def dice_message(table: Table, before: Table | None) -> Message:
    """Return an explanation of the table's dice, and the proof of its game or of the one `before`.

    Raises TableError for a game without dice.
    """
    if table.dice is None:
        game = find(table.terms.game).spec.title
        raise TableError(say("{game} is played without dice.", game=game))
    said = [_SCHEME, say("Seal of this game: {seal}", seal=code(table.dice.seal))]
    if table.match is None and table.game_number > 1:
        said.append(say("The next game of the series begins when a player presses **Start**."))
        return Message(lines(*said))
    if table.match is None:
        said.append(say("Add words of your own with `/game dice words:…` until the game begins."))
        return Message(lines(*said))
    said += [_contributed(table, entry) for entry in contributions(table)]
    checked = table if table.status is Status.OVER else before
    if table.status is not Status.OVER:
        rolls = _rolls(table)
        said.append(say("Rolls so far: {rolls}. The secret follows with the result.", rolls=rolls))
    if checked is None:
        return Message(lines(*said))
    try:
        document = Document("proof.json", proof(checked))
    except ProofError:
        _log.exception("The proof of table %d does not hold", checked.id)
        told = say(
            "**The proof does not hold.** Tell the people who run this bot: its log says why."
        )
        return Message(lines(*said, told))
    said.append(_verdict(table, checked))
    return Message(lines(*said), documents=(document,))


def _verdict(table: Table, checked: Table) -> Sentence:
    assert checked.dice is not None
    secret = code(checked.dice.secret.hex())
    if checked is table:
        verdict = say(
            "**Checked:** the seal and all {rolls} rolls follow from the secret {secret}.",
            rolls=_rolls(checked),
            secret=secret,
        )
    else:
        verdict = say(
            "**Checked:** the seal and all {rolls} rolls of the game before, whose secret is this "
            "one's seal, follow from the secret {secret}.",
            rolls=_rolls(checked),
            secret=secret,
        )
    how = say("The file holds the proof; `python -m rules.fair proof.json` checks it anywhere.")
    return in_a_row(verdict, how)


def _contributed(table: Table, contribution: Contribution) -> Sentence:
    seat, words = contribution.seat, contribution.words
    user = table.first_at(Seat(seat)).user
    taken = Notation(contribution.interaction)
    if words is None:
        return say(
            "- seat {seat}, {who}: interaction {taken}, words that were taken away; their SHA-256 "
            "is {digest}",
            seat=seat, who=named(user), taken=taken, digest=code(contribution.digest),
        )  # fmt: skip
    if not words:
        return say(
            "- seat {seat}, {who}: interaction {taken}", seat=seat, who=named(user), taken=taken
        )
    return say(
        "- seat {seat}, {who}: interaction {taken}, words “{words}”",
        seat=seat, who=named(user), taken=taken, words=Stranger(words),
    )  # fmt: skip


def _rolls(table: Table) -> int:
    return sum(isinstance(event, Rolled) for event in table.started.events)
