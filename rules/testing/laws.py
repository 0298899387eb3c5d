"""The laws that tie a game's functions together, tried on random games."""

from collections.abc import Callable
from itertools import product
from typing import Final, TypeAlias

from rules.contract.clicks import enter
from rules.contract.core import AmbiguousMove, Dice, NotationError, Roll
from rules.contract.own_pieces import OWN_PIECES
from rules.contract.view import Pattern, seen_from
from rules.shell.perft import Counting, divide, perft
from rules.shell.terminal import board_text
from rules.testing.texts import reads_or_refuses_move, reads_or_refuses_position
from rules.testing.walk import Walk, require

__all__ = ["LAWS", "Law"]

Law: TypeAlias = Callable[[Walk], None]

_SIGNS: Final = "abch138x-: KW,éß\N{NO-BREAK SPACE}\t–İ٣"
"""Signs that people type, and some that programs trip over."""
_TEXTS: Final = 10


def nobody_is_due_exactly_when_the_game_has_ended(walk: Walk) -> None:
    """Require that `turn`, `outcome` and `legal` agree."""
    game, chance = walk.game, walk.chance
    states = [state for state, _ in walk.playout(200)]
    for state in (*walk.sampled(chance, states, 50), states[-1]):
        turn, outcome, legal = game.turn(state), game.outcome(state), game.legal(state)
        require(
            (turn is None) == (outcome is not None) == (not legal),
            f"turn {turn}, outcome {outcome} and {len(legal)} legal moves don't agree",
        )
        if legal:
            require(list(legal) == list(game.moves(state)), "legal isn't moves while it goes on")
        if outcome:
            require(outcome.rule in game.spec.rulebook, f"{outcome.rule.key} isn't in the rulebook")
            winning = [team for team in game.spec.teams if team <= outcome.winners]
            together = frozenset().union(*winning) == outcome.winners
            require(together, "the winners aren't whole teams")
            require(len(winning) < len(game.spec.teams), "all teams win")
        if isinstance(turn, Dice):
            require(all(isinstance(move, Roll) for move in legal), "a move is offered for a roll")


def states_and_moves_are_values(walk: Walk) -> None:
    """Require that the same moves lead to the same states, with the same hashes."""
    first, again = list(walk.playout(60)), list(walk.playout(60))
    require(first == again, "the same moves lead to other states")
    require(list(map(hash, first)) == list(map(hash, again)), "equal states have other hashes")


def apply_leaves_the_old_state_as_it_was(walk: Walk) -> None:
    """Require that a state never changes, and that a move leads to another one."""
    game, chance = walk.game, walk.chance
    for state, _ in walk.playout(40):
        before, shown = hash(state), repr(state)
        for move in walk.sampled(chance, game.legal(state), 40):
            changed = game.apply(state, move) != state
            require(changed, f"the move {_named(walk, move)} changes nothing")
        require((hash(state), repr(state)) == (before, shown), "apply changes the old state")


def moves_are_distinct_and_counted(walk: Walk) -> None:
    """Require that no move is listed twice."""
    game = walk.game
    for state, _ in walk.playout(80):
        moves = game.moves(state)
        require(len(set(moves)) == len(moves), "a move is listed twice")
        if isinstance(game, Counting):
            require(game.count(state) == len(moves), "count isn't the number of moves")


def perft_is_the_sum_of_its_parts(walk: Walk) -> None:
    """Require that sequences of moves can be counted in any way."""
    game, state = walk.game, walk.game.start()
    moves = game.moves(state)
    two = sum(len(game.moves(game.apply(state, move))) for move in moves)
    require(perft(game, state, 0) == 1, "perft 0 isn't 1")
    require(perft(game, state, 1) == len(moves), "perft 1 isn't the number of moves")
    require(perft(game, state, 2) == two, "perft 2 isn't the sum of the moves after each move")
    require(sum(divide(game, state, 2).values()) == two, "two moves have the same notation")


def clicking_a_path_enters_one_move(walk: Walk) -> None:
    """Require that moves can be entered by their cells."""
    game, chance, cells = walk.game, walk.chance, frozenset(walk.game.geometry.cells)
    for state in walk.sampled(chance, walk.states_of_players(80), 12):
        legal = game.legal(state)
        for move in legal:
            on_board = cells.issuperset(game.path(move))
            require(on_board, f"the path of {game.notate(move)} leaves the board")
        for move in walk.sampled(chance, legal, 10):
            entered = enter(game, legal, game.path(move)).moves
            require(entered == (move,), f"clicking {game.notate(move)} enters {len(entered)} moves")


def every_legal_move_survives_its_notation(walk: Walk) -> None:
    """Require that notation goes both ways, and that capitals and blanks don't matter."""
    game = walk.game
    for state in walk.sampled(walk.chance, walk.states_of_players(80), 10):
        legal = game.legal(state)
        notations = [game.notate(move) for move in legal]
        require(len(set(notations)) == len(notations), "two legal moves have the same notation")
        for move, text in zip(legal, notations, strict=True):
            plain = text == text.lower() and text == " ".join(text.split())
            require(plain, f"“{text}” has capitals or blanks too many")
            for typed in (text, f" {text.upper()} "):
                require(game.parse(state, typed) == move, f"“{typed}” isn't read as the move")


def no_rule_is_broken_exactly_by_legal_moves(walk: Walk) -> None:
    """Require that `violation` and `legal` agree, on cells and pairs, most from a piece."""
    game, chance = walk.game, walk.chance
    labels = [game.geometry.label(cell) for cell in game.geometry.cells]
    for state in walk.sampled(chance, walk.states_of_players(80), 3):
        legal, view = game.legal(state), game.view(state)
        for move in legal:
            allowed = game.violation(state, move) is None
            require(allowed, f"the legal move {game.notate(move)} breaks a rule")
        taken = [game.geometry.label(stack.cell) for stack in view.stacks]
        (team,) = (team for team in game.spec.teams if game.turn(state) in team)
        foreign = {  # Stones on crossings are placed and never move.
            view.geometry.label(stack.cell)
            for stack in view.stacks
            if view.pattern is not Pattern.LINED and not team & {p.side for p in stack.pieces}
        }
        pairs = [
            *walk.sampled(chance, list(product(taken, labels)), 250),
            *walk.sampled(chance, list(product(labels, labels)), 50),
        ]
        texts = [(f"{origin}-{target}", origin) for origin, target in pairs]
        for text, origin in (*texts, *((label, None) for label in labels)):
            try:
                move = game.parse(state, text)
            except (NotationError, AmbiguousMove):
                continue
            violation = game.violation(state, move)
            agreed = (violation is None) == (move in legal)
            require(agreed, f"{text}: violation and legal don't agree")
            if violation:
                known = violation.rule in (*game.spec.rulebook, OWN_PIECES)
                require(known, f"{text}: {violation.rule.key} isn't in the rulebook")
                own = violation.rule == OWN_PIECES or origin not in foreign
                require(own, f"{text}: the piece of another is moved, and another rule is cited")
                sentence = violation.detail.english().endswith(".")
                require(sentence, f"{text}: the refusal isn't a sentence")
                on_board = set(violation.cells) <= set(game.geometry.cells)
                require(on_board, f"{text}: the refusal names cells outside the board")


def any_text_is_read_or_refused_in_words(walk: Walk) -> None:
    """Require that nothing that is typed raises another error."""
    chance = walk.chance
    for _ in range(_TEXTS):
        text = "".join(chance.choices(_SIGNS, k=chance.randint(0, 16)))
        reads_or_refuses_move(walk.game, text)
        reads_or_refuses_position(walk.game, text)


def the_view_agrees_with_the_state(walk: Walk) -> None:
    """Require that players see the position."""
    game = walk.game
    sides = {side.key: side for side in game.spec.sides}
    for state, last in walk.sampled(walk.chance, list(walk.playout(80)), 30):
        view, turn = game.view(state, last), game.turn(state)
        require(seen_from(view, far=False).geometry == game.geometry, "the view has another board")
        shown = {player.side: player for player in view.players}
        require(shown.keys() == sides.keys(), "the view doesn't show each side")
        for side, player in shown.items():
            require(player.colour == sides[side].colour, f"{side} is shown in another colour")
        due = [player.side for player in view.players if player.to_move]
        require(due == ([turn] if turn in sides else []), "the view names another side to move")
        require(view.title == game.spec.title, "the view has another title")
        require(view.status and view.status.english().endswith("."), "the status isn't a sentence")
        is_move = last is not None and not isinstance(last, Roll)
        named = view.last == (game.notate(last) if is_move else "")
        require(named, "the view doesn't name the last move")
        require(board_text(view), "the board in letters is empty")


def pieces_stand_and_marks_lie_on_cells_in_use(walk: Walk) -> None:
    """Require that nothing is shown outside the board."""
    game = walk.game
    sides = {side.key for side in game.spec.sides}
    for state, last in walk.sampled(walk.chance, list(walk.playout(80)), 30):
        view = game.view(state, last)
        used = view.playable or frozenset(game.geometry.cells)
        cells = [stack.cell for stack in view.stacks]
        require(len(set(cells)) == len(cells), "a cell has two stacks")
        require(used.issuperset(cells), "a piece stands outside the cells in use")
        known = all(piece.side in sides for stack in view.stacks for piece in stack.pieces)
        require(known, "a piece belongs to no side")
        require(used.issuperset(mark.cell for mark in view.marks), "a mark lies outside the board")
        marked = last is None or view.marks or not game.path(last)
        require(marked, f"the last move, {_named(walk, last)}, isn't marked")


def _named(walk: Walk, move: object) -> str:
    return str(move) if move is None or isinstance(move, Roll) else walk.game.notate(move)


LAWS: Final[tuple[Law, ...]] = (
    nobody_is_due_exactly_when_the_game_has_ended,
    states_and_moves_are_values,
    apply_leaves_the_old_state_as_it_was,
    moves_are_distinct_and_counted,
    perft_is_the_sum_of_its_parts,
    clicking_a_path_enters_one_move,
    every_legal_move_survives_its_notation,
    no_rule_is_broken_exactly_by_legal_moves,
    any_text_is_read_or_refused_in_words,
    the_view_agrees_with_the_state,
    pieces_stand_and_marks_lie_on_cells_in_use,
)
"""The laws that are tried on random games."""
