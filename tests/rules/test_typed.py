"""Texts that people type as moves, each with the move that is read or the words of the refusal."""

import pytest

from rules.contract.core import AmbiguousMove, AnyGame, NotationError, RulesError
from rules.contract.typed import wanted_act
from rules.registry import find
from tests.rules.asking import typed

CZECH: AnyGame = find("czech")
TURKISH: AnyGame = find("turkish")
PUNT: AnyGame = find("punt-match")
REKUSHU: AnyGame = find("rekushu").configured({"size": "20"})
HYPERGAMMON: AnyGame = find("hypergammon")
CHAIN = "W:Wd2:Bc3,c5"
"""A position with one legal move, d2xb4xd6."""
CORNERS = "B:Ba1,a4,d1:Wh8"
"""A position in which Black may play d4 and claim a1:d4."""
ROLLED = "W[2-1]:W24,23,22:B24,23,22"


def refused(game: AnyGame, position: str, text: str) -> str:
    """Return the words with which a text is refused."""
    state = game.position(position) if position else game.start()
    with pytest.raises(RulesError) as error:
        typed(game, state, text)
    return str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "c3-d4", "1. c3-d4", "1.c3-d4", "12... c3-d4", "12… c3-d4", "1) c3-d4", "(1) c3-d4",
        "#1: c3-d4", "c3-d4!", "c3-d4?", "c3-d4!?", "c3-d4;", "c3-d4.", "c3-d4...", "c3-d4,",
        "c3->d4", "c3→d4", "c3>d4", "c3=>d4", "c3 ➡️ d4", "c3 to d4", "from c3 to d4", "c3tod4",
        "c3,d4", "c3.d4", "c3/d4", "c3_d4", "c3|d4", "c3*d4", "c3+d4", "c3\nd4", "c3--d4",
        "c3 takes d4", "c3✕d4", "c3×d4", "c3:d4", "c3 capture d4", "move c3-d4", "/move c3-d4",
        "`c3-d4`", "```\nc3-d4\n```", "**c3-d4**", "__c3-d4__", "||c3-d4||", "~~c3-d4~~",
        "> c3-d4", "- c3-d4", "* c3-d4", "(c3-d4)", "[c3-d4]", "<c3-d4>", '"c3-d4"', "“c3-d4”",
        "«c3-d4»", "„c3-d4“", "'c3'-'d4'", "Let's play c3-d4", "c3d4 please", "White: c3-d4",
        "с3-d4", "С3-D4", "ｃ３－ｄ４", "𝐜𝟑-𝐝𝟒", "c3\N{NO-BREAK SPACE}d4", "c\u200b3-d4",
        "c 3 - d 4",
        "1, c3-d4", "Move 5: c3-d4", "Nr. 4 c3-d4", "ply 12: c3-d4", "1. c3-d4 $1", "c3-d4 $14",
        "1. c3-d4 {a good one}", "{ [%clk 0:05] } c3-d4", "{c3-d4}", "c3-d4 :D", "c3-d4 <3",
        "d4 from c3", "to d4 from c3", "d4 (from c3)", "d4 <- c3", "d4←c3", "d4 ⬅️ c3",
        "c3 into d4", "the piece on c3 goes to d4", "I’m playing c3-d4",
        "My move is c3-d4, thanks!", "yes, c3-d4 plz", "c3ーd4", "c3⚔️d4", "c3%d4", "c3 ↗️ d4",
        "c3›d4",
        "C3 D4", "c3‐d4", "c3‑d4", "c3—d4", "c3−d4", "c3-d4 👍", "c3-d4 :)", "c3-d4🙂", "c٣-d٤",
    ],
)  # fmt: skip
def test_what_says_nothing_about_the_move_is_left_aside(text: str) -> None:
    assert typed(CZECH, CZECH.start(), text) == "c3-d4"


@pytest.mark.parametrize(
    ("game", "position", "text", "move"),
    [
        (CZECH, "", "a3", "a3-b4"),
        (CZECH, "", "h4", "g3-h4"),
        (CZECH, "W:Wc3:Bh8", "-d4", "c3-d4"),
        (CZECH, "W:Wal:Bh8".replace("l", "1"), "al-b2", "a1-b2"),
        (CZECH, CHAIN, "d2", "d2xb4xd6"),
        (CZECH, CHAIN, "d2xb4", "d2xb4xd6"),
        (CZECH, CHAIN, "d2xb4x", "d2xb4xd6"),
        (CZECH, CHAIN, "d6", "d2xb4xd6"),
        (CZECH, CHAIN, "xd6", "d2xb4xd6"),
        (CZECH, CHAIN, "d2xd6", "d2xb4xd6"),
        (CZECH, CHAIN, "d2xb4, b4xd6", "d2xb4xd6"),
        (TURKISH, "", "a4", "a3-a4"),
        (PUNT, "", "b4", "b2-b4"),
        (REKUSHU, "", "t10!", "t10"),
        (REKUSHU, "", "T1O", "t10"),
        (REKUSHU, "", "put the stone on t10", "t10"),
        (REKUSHU, CORNERS, "d4, claim a1 to d4", "d4+a1:d4"),
        (REKUSHU, CORNERS, "stone d4, rectangle a1:d4", "d4+a1:d4"),
        (REKUSHU, CORNERS, "d4 claims a1", "d4+a1:d4"),
        (HYPERGAMMON, ROLLED, "21: 24/22 23/22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "12: 24/22 23/22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "2-1: 24/22, 23/22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "1) 21: 24/22 23/22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "[21] 24/22 23/22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "(2-1) 24/22 23/22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "Rolled 2 1: 24 to 22, 23 to 22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "🎲 21: 24/22 23/22 :)", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "24:22 23:22", "24/22 23/22"),
        (HYPERGAMMON, "W[5-3]:W24,23,22:B24,23,22", "53:24/16", "24/16"),
        (HYPERGAMMON, "W[6-6]:Wbar,2,off:B6,6,4", "66: can't move", "pass"),
        (HYPERGAMMON, "W[6-6]:Wbar,2,off:B6,6,4", "No legal moves.", "pass"),
        (HYPERGAMMON, ROLLED, "24-22 23-22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "24 to 22 and 23 to 22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "1. 24→22, 23→22", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "**24/22 23/22**", "24/22 23/22"),
        (HYPERGAMMON, ROLLED, "[24/22 23/22]", "24/22 23/22"),
        (HYPERGAMMON, "W[1-1]:W6,6,5:Boff,off,22", "6/5 x2, 5/4×2", "6/4 6/5 5/4"),
        (HYPERGAMMON, "W[1-1]:W6,6,5:Boff,off,22", "6/4 x2", "6/4 6/5 5/4"),
        (HYPERGAMMON, ROLLED, "23/22 24", "24/22 23/22"),
        (HYPERGAMMON, "W[6-1]:Wbar,2,off:B24,22,20", "bar 19, 2/1", "bar/19 2/1*"),
    ],
)
def test_what_one_move_alone_fits_is_read(
    game: AnyGame, position: str, text: str, move: str
) -> None:
    assert typed(game, game.position(position) if position else game.start(), text) == move


@pytest.mark.parametrize(
    ("game", "position", "text", "words"),
    [
        (CZECH, "", "d4", "“d4” could be 2 moves: c3-d4 or e3-d4. Which one?"),
        (CZECH, "", "c3-d4 b6-a5", "That's two moves. Play one."),
        (CZECH, "", "c3-d4, b6-a5", "That's two moves. Play one."),
        (CZECH, "", "1. c3-d4 b6-a5 2. d4-c5", "That's 3 moves. Play one."),
        (CZECH, "", "c3-d4 then e3-f4", "That's two moves. Play one."),
        (CZECH, "", "c3 d4 b6 a5", "That's two moves. Play one."),
        (CZECH, "", "c3-d4, d4-e5", "That's two moves. Play one."),
        (CZECH, "W:WKc3:Bh8", "c3 from e5", "e5 is empty."),
        (CZECH, "W:WKc3:Bh8", "e5 from c3 d4", "“from” isn't a cell."),
        (CZECH, "", "...", "There's no move in “...”."),
        (
            CZECH,
            "",
            "9-13",
            "Cells are called a1 to h8 here. A number alone isn't one. You could play a3-b4",
        ),
        (CZECH, "", "1. 11-15", "Cells are called a1 to h8 here"),
        (CZECH, "", "9x18", "Cells are called a1 to h8 here"),
        (REKUSHU, "", "7", "Cells are called a1 to t20 here"),
        (CZECH, "", "draw", "“draw” isn't a move. You could play a3-b4."),
        (CZECH, "", "I resign.", "“I resign.” isn't a move."),
        (CZECH, "", "pass", "You can't pass in Czech draughts."),
        (CZECH, "", "d5", "You have no move from or to d5."),
        (CZECH, "", "c3-d4x", "“c3-d4x” stops halfway. Add the next cell."),
        (CZECH, CHAIN, "d2xb4xd6x", "stops halfway"),
        (CZECH, CHAIN, "“d2xb4xd6x”", "stops halfway"),
        (CZECH, "W:Wc3:Bh8", "xd4", "You have no capture"),
        (CZECH, "", "c3-d", "“d” isn't a cell."),
        (CZECH, "", "C3-D4 or E3", "“or” isn't a cell."),
        (CZECH, "", "Kc3-d4", "“Kc3” isn't a cell."),
        (CZECH, "", "Black: b6-a5", "It's White's turn, not Black's."),
        (CZECH, "", "c3-d4" + "!" * 200, "That has 205 characters"),
        (CZECH, "", "hi", "“hi” isn't a cell."),
        (REKUSHU, "", "T10!? Hm", "“Hm” isn't a point."),
        (REKUSHU, "", "d4+", "stops halfway"),
        (REKUSHU, "B:Ba1,a4,d1,h4,h1:Wh8", "a4", "a4 is taken: Black has a stone there."),
        (HYPERGAMMON, ROLLED, "24/22", "“24/22” could be 2 moves: 24/21 or 24/22 23/22."),
        (HYPERGAMMON, ROLLED, "8-5", "You have no checker on 8."),
        (HYPERGAMMON, ROLLED, "[2-1]", "The dice are rolled for you."),
        (HYPERGAMMON, ROLLED, "1. [24-23]!", "The dice are rolled for you."),
        (HYPERGAMMON, ROLLED, "20/", "“20/” stops halfway"),
        (HYPERGAMMON, ROLLED, "32: 24/22 23/22", "The dice show 2-1, not 3-2."),
        (HYPERGAMMON, ROLLED, "22: 24/22 23/22", "The dice show 2-1, not 2-2."),
        (HYPERGAMMON, ROLLED, "[3-1] 24/22", "The dice show 2-1, not 3-1."),
        (HYPERGAMMON, ROLLED, "bar", "Type each checker's start and end"),
        (CZECH, "", "c3 <- d4", "d4 is empty."),
        (CZECH, "", "c3-d4 draw?", "“c3-d4 draw?” is more than a move. Type the move alone."),
        (CZECH, "", "c3-d4 thxx", "“thxx” isn't a cell."),
        (REKUSHU, CORNERS, "claim a1:d4", "“claim” isn't a point."),
    ],
)
def test_a_refusal_says_what_would_help(
    game: AnyGame, position: str, text: str, words: str
) -> None:
    assert words in refused(game, position, text)


def test_candidates_come_with_an_ambiguous_text() -> None:
    with pytest.raises(AmbiguousMove) as error:
        typed(CZECH, CZECH.start(), " D4! ")
    assert error.value.text == "D4!"
    assert error.value.candidates == ("c3-d4", "e3-d4")


def test_an_abbreviation_counts_every_way_to_write_a_capture() -> None:
    """Both captures of the king can begin so, though only one is notated so."""
    state = CZECH.position("B:WKb2,Kd4,Kg5,Kg7:BKa1")
    with pytest.raises(AmbiguousMove, match="a1xc3xe5xh8 or a1xc3xf6xh4"):
        typed(CZECH, state, "a1xc3xf6")


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("draw", "draw"), ("Draw?", "draw"), ("I resign", "resign"), ("give up", "resign"),
        ("take back", "takeback"), ("undo!", "takeback"), ("c3-d4 draw", None), ("c3-d4", None),
        ("Bo resigns", "resign"), ("take it back", "takeback"), ("drawer", None), ("", None),
    ],
)  # fmt: skip
def test_other_acts_are_told_from_moves(text: str, act: str | None) -> None:
    assert wanted_act(text) == act


def test_a_text_quotes_what_was_typed_and_not_what_it_became() -> None:
    with pytest.raises(NotationError, match="“Castle” isn't a cell"):
        typed(CZECH, CZECH.start(), "**Castle**")
