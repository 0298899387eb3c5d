"""The messages of a practice game: steps of the Move panel, more to do, and the end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.extensions.lessons.ease import Ease, Result
from bot.extensions.lessons.game import own_moves, since
from bot.extensions.lessons.verbs import GIVE_UP, HINT, MORE, NEW, PLAY, RESTART, SHARE, TAKE_BACK
from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_study, for_text
from bot.messages.controls.message import Button, Message, Style
from bot.messages.words.sides import titles_of
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines
from bot.model.study import Study
from bot.model.table import Table
from engine.reason_words import because
from engine.report import Report
from engine.report_words import told, turn_number, worst
from rules.contract.core import Dice, Seat
from rules.contract.sentence import Notation, Sentence, say, say_n
from rules.match.match import Ply
from rules.match.rounds import round_of, turns
from rules.records.turns import read_roll
from rules.registry import all_games

__all__ = ["NOTHING_TO_TAKE_BACK", "end", "heading", "listed", "more", "resumed", "ways"]

NOTHING_TO_TAKE_BACK: Final = say("You haven't moved yet.")
_CONTINUED: Final = 3
"""The most buttons below My games that continue a practice game."""
_COMPUTER: Final = say("the computer (fits you)")


def heading(game: Table, seat: Seat) -> Sentence:
    """Return the lines above the panel: the game, and what happened since the own move."""
    match = game.started
    title = dotted(say("**{game}**", game=match.game.spec.title), _COMPUTER)
    told = _told(game, seat, since(match, seat))
    if own_moves(match, seat):
        return lines(title, told)
    side = say("You're {side}.", side=titles_of(game, seat))
    has_dice = isinstance(match.game.turn(match.game.start()), Dice)
    dice = say("These dice are the computer's own: nothing is at stake.") if has_dice else NOTHING
    return lines(title, in_a_row(side, told), dice)


def _told(game: Table, seat: Seat, plies: Sequence[Ply]) -> Sentence:
    """Return the moves and rolls of these last plies."""
    own, said = game.started.seating[seat], list[Sentence]()
    others = [turn.text for turn in turns(plies) if turn.side and turn.side not in own]
    if others:
        moves = Notation(" ".join(others))
        said.append(say("The computer played **{moves}**.", moves=moves))
    if plies and (rolled := read_roll(plies[-1].notation)):
        roll = Notation("-".join(map(str, rolled.pips)))
        said.append(say("Your roll: **{roll}**.", roll=roll))
    return in_a_row(*said)


def ways(study: Study, game: Table, seat: Seat) -> Sequence[Button]:
    """Return the buttons beside the panel's own."""
    match = game.started
    position = study.at(len(match.plies))
    found = [Button(say("Hint"), for_study(HINT, study.id, position))]
    if own_moves(match, seat):
        found.append(Button(say("Take back"), for_study(TAKE_BACK, study.id, position)))
    return [*found, Button(say("More"), for_study(MORE, study.id, position))]


def more(study: Study, game: Table, seat: Seat) -> Message:
    """Return the board, with everything else that can be done in a practice game."""
    key, position = game.terms.game, study.at(len(game.started.plies))
    row = (
        Button(say("Back"), for_study(verbs.STUDY_AT, study.id, position, "back")),
        Button(say("Rules"), for_text(verbs.RULES, key, 0)),
        Button(say("From the start"), for_text(NEW, key)),
        Button(say("Give up"), for_study(GIVE_UP, study.id, position), Style.DANGER),
    )
    picture = pictures.draw(pictures.board(game, seat), game)
    return Message(heading(game, seat), picture, (row,))


def end(
    study: Study,
    game: Table,
    seat: Seat,
    *,
    result: Result,
    ease: Ease,
    report: Report | None,
    people: tuple[Sequence[Button], Sentence],
) -> Message:
    """Return the end of a practice game, with remarks from the report if there is one.

    `people` are the button to the open games, or how to play people where none are listed.
    """
    match = game.started
    moves = own_moves(match, seat)
    has_yielded = study.transcript is not None and study.transcript.early is not None
    if has_yielded:
        said = say("You gave up on move {number}.", number=_round(game))
    elif result is Result.WON:
        said = say_n("**You won** in 1 move.", "**You won** in {count} moves.", moves)
        if ease.won == 1:
            said = in_a_row(said, say("🎉 Your first win at {game}!", game=match.game.spec.title))
    elif result is Result.DRAWN:
        said = say_n("**A draw** in 1 move.", "**A draw** in {count} moves.", moves)
    else:
        said = say_n("The computer won in 1 move.", "The computer won in {count} moves.", moves)
    if result is not Result.WON and not has_yielded and ease.games == 1:
        said = lines(said, say("First game done. Ready for another?"))
    is_won, (join, alone) = result is Result.WON, people
    said = lines(said, _why(game, seat, report) if report else NOTHING, alone)
    further = Style.SECONDARY if is_won and join else Style.PRIMARY
    row = [Button(say("Again"), for_text(PLAY, game.terms.game), further)]
    row += [replace(each, style=Style.PRIMARY) if is_won else each for each in join]
    if moves:
        end_of_it = study.at(len(match.plies))
        learn = for_study(verbs.LEARN, study.id, end_of_it)
        explore = for_study(verbs.EXPLORE, study.id, end_of_it)
        row += [Button(say("Mistakes"), learn), Button(say("Explore the game"), explore)]
    if is_won:
        row.append(Button(say("Share"), for_text(SHARE, study.id), Style.SUCCESS))
    picture = pictures.draw(pictures.board(game, seat), game)
    return Message(said, picture, (row,))


def _why(game: Table, seat: Seat, report: Report) -> Sentence:
    """Return the person's costliest move with a known reason, or when the game turned."""
    played, teams = game.started.game, len(game.started.game.spec.teams)
    own = worst(report, len(report.plies), game.started.seating[seat])
    reasons = [(ply, why) for ply in own if (why := because(played, report, ply))]
    if reasons:
        ply, why = max(reasons, key=lambda each: each[0].loss)
        return lines(say("Costliest move: {turn}", turn=told(played, report, ply)), why)
    if report.turning_point:
        turned = round_of(turn_number(report, report.turning_point), teams)
        return say("The winner was ahead from move {number} on.", number=turned)
    return NOTHING


def resumed(game: Table, *, has_lessons: bool) -> Message:
    """Return the question of whether to continue a practice game."""
    key, title = game.terms.game, game.started.game.spec.title
    told = say("**{game}**: your practice game, move {number}.", game=title, number=_round(game))
    row = [
        Button(say("Continue"), for_text(PLAY, key), Style.PRIMARY),
        Button(say("New game"), for_text(NEW, key)),
    ]
    if has_lessons:
        row.append(Button(say("Lessons"), for_text(RESTART, key)))
    return Message(told, rows=(row,))


def listed(studies: Sequence[Study]) -> tuple[Sentence, Sequence[Button]]:
    """Return the line on practice games in progress, and buttons that continue some of them.

    Games that no longer exist are left out.
    """
    told, ways = list[Sentence](), list[Button]()
    for study in studies:
        assert study.transcript is not None, "a practice has a transcript"
        game = all_games().get(study.transcript.key)
        if game is None:
            continue
        title = game.spec.title
        played = sum(read_roll(text) is None for text in study.transcript.texts)
        number = round_of(played, len(game.spec.teams))
        told.append(say("{game} (move {number})", game=title, number=number))
        label = say("Continue {game}", game=title)
        ways.append(Button(label, for_text(PLAY, study.transcript.key)))
    if not told:
        return NOTHING, ()
    return say("Practice: {games}", games=dotted(*told)), ways[:_CONTINUED]


def _round(game: Table) -> int:
    """Return the number of the move that is due."""
    match = game.started
    played = sum(ply.side is not None for ply in match.plies)
    return round_of(played, len(match.game.spec.teams))
