"""A game as files to take along."""

from bot.messages.controls.message import Document, Message
from bot.messages.words.text import code
from bot.model.table import Table
from bot.tables.records import record_of
from rules.contract.sentence import say
from rules.records import json_form, pdn, sgf
from rules.records.json_form import DIGITS

__all__ = ["exported"]


def exported(table: Table) -> Message:
    """Return the game of a table in every format that it has, over or not."""
    record, name = record_of(table), f"{table.terms.game}-{table.id}"
    documents = [Document(f"{name}.json", json_form.as_text(record))]
    if pdn.can_be_written(record.match.game):
        documents.append(Document(f"{name}.pdn", pdn.as_text(record)))
    if sgf.can_be_written(record.match.game):
        documents.append(Document(f"{name}.sgf", sgf.as_text(record)))
    documents.append(Document(f"{name}.txt", record.transcript.text))
    told = say(
        "The game as it stands now, as files: turns, terms and names, and nothing that anybody "
        "planned, noted or wrote. The JSON file has everything; the digest of its log begins with "
        "{digest}.",
        digest=code(record.match.digest[:DIGITS]),
    )
    return Message(told, documents=tuple(documents))
