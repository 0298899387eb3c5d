"""A message can't be built from raw text: the type checker objects."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SNIPPET = """\
from bot.messages.controls.custom_ids import CustomId
from bot.messages.controls.message import Button, Form, Menu, MenuChoice, Message
from bot.model.caller import User
from rules.contract.sentence import Stranger, say


def good(user: User, custom_id: CustomId) -> Message:
    return Message(say("{who} resigned.", who=Stranger(user.name)), rows=([button(custom_id)],))


def button(custom_id: CustomId) -> Button:
    return Button(say("Move"), custom_id)


def bad(user: User, custom_id: CustomId) -> None:
    Message(user.name)  # error
    Message(f"{user.name} resigned.")  # error
    say(f"{user.name} resigned.")  # error
    say("{who} resigned.", who=user.name)  # error
    Button(user.name, custom_id)  # error
    Menu(user.name, (), custom_id)  # error
    MenuChoice(user.name, "a")  # error
    Form(say("a"), say("b"), user.name, 9, custom_id)  # error
"""


def test_the_type_checker_objects_to_raw_text(tmp_path: Path) -> None:
    """`LiteralString` is what Pyright checks and mypy does not, so it is Pyright that is asked."""
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET, encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(snippet)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = SNIPPET.splitlines()
    wrong = {n for n, line in enumerate(lines, 1) if line.endswith("# error")}
    said = result.stdout
    found = {n for n in range(1, len(lines) + 1) if f"snippet.py:{n}:" in said}
    assert found == wrong, said
