"""The seal of a table's dice, and after its game the proof."""

import logging
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Document, Message
from bot.messages.words.text import code, lines, named, spoiler
from bot.model.errors import TableError
from bot.model.table import Status, Table
from bot.tables.dice import contributions, proof
from rules.contract.core import Seat
from rules.contract.sentence import Notation, Sentence, Stranger, say
from rules.fair import Contribution, ProofError
from rules.log.events import Rolled
from rules.registry import find

__all__ = ["COMPARE_SEAL", "dice_message", "seal_message"]

_log = logging.getLogger(__name__)

_SCHEME: Final = say(
    "Before anyone can join, I pick a secret and post its seal. Every roll follows from it and"
    " from the numbers Discord gives your presses, which no one knows in advance. After the"
    " game you get the secret and can check every roll."
)
COMPARE_SEAL: Final = say(
    "-# Compare the seal with the one above the card. If it were changed, Discord would say"
    " “(edited)”."
)
"""Said below a proof, of dice or of a draw."""
_COMPARE_IN_SERIES: Final = say(
    "-# Compare the seal with the secret of the game before: they are the same."
)


def seal_message(table: Table) -> Message:
    """Return the seal of a table with dice, for a message that never changes."""
    assert table.dice is not None, f"table {table.id} has no dice"
    # The spoiler holds all 64 digits, since a shorter beginning would prove nothing.
    seal = spoiler(table.dice.seal)
    told = say("-# 🎲 Fair dice, sealed before anyone joins: {seal}", seal=seal)
    return Message(told, is_silent=True)


def dice_message(table: Table, before: Table | None) -> Message:
    """Return how the table's dice work, or the proof of its finished game.

    While a later game of a series is played, the proof belongs to the game `before`. Raises
    TableError for a game without dice.
    """
    if table.dice is None:
        game = find(table.terms.game).spec.title
        raise TableError(say("{game} has no dice.", game=game))
    seal = say("Seal: {seal}", seal=code(table.dice.seal))
    if table.match is None and table.game_number > 1:
        pressed = say("Press **Start** for the next game of the series.")
        return Message(lines(_SCHEME, seal, pressed))
    if table.match is None:
        own = say("Want to add words of your own? `/game dice words:…`, until the game starts.")
        return Message(lines(_SCHEME, seal, own))
    said = [seal, *(_contributed(table, entry) for entry in contributions(table))]
    if table.status is not Status.OVER:
        rolls = say(
            "Rolls so far: {rolls}. You can check them when the game is finished.",
            rolls=_rolls(table),
        )
        said = [_SCHEME, *said, rolls]
    checked = table if table.status is Status.OVER else before
    if checked is None:
        return Message(lines(*said))
    try:
        document = Document("proof.json", proof(checked))
    except ProofError:
        _log.exception("The proof of table %d does not hold", checked.id)
        told = say("**The proof doesn't hold.** Please tell the bot's owner. The log says why.")
        return Message(lines(told, *said))
    verdict, how = _verdict(table, checked)
    if checked is not table:
        return Message(lines(*said, verdict, how), documents=(document,))
    share = Button(say("Share"), for_position(verbs.SHOW_DICE, table))
    compare = COMPARE_SEAL if table.game_number == 1 else _COMPARE_IN_SERIES
    return Message(lines(verdict, *said, compare, how), rows=([share],), documents=(document,))


def _verdict(table: Table, checked: Table) -> tuple[Sentence, Sentence]:
    """Return the result of the check, and how to repeat it oneself."""
    assert checked.dice is not None
    secret = code(checked.dice.secret.hex())
    if checked is table:
        verdict = say(
            "✓ **Fair.** The seal and every roll match the secret {secret}.", secret=secret
        )
    else:
        verdict = say(
            "✓ **The last game was fair.** Its seal and every roll match the secret {secret}, "
            "which is this game's seal.",
            secret=secret,
        )
    return verdict, say("-# `python -m rules.fair proof.json` checks it on any computer.")


def _contributed(table: Table, contribution: Contribution) -> Sentence:
    seat, words = contribution.seat, contribution.words
    user = table.first_at(Seat(seat)).user
    taken = Notation(contribution.interaction)
    if words is None:
        return say(
            "- Seat {seat}, {who}: number {taken}, words that were deleted (SHA-256 {digest})",
            seat=seat, who=named(user), taken=taken, digest=code(contribution.digest),
        )  # fmt: skip
    if not words:
        return say("- Seat {seat}, {who}: number {taken}", seat=seat, who=named(user), taken=taken)
    return say(
        "- Seat {seat}, {who}: number {taken}, words “{words}”",
        seat=seat, who=named(user), taken=taken, words=Stranger(words),
    )  # fmt: skip


def _rolls(table: Table) -> int:
    return sum(isinstance(event, Rolled) for event in table.started.events)
