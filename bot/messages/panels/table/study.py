"""A board that one person looks at alone: any position of a game that is over, and moves to try."""

from bot.messages import captions, pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_study
from bot.messages.controls.message import Button, Message, Row, Style
from bot.messages.panels.newcomers.opponents import learn_button
from bot.messages.panels.table.history import place, steps
from bot.messages.words.sides import by_name, game_of, player_of
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from bot.tables.studies import position_of
from rules.contract.core import Dice
from rules.contract.sentence import Notation, Sentence, say
from rules.contract.verdict import verdict
from rules.match.rounds import numbered, turns

__all__ = ["study_board", "trying"]


def study_board(
    study: Study,
    game: Table,
    position: PositionId,
    note: Sentence = NOTHING,
    first: Row = (),
) -> Message:
    """Return a position of a study, with buttons to step, to try a move and to get advice.

    `game` is the table with the whole game; its players see it from their own side. A `note` stands
    above, and a row of buttons `first`. Raises TableError if the position has gone.
    """
    stood = position_of(study, game, position)
    if position == study.at(len(game.started.plies)):
        stood = game  # with the result, if something other than a move ended it
    view, match = pictures.board(stood, game.seat(study.person)), stood.started
    after, line = None, study.line[: study.depth(position) or 0]
    if line:
        view = pictures.tried(view)
        after = say("After {moves}:", moves=Notation(" ".join(line)))
    rows = (first, _steps(study, game, position), _ways(study, game, stood, position))
    text = lines(note, _heading(study, stood, position))
    if isinstance(match.turn, str) and match.outcome is None:
        to_move = say("{who} to move.", who=captions.player(game, match.turn))
        picture = pictures.asking(view, game, match.turn, to_move, after)
    else:
        picture, text = pictures.draw(view, game, after), lines(text, _state(stood))
    return Message(text, picture, tuple(row for row in rows if row))


def trying(study: Study, stood: Table, position: PositionId) -> Sentence:
    """Return the line above the panel in which a move is picked in a study."""
    return lines(_heading(study, stood, position), _state(stood))


def _heading(study: Study, stood: Table, position: PositionId) -> Sentence:
    """Return the game, and the last move or the line that leads to the position."""
    title, alone = say("**{game}**", game=game_of(stood).spec.title), say("only you see it")
    match, depth = stood.started, study.depth(position) or 0
    played = turns(match.plies[: len(match.plies) - depth])
    if not depth:
        return dotted(title, place(stood, played), alone)
    before, after = study.line[: depth - 1], study.line[depth:]
    line = in_a_row(
        say("{moves}", moves=Notation(" ".join(before))) if before else NOTHING,
        say("**{move}**", move=Notation(study.line[depth - 1])),
        say("{moves}", moves=Notation(" ".join(after))) if after else NOTHING,
    )
    number = sum(turn.side is not None for turn in played)
    teams = len(match.game.spec.teams)
    if number % teams:  # No name says that it isn't the first side's.
        line = say("… {moves}", moves=line)
    told = say("Line: {moves}", moves=numbered(number, teams, line))
    return lines(dotted(title, alone), told)


def _state(stood: Table) -> Sentence:
    """Return the result, or who is to move."""
    match = stood.started
    if match.outcome is not None:
        return by_name(stood, verdict(match.game.spec, match.outcome))
    if match.turn is None or isinstance(match.turn, Dice):
        return say("The dice are rolled here.")
    return say("{who} to move.", who=player_of(stood, match.turn))


def _steps(study: Study, game: Table, position: PositionId) -> Row:
    """Return the buttons to the positions before and after, of the game or of the line."""
    if study.depth(position):
        stops = [study.at(study.root)]
        stops += [study.tried(depth) for depth in range(1, len(study.line) + 1)]
    else:
        stops = [study.at(stop) for stop in _stops(game)]
    return steps(
        [stop.number for stop in stops],
        position.number,
        lambda word, to: for_study(verbs.STUDY_AT, study.id, stops[to], word),
    )


def _stops(game: Table) -> list[int]:
    """Return after how many plies a person is to move, or the game is over; first the start."""
    plies = game.started.plies
    moves = (number for number in range(1, len(plies)) if plies[number].side is not None)
    return [0, *moves, len(plies)]


def _ways(study: Study, game: Table, stood: Table, position: PositionId) -> list[Button]:
    """Return the buttons for trying a move here, for the line, and for advice.

    In a game of practice, one more leads back to the game's lessons and further practice.
    """
    row: list[Button] = []
    is_over = game.started.outcome is not None
    if study.line and position == study.at(study.root):
        label = say("▶ Line: {move}", move=Notation(study.line[0]))
        row.append(Button(label, for_study(verbs.STUDY_AT, study.id, study.tried(1), "line")))
    if stood.started.seat_due is not None:
        label = say("Try a move")
        row.append(Button(label, for_study(verbs.STUDY_MOVE, study.id, position), Style.PRIMARY))
        if is_over or study.transcript is None:
            row.append(Button(say("Best move"), for_study(verbs.STUDY_HINT, study.id, position)))
    if is_over and study.transcript is not None:
        row.append(Button(say("Analysis"), for_study(verbs.STUDY_ANALYSIS, study.id, position)))
    if study.seat is not None:
        row.append(learn_button(game_of(game)))
    return row
