"""The game of a file as a board for one person, with lines to try and what the file proves."""

from dataclasses import replace
from typing import Final

from bot.messages import pictures
from bot.messages.controls.custom_ids import Verb, for_text
from bot.messages.controls.message import Button, Form, Menu, Message, Row
from bot.messages.panels import history
from bot.messages.panels.plans import move_choices, path_word, untried
from bot.messages.words import sentences
from bot.messages.words.sides import side_name
from bot.messages.words.text import NOTHING, code, dotted, lines, table_link
from bot.model.sent_games import Comparison, Likeness, SentGame
from rules.contract.sentence import Notation, Sentence, all_of, say
from rules.contract.typed import LONGEST
from rules.match.match import Match
from rules.match.plans import Path, tried
from rules.match.rounds import round_of
from rules.records.json_form import DIGITS

__all__ = ["ahead_of", "board", "type_form"]

_ROOM: Final = 900
"""The most characters of moves in the message."""


def board(sent: SentGame, number: int, count: int, line: Path) -> Message:
    """Return the board after `count` plies (clamped) and a line that was tried from there.

    `number` is that of the interaction under which the game is kept. Raises RulesError for a line
    that can't be played.
    """
    table, match = sent.table, sent.table.started
    steps = history.Steps.to(match, count)
    ahead = ahead_of(match, steps.stop, line)
    view = (
        pictures.board(replace(table, match=ahead)) if line else pictures.at_ply(table, steps.stop)
    )
    place = history.place(table, steps.done)
    if line:
        place = say("{place}, then {moves}", place=place, moves=Notation(" ".join(line)))
    text = lines(
        _found(sent),
        dotted(sentences.terms_line(table), place),
        _ended(sent),
        history.record(match, _ROOM),
    )
    row = steps.row(lambda step, stop: for_text(Verb.SENT_AT, step, number, stop, ""))
    return Message(
        text,
        pictures.draw(view, table),
        (row, *_trying(sent, number, steps.stop, line, ahead)),
    )


def ahead_of(match: Match, count: int, line: Path) -> Match:
    """Return the match after a line from the position after `count` plies.

    Dice that were rolled there stay as they fell. Raises RulesError.
    """
    while count < len(match.plies) and match.plies[count].side is None:
        count += 1
    return tried(replace(match, plies=match.plies[:count]), line)


def type_form(sent: SentGame, number: int, count: int, line: Path) -> Form:
    """Return the form for typing a move to try after a line. Raises RulesError."""
    ahead = ahead_of(sent.table.started, count, line)
    example = ahead.game.notate(ahead.legal[0]) if ahead.legal else ""
    return Form(
        say("Try a move"), say("Move of the player who is due"),
        say("{move}", move=Notation(example)), LONGEST,
        for_text(Verb.SENT_TYPED, number, count, path_word(line)),
    )  # fmt: skip


def _trying(sent: SentGame, number: int, count: int, line: Path, ahead: Match) -> list[Row]:
    rows: list[Row] = []
    word = path_word(line)
    rest = untried(ahead)
    if rest:
        attempt = for_text(Verb.SENT_TRY, number, count, word)
        rows.append([Menu(say("Try …"), move_choices(rest), attempt)])
    row: list[Button] = []
    if line:
        back = for_text(Verb.SENT_AT, "line", number, count, path_word(line[:-1]))
        row.append(Button(say("Back"), back))
    if ahead.outcome is None and ahead.seat_due is not None:
        row.append(Button(say("Type a move …"), for_text(Verb.SENT_TYPE, number, count, word)))
    if sent.transcript.early or sent.table.started.outcome:
        row.append(Button(say("Analysis"), for_text(Verb.SENT_ANALYSIS, number)))
    return [*rows, row] if row else rows


def _found(sent: SentGame) -> Sentence:
    """Return what the file is, and what is known of its game."""
    kept = sent.comparison
    digits = (
        say(
            "-# Its record begins with {digest}. These digits stand below the last board, too, if "
            "it is genuine.",
            digest=code(sent.digest[:DIGITS]),
        )
        if sent.digest and (kept is None or kept.likeness is not Likeness.RECORD)
        else NOTHING
    )
    if kept is None:
        told = say(
            "This {kind} file is consistent: every turn follows the rules. Whether it was played "
            "here I can't tell: I know no such game at a table that you see.",
            kind=Notation(sent.kind),
        )
        return lines(told, digits)
    return lines(_compared(kept), digits)


def _compared(kept: Comparison) -> Sentence:
    table, match = kept.known, kept.known.started
    game = table_link(match.game.spec.title, table.id, table.place, table.board_id)
    move = round_of((kept.difference or 1) - 1, len(match.game.spec.teams))
    match kept.likeness:
        case Likeness.RECORD:
            return say("This is {game}: its record is the one that I keep.", game=game)
        case Likeness.TURNS:
            return say("This is {game}, turn by turn.", game=game)
        case Likeness.OTHER_RECORD:
            return say(
                "Its turns are those of {game}, but its record isn't the one that I keep: a time "
                "or something else beside the turns was changed.",
                game=game,
            )
        case Likeness.OTHER_END:
            return say("Its turns are those of {game}, but it tells another end.", game=game)
        case Likeness.SO_FAR:
            return say(
                "This is the beginning of {game}, which has more turns from move {move} on.",
                game=game, move=move,
            )  # fmt: skip
        case Likeness.OTHER:
            return say("This isn't {game}: it differs from move {move} on.", game=game, move=move)


def _ended(sent: SentGame) -> Sentence:
    """Return the end that the file tells, if its turns do not lead to it."""
    ending = sent.transcript.early
    if ending is None:
        return NOTHING
    if not ending.winners:
        return say("The file says that the game was drawn.")
    sides = sent.table.started.game.spec.sides
    won = all_of(side_name(side) for side in sides if side.key in ending.winners)
    return say("The file says who won: {winners}.", winners=won)
