"""What a sentence on a mistake claims, counted again from the boards, and proved without a search.

The sentence is read as a person reads it, for somebody who played the move; no figure of the report
is used but its moves. A line of captures goes on as long as nothing else is legal.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from engine.puzzles import Claim, Goal, Proof, lead
from engine.report import PlyReport
from rules.contract.core import AnyGame, AnyMove, AnyState, Side, Team
from rules.contract.facts import FactKind
from tests.rules.seen_facts import seen

__all__ = ["false_claims"]

Step: TypeAlias = tuple[AnyState, AnyMove, AnyState]
Found: TypeAlias = Iterator[str]

_BUDGET: Final = 400_000
_KINDS: Final = (
    (r"takes (\d+) pieces?", FactKind.TAKES),
    (r"(takes) nothing", FactKind.TAKES),
    (r"hits (\d+) checkers?", FactKind.HITS),
    (r"takes (\d+) off", FactKind.OFF),
    (r"claims (\d+) tiles?", FactKind.CLAIMS),
    (r"frees (\d+) captives?", FactKind.FREES),
    (r"brings (\d+) pawns? home", FactKind.HOME),
    (r"gets (a king|\d+ kings)", FactKind.CROWNS),
    (r"lands on (?:a|your|their) (?:pawn|pile of (\d+))", FactKind.LANDS),
)


def false_claims(game: AnyGame, before: AnyState, ply: PlyReport, sentence: str) -> list[str]:
    """Return everything in a sentence that isn't so."""
    for pattern, check in _CLAIMS:
        if found := re.fullmatch(pattern, sentence):
            return [
                f"{sentence}: {fault}"
                for fault in check(_Claim(game, before, ply), *found.groups())
            ]
    return [f"{sentence}: nobody can read this"]


class _Claim:
    """A mistake and the moves around it."""

    def __init__(self, game: AnyGame, before: AnyState, ply: PlyReport) -> None:
        assert ply.side is not None
        self.game, self.before, self.ply, self.side = game, before, ply, ply.side
        self.own = game.spec.team_of(ply.side)
        self.after = self.steps(before, [ply.text])[-1][2]

    def steps(self, state: AnyState, texts: Sequence[str]) -> list[Step]:
        """Return a line of legal moves."""
        found = list[Step]()
        for text in texts:
            (move,) = (each for each in self.game.legal(state) if self.game.notate(each) == text)
            found.append((state, move, self.game.apply(state, move)))
            state = found[-1][2]
        return found

    def count(self, step: Step, kind: FactKind) -> int:
        """Return what a move does for the team of who plays it."""
        team = self.game.spec.team_of(self.due(step[0]))
        return sum(
            n for (k, side), n in seen(self.game, *step[:2]).items() if k is kind and side in team
        )

    def due(self, state: AnyState) -> Side:
        turn = self.game.turn(state)
        assert isinstance(turn, str)
        return Side(turn)

    def balance(self, steps: Sequence[Step], team: Team) -> tuple[int, int]:
        """Return the pieces that a team takes in a line, and those that the other takes."""
        took = [(self.due(step[0]) in team, self.count(step, FactKind.TAKES)) for step in steps]
        return sum(n for mine, n in took if mine), sum(n for mine, n in took if not mine)

    def exchange(self, state: AnyState, texts: Sequence[str], first: int = 0) -> list[Step]:
        """Return the first moves of a line, and then its captures as long as all moves are some."""
        steps = self.steps(state, texts[:12])
        for number, (at, _, _) in enumerate(steps):
            legal = [self.game.notate(move) for move in self.game.legal(at)]
            if number >= first and not all("x" in text for text in legal):
                return steps[:number]
        return steps

    def forces(self, goal: Goal, state: AnyState, moves: int) -> bool:
        return any(Proof(self.game, goal, _BUDGET).forces(state, n) for n in range(moves + 1))


def _wins(claim: _Claim, moves: int, line: Sequence[str], *, best: bool) -> Found:
    state = claim.before if best else claim.after
    side = claim.due(state)
    end = claim.steps(state, line)[-1][2]
    outcome, goal = claim.game.outcome(end), Goal(Claim.WIN, side)
    if outcome is None or side not in outcome.winners:
        yield "the line doesn't end in a win"
    if len(line) > 2 * moves - 1 or not claim.forces(goal, state, moves):
        yield "it isn't forced"
    if claim.forces(goal, state, moves - 1):
        yield "it goes faster"
    if best and line[0] != claim.ply.best:
        yield "another move is the best"
    if best and claim.forces(goal, claim.after, moves - 1):
        yield "the move that was played wins as well"


def _wins_at_once(*, best: bool) -> Callable[..., Found]:
    def check(claim: _Claim, move: str, why: str) -> Found:
        yield from _wins(claim, 1, [move], best=best)
        end = claim.steps(claim.before if best else claim.after, [move])[-1][2]
        outcome = claim.game.outcome(end)
        if outcome is None or outcome.why is None or outcome.why.english() != why:
            yield "the game ends for another reason"

    return check


def _wins_later(*, best: bool) -> Callable[..., Found]:
    def check(claim: _Claim, move: str, moves: str, line: str) -> Found:
        if not line.startswith(move):
            yield "the line begins with another move"
        yield from _wins(claim, int(moves), line.split(), best=best)

    return check


def _read_count(claim: _Claim, said: str, step: Step) -> Found:
    """Check words such as `takes 2 pieces` on a move."""
    for pattern, kind in _KINDS:
        if found := re.fullmatch(pattern, said):
            number = found[1] or "1"
            count = {"takes": 0, "a king": 1}.get(number)
            if claim.count(step, kind) != (int(number.split()[0]) if count is None else count):
                yield f"it {said}: {claim.count(step, kind)}"
            return
    yield f"nobody can read {said!r}"


def _kind_of(said: str) -> FactKind:
    return next(kind for pattern, kind in _KINDS if re.fullmatch(pattern, said))


def _more(claim: _Claim, move: str, said: str, other: str | None) -> Found:
    best, played = (claim.steps(claim.before, [text])[0] for text in (move, claim.ply.text))
    yield from _read_count(claim, said, best)
    kind = _kind_of(said)
    if other not in {None, "doesn't"}:
        yield from _read_count(claim, str(other), played)
    elif claim.count(played, kind):
        yield "the move that was played does that as well"
    if claim.count(played, kind) >= claim.count(best, kind):
        yield "it isn't more"


def _reply(claim: _Claim, move: str, said: str) -> Found:
    (step,) = claim.steps(claim.after, [move])
    yield from _read_count(claim, said, step)
    if "your pile" in said or "your pawn" in said:
        stacks = {s.cell: s.pieces[-1].side for s in claim.game.view(claim.after).stacks}
        if stacks[claim.game.path(step[1])[-1]] != claim.side:
            yield "the pile is somebody else's"
    (best,) = claim.steps(claim.before, [claim.ply.best])
    others = ((best[2], each, None) for each in claim.game.legal(best[2]))
    if any(
        claim.count(each, _kind_of(said)) >= claim.count(step, _kind_of(said)) for each in others
    ):
        yield "a reply to the best move does as much"


def _rolls(claim: _Claim, worse: str, rolls: str, move: str, better: str | None) -> Found:
    if move != claim.ply.best:
        yield "another move is the best"
    (best,) = claim.steps(claim.before, [claim.ply.best])
    if len(claim.game.legal(claim.after)) != int(rolls):
        yield "there are more rolls"
    for state, said in ((claim.after, worse), (best[2], better or "0")):
        hitting = 0
        for roll in claim.game.legal(state):
            rolled = claim.game.apply(state, roll)
            plays = ((rolled, play, None) for play in claim.game.legal(rolled))
            hitting += any(claim.count(play, FactKind.HITS) for play in plays)
        if hitting != int(said):
            yield f"{hitting} rolls hit, not {said}"


def _exchange(  # noqa: PLR0917 - all that the sentence says
    claim: _Claim,
    move: str,
    first: str | None,
    total: str | None,
    back: str | None,
    best: str | None,
    given: str | None,
    taken: str | None,
) -> Found:
    line = claim.exchange(claim.after, claim.ply.refutation)
    if not line or claim.ply.refutation[0] != move:
        yield "the reply isn't forced to capture"
        return
    took, lost = claim.balance(line, claim.own)
    if claim.count(line[0], FactKind.TAKES) != int(first or 1) or lost != int(total or first or 1):
        yield f"it takes {lost} in all"
    if first is None and not claim.count(line[0], FactKind.KING):
        yield "it takes no king"
    if took != int(back or 0):
        yield f"{took} come back"
    if any(claim.count(step, FactKind.KING) for step in (line[1:] if first is None else line)):
        yield "a king is counted as a man"
    if claim.count(claim.steps(claim.before, [claim.ply.text])[0], FactKind.TAKES):
        yield "the move that was played took something"
    other = claim.exchange(claim.before, claim.ply.line, 1)
    mine, theirs = claim.balance(other, claim.own)
    if any(claim.count(step, FactKind.KING) for step in other):
        yield "a king is counted as a man after the best move"
    if mine - theirs <= took - lost:
        yield "the best move isn't better"
    if best and (best != claim.ply.best or (theirs, mine) != (int(given or 0), int(taken or 0))):
        yield f"the best move is {theirs} for {mine}"


def _gives(claim: _Claim, move: str, given: str, taken: str, line: str) -> Found:
    if not line.startswith(move) or move != claim.ply.best:
        yield "another move is the best"
    steps = claim.exchange(claim.before, claim.ply.line, 1)
    if [claim.game.notate(step[1]) for step in steps] != line.split():
        yield "the captures are others"
    if claim.balance(steps, claim.own) != (int(taken), int(given)) or int(taken) <= int(given):
        yield f"it is {claim.balance(steps, claim.own)}"


def _forced(*, best: bool) -> Callable[..., Found]:
    def check(claim: _Claim, *said: str) -> Found:
        move, gain, line = said if best else ("", *said)
        state, side = (claim.before, claim.side) if best else (claim.after, claim.due(claim.after))
        steps = claim.steps(state, line.split())
        mine, theirs = claim.balance(steps, claim.game.spec.team_of(side))
        base, team = lead(claim.game, state, side), claim.game.spec.team_of(side)
        crowned = sum(claim.count(s, FactKind.CROWNS) for s in steps if claim.due(s[0]) in team)
        number = re.search(r"\d+", gain)
        count = int(number[0]) if number else 1
        if (crowned if "king" in gain else mine - theirs) != count:
            yield f"the line wins {mine - theirs}, and crowns {crowned}"
        # A king is worth two men more than a man, which are no pieces won.
        goal = Goal(Claim.GAIN, side, base + 2 * crowned + (0 if "king" in gain else count))
        ways = [n for n in range(1, 4) if claim.forces(goal, state, n)]
        if not ways:
            yield "it isn't forced"
            return
        if len(steps) == 1:
            yield "it is a single capture"
        if best and (move != claim.ply.best or claim.forces(goal, claim.after, ways[0] - 1)):
            yield "the move that was played does the same"

    return check


_MOVE: Final = r"(\S+(?: \S+)*?)"
_TAKES: Final = r"takes (?:a king|(\d+) pieces?)(?: \((\d+) in all\))?"
_CLAIMS: Final[Sequence[tuple[str, Callable[..., Found]]]] = (
    (rf"Then {_MOVE} wins: ([^:]+)\.", _wins_at_once(best=False)),
    (rf"Then {_MOVE} wins in (\d) moves: (.+)\.", _wins_later(best=False)),
    (r"Then your opponent ((?:wins|gets) .+ by force): (.+)\.", _forced(best=False)),
    (
        rf"Then {_MOVE} {_TAKES} (?:for nothing|and you get (\d+) back)"
        rf"(?:\. {_MOVE} is (\d+) for (\d+))?\.",
        _exchange,
    ),
    (rf"Then {_MOVE} ([a-z]+ .+)\.", _reply),
    (rf"(\d+) of (\d+) rolls hit you\. After {_MOVE} (?:only (\d+) do(?:es)?|none does)\.", _rolls),
    (rf"{_MOVE} wins: ([^:]+)\.", _wins_at_once(best=True)),
    (rf"{_MOVE} wins in (\d) moves: (.+)\.", _wins_later(best=True)),
    (rf"{_MOVE} gives (\d+) to take (\d+): (.+)\.", _gives),
    (rf"{_MOVE} ((?:wins|gets) .+ by force): (.+)\.", _forced(best=True)),
    (rf"{_MOVE} ([a-z]+ [^.]+)(?:\. Yours (.+))?\.", _more),
)
