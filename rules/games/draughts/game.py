"""A national game of draughts as a `Game`, as matches, pictures and the bot use it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from rules.contract.capabilities import Judgement
from rules.contract.core import Dice, Game, Option, Outcome, Side, SideSpec, Spec, Violation
from rules.contract.endgames import Endgames
from rules.contract.facts import Fact
from rules.contract.formats import PdnForm
from rules.contract.notation import abbreviated
from rules.contract.rule import Lesson, Rule
from rules.contract.sentence import Sentence, say
from rules.contract.spelling import Typed
from rules.contract.view import BoardView, Colour, Pattern
from rules.games.draughts import endgames, facts
from rules.games.draughts.generator import Generator
from rules.games.draughts.judgement import Worths, judgement
from rules.games.draughts.notation import illegal_move, notate, read_path
from rules.games.draughts.position import (
    BLACK,
    BOARD,
    TITLES,
    WHITE,
    Bitboard,
    Move,
    Position,
    State,
    apply,
    bit,
)
from rules.games.draughts.position_text import POSITION_FORM, position_text, read_position
from rules.games.draughts.ruleset import AIM, BLOCKED, REPETITION, RuleSet
from rules.games.draughts.view import board_view
from rules.games.draughts.violation import violation
from rules.geometry import Cell
from rules.geometry.square import Square

__all__ = ["Variation", "draughts"]


@dataclass(frozen=True, slots=True)
class Variation:
    """The change that one value of one option makes to a rule set."""

    option: str
    value: str
    change: Callable[[RuleSet], RuleSet]


@dataclass(frozen=True, slots=True)
class _Draughts:
    """The game of one rule set, with options that lead to other rule sets."""

    spec: Spec
    pattern: Pattern
    generator: Generator
    variations: tuple[Variation, ...]
    judgement: Judgement
    endgame_pieces: int
    usual: RuleSet
    """The rules with the usual options."""
    pdn_type: int

    @property
    def pdn(self) -> PdnForm:
        """The tags of a game in PDN, as defined by `HasPdn`."""
        crown = "stop" if self.rules.crown_ends_move else "continue"
        return PdnForm(
            f"{self.pdn_type},W,8,8,A0,0",
            None if self.rules.men == self.usual.men else position_text(self.start().position),
            {} if self.rules.crown_ends_move == self.usual.crown_ends_move else {"Crown": crown},
        )

    @property
    def endgames_key(self) -> str:
        """The name of the table of endgames; of all options, only one changes moves."""
        crown = "" if self.rules.crown_ends_move else "crown-continue-"
        return f"{self.spec.key}-{crown}endgames"

    def endgames(self, pieces: int) -> Endgames:
        return endgames.endgames(dark_cells_only=self.rules.dark_cells_only, pieces=pieces)

    @property
    def rules(self) -> RuleSet:
        return self.generator.rules

    @property
    def geometry(self) -> Square:
        return BOARD

    def configured(self, options: Mapping[str, str]) -> "_Draughts":
        rules = self.rules
        for key, value in self.spec.checked(options).items():
            rules = self._variation(key, value).change(rules)
        return replace(self, generator=_generator(rules))

    def start(self) -> State:
        men: Bitboard = sum(bit(cell) for cell in self._home_cells())
        mirrored = int.from_bytes(men.to_bytes(8, "little"), "big")
        if self.rules.dark_cells_only:
            dark: Bitboard = sum(bit(cell) for cell in BOARD.cells if BOARD.shade(cell))
            men, mirrored = men & dark, mirrored & dark
        return State(Position(men, mirrored, 0, white_to_move=True))

    def position(self, text: str) -> State:
        return State(read_position(self.rules, text))

    def turn(self, state: State) -> Side | Dice | None:
        return None if self.outcome(state) else state.position.side

    def moves(self, state: State) -> Sequence[Move]:
        return self.generator.moves(state.position)

    def count(self, state: State) -> int:
        return self.generator.count(state.position)

    def material(self, state: State, side: Side) -> int:
        """Return the worth of a side's pieces: a man 1, a king 3."""
        white, black, kings, _ = state.position
        own = white if side == WHITE else black
        return own.bit_count() + 2 * (own & kings).bit_count()

    def facts(self, state: State, move: Move) -> tuple[Fact, ...]:
        return facts.facts(state, move)

    def legal(self, state: State) -> Sequence[Move]:
        moves = self.generator.latest(state.position)
        return () if self._outcome(state, moves) else moves

    def apply(self, state: State, move: Move) -> State:
        return apply(state, move)

    def violation(self, state: State, move: Move) -> Violation | None:
        return violation(self.generator, state.position, move)

    def outcome(self, state: State) -> Outcome | None:
        return self._outcome(state, self.generator.latest(state.position))

    def parse(self, state: State, text: str) -> Move:
        path = read_path(text)
        position = state.position
        moves = self.generator.latest(position)
        written = next((move for move in moves if move.path == path), None)
        if written is not None:
            return written
        meant = illegal_move(position, path)
        if violation(self.generator, position, meant) is None:
            turn = (path[0], path[-1], meant.captured)
            return next(m for m in moves if (m.path[0], m.path[-1], m.captured) == turn)
        return meant

    def abbreviated(self, state: State, read: Typed) -> Sequence[Move]:
        """Return the moves that a text abbreviates, as defined by `Abbreviated`."""
        writings = self.generator.writings(state.position)
        fitting = abbreviated(BOARD, read, writings)
        found = [move for move in fitting if move.captured or not read.takes]
        if found or not read.takes:
            return found
        # As the Turkish federation writes captures: the start, then each cell that is taken.
        start, *taken = map(BOARD.find, read.names)
        captured = sum(bit(cell) for cell in set(taken) if cell is not None)
        moves = self.generator.latest(state.position)
        return [m for m in moves if m.path[0] == start and m.captured == captured != 0]

    def notate(self, move: Move) -> str:
        return notate(move)

    def path(self, move: Move) -> tuple[Cell, ...]:
        return move.path

    def view(self, state: State, last: Move | None = None) -> BoardView:
        moves = self.generator.latest(state.position)
        return board_view(
            self.spec,
            self.pattern,
            state.position,
            moves=moves,
            outcome=self._outcome(state, moves),
            last=last,
        )

    def _outcome(self, state: State, moves: Sequence[Move]) -> Outcome | None:
        """Return the first ending that applies, in the order in which the rules list them."""
        position, history = state
        rules = self.rules
        if not moves:
            winner = BLACK if position.white_to_move else WHITE
            return Outcome(frozenset({winner}), BLOCKED, why=_defeat(position))
        if history.count(position) >= 2:
            return Outcome(frozenset(), REPETITION, why=_REPEATED)
        one_each = position.white.bit_count() == position.black.bit_count() == 1
        if rules.one_each and one_each and not moves[0].captured:
            return Outcome(frozenset(), rules.one_each, why=_ONE_EACH)
        if len(history) >= rules.idle_plies:
            return Outcome(frozenset(), rules.idle, why=rules.idle_words)
        return None

    def _variation(self, key: str, value: str) -> Variation:
        return next(v for v in self.variations if (v.option, v.value) == (key, value))

    def _home_cells(self) -> Sequence[Cell]:
        return [cell for cell in BOARD.cells if cell // BOARD.size + 1 in self.rules.start_ranks]


_REPEATED: Final = say("the same position came up for the third time")
_ONE_EACH: Final = say("each side has one piece, and none can be captured")


def _defeat(position: Position) -> Sentence:
    loser = TITLES[position.side]
    if position.own:
        return say("{side} has no move", side=loser)
    return say("{side} has no piece left", side=loser)


def draughts(
    *,
    key: str,
    title: Sentence,
    summary: Sentence,
    preparation: tuple[Rule, ...],
    lesson: Lesson,
    rules: RuleSet,
    pattern: Pattern,
    options: tuple[Option, ...],
    variations: tuple[Variation, ...],
    minutes: int,
    typical_turns: str,
    worths: Worths,
    endgame_pieces: int,
    pdn_type: int,
    also: tuple[str, ...],
    is_familiar: bool = False,
) -> Game[State, Move]:
    """Return the game of this rule set; `variations` holds every value of every option.

    `worths` are the values that an engine gives its pieces. A table holds endgames with up to
    `endgame_pieces`. `pdn_type` is the number of the game in PDN.
    """
    spec = Spec(
        key=key,
        title=title,
        version=1,
        summary=summary,
        sides=(
            SideSpec(WHITE, TITLES[WHITE], Colour.WHITE),
            SideSpec(BLACK, TITLES[BLACK], Colour.BLACK, far=True),
        ),
        teams=(frozenset({WHITE}), frozenset({BLACK})),
        seatings=((frozenset({WHITE}), frozenset({BLACK})),),
        preparation=(*preparation, AIM),
        lesson=lesson,
        rulebook=rules.rulebook,
        options=options,
        also=("draughts", "drafts", "checkers", "dama", "damas", "dame", "dames", "dammen", *also),
        is_familiar=is_familiar,
        minutes=minutes,
        typical_turns=typical_turns,
        position_form=POSITION_FORM,
    )
    return _Draughts(
        spec,
        pattern,
        _generator(rules),
        variations,
        judgement(worths),
        endgame_pieces,
        usual=rules,
        pdn_type=pdn_type,
    )


@cache
def _generator(rules: RuleSet) -> Generator:
    """Return the generator of a rule set; filling its tables takes milliseconds."""
    return Generator(rules)
