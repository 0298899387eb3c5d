"""Each slash command that a document names exists, with its subcommand or option."""

import re
from typing import Final

from bot.interactions.client import Postboard
from tests.test_docs import DOCUMENTS, ROOT

OTHERS: Final = {"dev", "etc", "healthz", "metrics", "opt", "readyz", "run", "tmp", "var"}
"""Folders of a machine and pages for monitoring, which begin with a slash, too."""


async def test_every_command_that_a_document_names_exists(bot: Postboard) -> None:
    commands = {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}
    named = 0
    for document in DOCUMENTS:
        where = document.relative_to(ROOT)
        for name, part in re.findall(
            r"`/([a-z]+)(?: ([a-z]+)(?=[:` ]))?", document.read_text("utf-8")
        ):
            if name in OTHERS:
                continue
            named += 1
            assert name in commands, f"{where}: /{name}"
            parts = {option["name"] for option in commands[name].get("options", ())}
            assert not part or part in parts, f"{where}: /{name} {part}"
    assert named > 50
