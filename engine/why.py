"""The reason why a move is a mistake: what follows it or the best move, counted on the board.

The first of several conditions that holds gives the reason. Nothing is said that rests on a
judgement alone. What is called won or forced is proved by trying every move, so none of it depends
on how far a search saw.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from engine.outlook import JUDGED, Outlook, Value
from engine.puzzles import Claim, Goal, Proof, TooLarge, lead
from engine.reason import Reason, ReasonKind
from engine.report import Mark, PlyReport
from engine.search import LATER
from rules.contract.capabilities import HasMaterial, Judged, RollsToStart, TellsFacts
from rules.contract.core import AnyGame, AnyMove, AnyState, Side, Team
from rules.contract.facts import FactKind
from rules.records.transcript import Turn

__all__ = ["explained"]

_PLIES: Final = 6
"""The plies of a line that are looked at; a sentence shows at most five."""
_LONGEST: Final = 3
"""The most own moves of something called forced."""
_BUDGET: Final = 20_000
"""The most positions of a proof that a person wins."""
_BUDGET_OF_GAINS: Final = 2_000
"""The most positions of a proof that material is won. With ten times as many Turkish draughts told
the reasons of 3 more among 138 mistakes, in twice the time."""
_SHOWN: Final = 5
"""The most plies of a line in a sentence."""
_MOST: Final = 6
"""The most pieces in a sentence on a gain."""
_ROLLS: Final = 5
"""The rolls that make a difference worth a sentence."""
_AT_ONCE: Final = (
    FactKind.HITS, FactKind.OFF, FactKind.TAKES, FactKind.CLAIMS, FactKind.CROWNS, FactKind.FREES,
    FactKind.LANDS, FactKind.HOME,
)  # fmt: skip
_IN_REPLY: Final = (
    FactKind.CLAIMS, FactKind.CROWNS, FactKind.FREES, FactKind.LANDS, FactKind.HOME,
)  # fmt: skip


def explained(
    game: AnyGame, turn: Turn, ply: PlyReport, refutation: Sequence[AnyMove] = ()
) -> PlyReport:
    """Return the report on a marked move with its reason, if there is one to tell.

    `refutation` is the likely play after the move, empty if a roll follows.
    """
    if ply.mark == Mark.NONE.value or ply.side is None:
        return ply
    texts = tuple(map(game.notate, refutation))
    if not isinstance(game, TellsFacts):
        return replace(ply, refutation=texts)
    best = tuple(_read(game, turn.before, ply.line[:_PLIES]))
    mistake = _Mistake(game, ply.side, turn.before, turn.move, best, tuple(refutation[:_PLIES]))
    worth = game.spec.middle_worth
    reason = mistake.reason((ply.value + ply.loss) / worth, ply.value / worth)
    return replace(ply, refutation=texts, why=reason)


def _read(game: AnyGame, state: AnyState, texts: Sequence[str]) -> Iterator[AnyMove]:
    """Yield the moves of a line in notation."""
    for text in texts:
        move = next(each for each in game.legal(state) if game.notate(each) == text)
        yield move
        state = game.apply(state, move)


class _Exchange(NamedTuple):
    """The captures that follow a move, one after the other, to their end."""

    first: int
    """The pieces that the reply takes."""
    given: int
    """The pieces that the rivals take in all."""
    taken: int
    """The pieces that the mover's team takes, with the move itself."""
    at_once: int
    """The pieces that the move itself takes."""
    plies: int
    """The captures after the move."""
    kings: int
    """The kings among all that is taken, but for what the reply takes."""
    king_first: bool
    """The reply takes one king and nothing else."""

    @property
    def net(self) -> int:
        return self.taken - self.given


@dataclass(frozen=True, slots=True)
class _Mistake:
    """A move, the best line and the refutation."""

    game: AnyGame
    side: Side
    before: AnyState
    played: AnyMove
    best: Sequence[AnyMove]
    refutation: Sequence[AnyMove]

    def reason(self, best: Value, played: Value) -> Reason | None:
        """Return the reason, by the shares of a win that the best move and this one are worth."""
        ways: tuple[Callable[[], Reason | None], ...]
        if isinstance(self.game, RollsToStart):
            ways = (self._more, self._rolls)
        elif len(self.game.spec.teams) > 2:
            ways = (self._reply, self._more)
        else:
            ways = (
                lambda: self._loses(played), lambda: self._wins(best), self._exchange,
                self._gives, self._reply, self._more, self._drops, self._gains,
            )  # fmt: skip
        for way in ways:
            if reason := way():
                return reason
        return None

    @property
    def _after(self) -> AnyState:
        return self.game.apply(self.before, self.played)

    @property
    def _after_best(self) -> AnyState:
        return self.game.apply(self.before, self.best[0])

    @property
    def _own(self) -> Team:
        return self.game.spec.team_of(self.side)

    def _counted(self, state: AnyState, move: AnyMove, kind: FactKind, team: Team) -> int:
        """Return how much of a kind a move does for a team."""
        assert isinstance(self.game, TellsFacts)
        found = self.game.facts(state, move)
        return sum(fact.count for fact in found if fact.kind is kind and fact.side in team)

    def _told(
        self, kind: ReasonKind, line: Sequence[AnyMove], *figures: int, fact: str = ""
    ) -> Reason:
        return Reason(kind.value, figures, tuple(map(self.game.notate, line)), fact)

    def _loses(self, value: Value) -> Reason | None:
        """Return that the rival wins by force, if the search found that."""
        if value > -JUDGED or not self.refutation or _moves(value) > _LONGEST:
            return None
        after = self._after
        rival = Side(str(self.game.turn(after)))
        line = _forced(self.game, Goal(Claim.WIN, rival), after, self.refutation)
        return self._told(ReasonKind.LOSES, line, (len(line) + 1) // 2) if line else None

    def _wins(self, value: Value) -> Reason | None:
        """Return that the best move wins by force, if the search found that."""
        if value < JUDGED or _moves(value) > _LONGEST:
            return None
        goal = Goal(Claim.WIN, self.side)
        line = _forced(self.game, goal, self.before, self.best, than=self._after)
        return self._told(ReasonKind.WINS, line, (len(line) + 1) // 2) if line else None

    def _more(self) -> Reason | None:
        """Return what the best move does more of at once."""
        for kind in _AT_ONCE:
            most, least = (
                self._counted(self.before, move, kind, self._own)
                for move in (self.best[0], self.played)
            )
            if most > least:
                best = self.best[:1]
                return self._told(ReasonKind.MORE, best, most, least, fact=kind.value)
        return None

    def _rolls(self) -> Reason | None:
        """Return how many more rolls hit."""
        worse = self._hitting(self._after)
        if worse < _ROLLS:
            return None
        better = self._hitting(self._after_best)
        if worse - better < _ROLLS:
            return None
        rolls = len(self.game.legal(self._after))
        return self._told(ReasonKind.ROLLS, self.best[:1], worse, better, rolls)

    def _hitting(self, state: AnyState) -> int:
        """Return how many of all rolls let the side that is to roll hit."""
        game, rivals = self.game, frozenset(each.key for each in self.game.spec.sides) - self._own
        rolls = game.legal(state)
        return sum(
            times
            for roll, times in (Outlook(game).distinct(rolls) if rolls else ())
            if any(
                self._counted(rolled, play, FactKind.HITS, rivals)
                for rolled in (game.apply(state, roll),)
                for play in game.legal(rolled)
            )
        )

    def _exchange(self) -> Reason | None:
        """Return that the captures after the move are worse than those after the best."""
        worse, better = self._captures(self.played, self.refutation), self._captures_after_best()
        if worse is None or better is None or worse.at_once or not worse.first:
            return None
        if worse.kings or better.kings or better.king_first or worse.net >= better.net:
            return None
        given, taken = (better.given, better.taken) if better.given and better.taken else (0, 0)
        figures = worse.first, worse.given, worse.taken, given, taken
        fact = FactKind.KING if worse.king_first else FactKind.TAKES
        line = self.best[:1] if given else ()
        line = (*self.refutation[:1], *line)
        return self._told(ReasonKind.EXCHANGE, line, *figures, fact=fact.value)

    def _gives(self) -> Reason | None:
        """Return that the best move gives something to take more."""
        worse, better = self._captures(self.played, self.refutation), self._captures_after_best()
        if worse is None or better is None or better.at_once or better.kings or better.king_first:
            return None
        # A sentence shows five plies, the first of which is the move itself.
        if not better.first or better.net < 1 or worse.net >= better.net or better.plies > 4:
            return None
        line = self.best[: 1 + better.plies]
        return self._told(ReasonKind.GIVES, line, better.given, better.taken)

    def _captures_after_best(self) -> _Exchange | None:
        return self._captures(self.best[0], self.best[1:])

    def _captures(self, move: AnyMove, line: Sequence[AnyMove]) -> _Exchange | None:
        """Return the captures that follow a move, or None if the line breaks off before."""
        game = self.game
        if not isinstance(game, Judged) or game.judgement.unquiet is None:
            return None
        state, own, kings, king_first = self.before, self._own, 0, False
        counts = list[tuple[bool, int]]()
        # The last look, without a move, is at the position after the line.
        for each in (move, *line, None):
            legal = game.legal(state)
            if counts and not (legal and game.judgement.unquiet(legal)):
                break
            if each is None:
                return None
            side = Side(str(game.turn(state)))
            took, crowned = (
                self._counted(state, each, kind, game.spec.team_of(side))
                for kind in (FactKind.TAKES, FactKind.KING)
            )
            if len(counts) == 1:
                king_first = took == crowned == 1
            kings += 0 if king_first and len(counts) == 1 else crowned
            counts.append((side in own, took))
            state = game.apply(state, each)
        first = counts[1][1] if len(counts) > 1 and not counts[1][0] else 0
        given = sum(took for ours, took in counts if not ours)
        taken = sum(took for ours, took in counts if ours)
        return _Exchange(first, given, taken, counts[0][1], len(counts) - 1, kings, king_first)

    def _reply(self) -> Reason | None:
        """Return what the reply does more of than any reply to the best move."""
        if not self.refutation:
            return None
        game, after, reply = self.game, self._after, self.refutation[0]
        team = game.spec.team_of(Side(str(game.turn(after))))
        for kind in _IN_REPLY:
            count = self._counted(after, reply, kind, team)
            if not count:
                continue
            other = self._after_best
            replies = game.legal(other)
            if replies and count > max(self._counted(other, r, kind, team) for r in replies):
                return self._told(ReasonKind.REPLY, (reply,), count, fact=kind.value)
        return None

    def _drops(self) -> Reason | None:
        """Return that the rival wins something by force."""
        if not self.refutation:
            return None
        after = self._after
        rival = Side(str(self.game.turn(after)))
        gain = _gain(self.game, rival, after, self.refutation, than=(self._after_best, 0))
        return self._won(ReasonKind.DROPS, after, rival, gain) if gain else None

    def _gains(self) -> Reason | None:
        """Return that the best move wins something by force."""
        gain = _gain(self.game, self.side, self.before, self.best, than=(self._after, 1))
        if gain is None or gain.line[0] != self.best[0]:
            return None
        return self._won(ReasonKind.GAINS, self.before, self.side, gain)

    def _won(self, kind: ReasonKind, state: AnyState, side: Side, gain: "_Gain") -> Reason | None:
        """Return the reason if the facts of the line are the gain: pieces, or one king.

        What a crowned man adds to the material is no piece won.
        """
        game, team = self.game, self.game.spec.team_of(side)
        assert isinstance(game, HasMaterial)
        net = kings = crowned = grown = 0
        if not 1 < len(gain.line) <= _SHOWN:
            return None
        for move in gain.line:
            due = Side(str(game.turn(state)))
            mine, after = game.spec.team_of(due), game.apply(state, move)
            took = self._counted(state, move, FactKind.TAKES, mine)
            net += took if due in team else -took
            kings += self._counted(state, move, FactKind.KING, mine)
            if due in team:
                crowned += self._counted(state, move, FactKind.CROWNS, mine)
                grown += game.material(after, due) - game.material(state, due)
            state = after
        if kings:
            return None
        if 0 < net <= gain.pieces - grown:
            return self._told(kind, gain.line, net, fact=FactKind.TAKES.value)
        if crowned == 1 and net == 0:
            return self._told(kind, gain.line, 1, fact=FactKind.CROWNS.value)
        return None


class _Gain(NamedTuple):
    """Something that a side wins by force."""

    pieces: int
    """By how much its lead grows, in the units of the material."""
    line: Sequence[AnyMove]


def _gain(
    game: AnyGame,
    side: Side,
    state: AnyState,
    likely: Sequence[AnyMove],
    than: tuple[AnyState, int],
) -> _Gain | None:
    """Return what a side forces with the likely moves, if it can't force it from `than` as well.

    `than` is another state, and how many of its moves are made there. None if the likely moves win
    nothing, or if it takes too long to show.
    """
    moves, pieces = _won_along(game, side, state, likely)
    if not pieces:
        return None
    other, made = than
    goal = Goal(Claim.GAIN, side, lead(game, state, side) + pieces)
    proof = Proof(game, goal, _BUDGET_OF_GAINS)
    try:
        if not proof.forces(game.apply(state, likely[0]), moves - 1):
            return None
        # In fewer moves it may be won and then lost again: that is no difference worth telling.
        if any(proof.forces(other, fewer) for fewer in range(moves - made + 1)):
            return None
        return _Gain(pieces, tuple(_line(game, proof, state, likely, moves)))
    except TooLarge:
        return None


def _won_along(
    game: AnyGame, side: Side, state: AnyState, line: Sequence[AnyMove]
) -> tuple[int, int]:
    """Return the own moves of a line until material is won, and how much, or 0 and 0.

    It is counted where no capture must follow, after three own moves at most.
    """
    if not isinstance(game, HasMaterial):
        return 0, 0
    unquiet = game.judgement.unquiet
    least, own = lead(game, state, side), 0
    for move in line[:_SHOWN]:
        own += game.turn(state) == side
        state = game.apply(state, move)
        legal = game.legal(state)
        if not (unquiet and legal and unquiet(legal)):
            won = lead(game, state, side) - least
            if won > 0:
                return own, won
    return 0, 0


def _moves(value: Value) -> int:
    """Return the moves of the side that wins, by the value that a search gave to its win."""
    return (round((1 - abs(value)) / LATER) + 1) // 2


def _forced(
    game: AnyGame,
    goal: Goal,
    state: AnyState,
    likely: Sequence[AnyMove],
    than: AnyState | None = None,
) -> Sequence[AnyMove] | None:
    """Return the shortest line to a goal that is forced against the best defence.

    It begins with the first of the `likely` moves if that leads there as fast as any. None if
    nothing is forced, if that can't be shown, or if a move to `than` forces the goal as well.
    """
    proof = Proof(game, goal, _BUDGET)
    try:
        for moves in range(1, _LONGEST + 1):
            begun = next(_keeping(game, proof, state, moves, likely), None)
            if begun is None:
                continue
            if than is not None and (begun != likely[0] or proof.forces(than, moves - 1)):
                return None
            return tuple(_line(game, proof, state, (begun, *likely[1:]), moves))
    except TooLarge:
        pass
    return None


def _keeping(
    game: AnyGame, proof: Proof, state: AnyState, moves: int, likely: Sequence[AnyMove]
) -> Iterator[AnyMove]:
    """Yield the moves that keep a goal in reach of so many moves, the likely one before others."""
    first, left = likely[:1], max(0, moves - 1)
    for move in (*first, *(each for each in game.legal(state) if each not in first)):
        if proof.forces(game.apply(state, move), left):
            yield move


def _line(
    game: AnyGame, proof: Proof, state: AnyState, likely: Sequence[AnyMove], moves: int
) -> Iterator[AnyMove]:
    """Yield the moves to a forced goal; the first of the likely ones is known to keep it."""
    move, left = likely[0], moves - 1
    while True:
        yield move
        state = game.apply(state, move)
        likely = likely[1:] if likely[:1] == (move,) else ()
        if game.outcome(state) or not (left or proof.goes_on(game.legal(state))):
            return
        if proof.is_due(state):
            move = next(_keeping(game, proof, state, left, likely))
            left = max(0, left - 1)
        elif likely and proof.goal.claim is Claim.GAIN:
            move = likely[0]  # What wins is won against every defence, so the likely one is shown.
        else:
            move = proof.defence(state, left)
