"""What the type checkers must object to; a line here that they accept is an error by itself.

No test imports this file. mypy and pyright report every `ignore` comment that they did not need.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from rules.contract.sentence import Notation, Sentence, Stranger, all_of, say, say_n


def raw_text(text: str, sentence: Sentence) -> None:
    say("{text}", text=text)  # type: ignore[arg-type]
    say_n("{x}", "{x}", 2, x=text)  # type: ignore[arg-type]
    all_of([text])  # type: ignore[list-item]
    all_of(text)  # type: ignore[arg-type]
    say(text)  # pyright: ignore[reportArgumentType]
    say(f"{text} moves.")  # pyright: ignore[reportArgumentType]
    Sentence(text)  # pyright: ignore[reportArgumentType]
    say(sentence)  # type: ignore[arg-type]


def typed_text(text: str) -> None:
    say("{cell} {text}", cell=Notation(text), text=Stranger(text))
