"""The seal of a table's dice, and after its game the proof."""

from typing import Final

from bot.messages.message import Document, Message
from bot.model.errors import TableError
from bot.model.table import Status, Table, User
from bot.tables.dice import contributions, proof
from rules.events import Rolled
from rules.fair import ProofError
from rules.registry import find

__all__ = ["dice_message"]

_SCHEME: Final = (
    "Before anybody can sit down the host draws a secret, and its SHA-256 stands on the table's "
    "card as a seal. Everybody at the table adds the number of the interaction by which they took "
    "their place, and any words they like; each roll follows from the secret and all of that by "
    "HMAC-SHA-256, so nobody can choose it. When the game is over the secret is published, and "
    "anybody can work every roll out anew and compare."
)


def dice_message(table: Table, before: Table | None) -> Message:
    """Return how the table's dice are made, and the proof of its game or of the one `before`.

    Raises TableError for a game without dice.
    """
    if table.dice is None:
        raise TableError(f"{find(table.terms.game).spec.title} is played without dice.")
    lines = [_SCHEME, f"Seal of this game: `{table.dice.seal}`"]
    if table.match is None:
        lines.append("Add words of your own with `/dice words:…` until the game begins.")
        return Message("\n".join(lines))
    lines += [_contributed(table, *entry) for entry in contributions(table)]
    checked = table if table.status is Status.OVER else before
    if table.status is not Status.OVER:
        lines.append(f"Rolls so far: {_rolls(table)}. The secret follows with the result.")
    if checked is None:
        return Message("\n".join(lines))
    try:
        document = Document("proof.json", proof(checked))
    except ProofError as error:
        return Message("\n".join((*lines, f"**The proof does not hold.** {error}")))
    lines.append(_verdict(table, checked))
    return Message("\n".join(lines), document=document)


def _verdict(table: Table, checked: Table) -> str:
    assert checked.dice is not None
    which = "" if checked is table else " of the game before, whose secret is this one's seal,"
    return (
        f"**Checked:** the seal and all {_rolls(checked)} rolls{which} follow from the secret "
        f"`{checked.dice.secret.hex()}`. The file holds the proof; `python -m rules.fair "
        "proof.json` checks it anywhere."
    )


def _contributed(table: Table, seat: int, interaction: str, words: str) -> str:
    player = next(player for player in table.players if player.seat == seat)
    added = f", words “{User(0, words).shown}”" if words else ""
    return f"- seat {seat}, {player.user.shown}: interaction {interaction}{added}"


def _rolls(table: Table) -> int:
    return sum(isinstance(event, Rolled) for event in table.started.events)
