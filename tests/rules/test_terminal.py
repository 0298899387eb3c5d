"""A game in the terminal, line by line."""

import pytest

from rules.contract.core import RulesError
from rules.records.turns import read_turn
from rules.registry import find
from rules.shell.terminal import Session, board_text

START = """\
 8    b   b   b   b
 7  b   b   b   b
 6    b   b   b   b
 5  .   .   .   .
 4    .   .   .   .
 3  w   w   w   w
 2    w   w   w   w
 1  w   w   w   w
    a b c d e f g h"""


@pytest.fixture
def session() -> Session:
    game = find("czech")
    return Session(game, game.start())


def test_the_board_stands_as_white_sees_it() -> None:
    game = find("czech")
    assert board_text(game.view(game.start())) == START


def test_kings_are_capitals() -> None:
    game = find("turkish")
    board = board_text(game.view(game.position("W:WKa1,b1:BKh8")))
    assert board.splitlines()[-2] == " 1  W w . . . . . ."
    assert board.splitlines()[0] == " 8  . . . . . . . B"


def test_the_greeting_shows_commands_and_board(session: Session) -> None:
    assert START in session.greeting
    assert all(word in session.greeting for word in ("moves", "undo", "resign", "rules"))


def test_moves_are_played_and_taken_back(session: Session) -> None:
    assert "Last: c3-d4\nBlack to move." in session.answer("C3 d4")
    assert session.answer("moves").startswith("b6-a5, b6-c5")
    assert session.answer("undo") == f"{START}\nWhite to move."
    assert session.answer("undo") == "There's no turn to take back."


def test_a_refusal_says_what_and_by_which_rule(session: Session) -> None:
    answer = session.answer("c3-c4")
    assert "From c3, a man can only go toward d4 or b4" in answer
    assert "(czech.man: A man moves" in answer
    assert "isn't a cell" in session.answer("hello")
    assert session.answer("board") == f"{START}\nWhite to move."


def test_the_rulebook_names_sources_and_our_readings() -> None:
    game = find("turkish")
    rulebook = Session(game, game.start()).answer("rules")
    assert "turkish.capture.majority: " in rulebook
    assert "our reading)" in rulebook


@pytest.mark.parametrize(
    ("word", "said"), [("resign", "White resigns."), ("draw", "You agreed on a draw.")]
)
def test_a_game_can_be_given_up_and_taken_up_again(session: Session, word: str, said: str) -> None:
    assert session.answer(word) == said
    assert session.answer("c3-d4").startswith("The game is over")
    assert session.answer("board").endswith(said)
    assert session.answer("undo") == f"{START}\nWhite to move."


def test_an_ended_game_takes_no_moves() -> None:
    game = find("czech")
    session = Session(game, game.position("W:Wa3:Bb4"))
    assert "White won: Black has no piece left." in session.answer("a3xc5")
    assert session.answer("moves").startswith("The game is over")


def test_quit_closes(session: Session) -> None:
    assert session.answer("") == ""
    assert "undo" in session.answer("help")
    assert session.is_open
    session.answer("quit")
    assert not session.is_open


def test_a_roll_is_no_move_of_a_player() -> None:
    game = find("czech")
    with pytest.raises(RulesError, match="White's turn to move"):
        read_turn(game, game.start(), "[5-2]")
