"""The reason why a move is a mistake, in one sentence."""

from collections.abc import Sequence

from engine.reason import Reason, ReasonKind
from engine.report import PlyReport, Report
from engine.report_words import Name
from rules.contract.core import AnyGame, AnyState, Side
from rules.contract.facts import FactKind, does
from rules.contract.sentence import Notation, Sentence, say, say_n
from rules.records.turns import read_turn

__all__ = ["because"]


def because(
    game: AnyGame,
    report: Report,
    ply: PlyReport,
    name: Name | None = None,
    *,
    answers: bool = True,
) -> Sentence | None:
    """Return why a move of the report is a mistake, or None if it keeps no reason.

    It speaks to the person who played the move, or else calls the players what `name` does. Without
    `answers` it keeps to what happens after the move, and names no better one.
    """
    reason = ply.why
    if reason is None:
        return None
    assert ply.side is not None, "a mistake is a side's"
    told = _Told(game, report, ply, reason, name)
    match ReasonKind(reason.kind):
        case ReasonKind.LOSES:
            return told.loses()
        case ReasonKind.REPLY:
            return told.reply()
        case ReasonKind.DROPS:
            return told.drops()
        case ReasonKind.EXCHANGE:
            return told.exchange(answers=answers)
        case ReasonKind.ROLLS:
            return told.rolls() if answers else told.rolls_alone()
        case _ if not answers:
            return None
        case ReasonKind.WINS:
            return told.wins()
        case ReasonKind.MORE:
            return told.more()
        case ReasonKind.GIVES:
            return told.gives()
        case ReasonKind.GAINS:
            return told.gains()


class _Told:
    """The sentences on one move."""

    def __init__(
        self, game: AnyGame, report: Report, ply: PlyReport, reason: Reason, name: Name | None
    ) -> None:
        assert ply.side is not None
        self._game, self._report, self._ply, self._reason = game, report, ply, reason
        self._side, self._name = ply.side, name
        self._first = Notation(reason.line[0])
        self._line = Notation(" ".join(reason.line))
        self._played = Notation(ply.text)

    def loses(self) -> Sentence:
        (moves,) = self._reason.figures
        if moves == 1:
            return say("Then {move} wins: {why}.", move=self._first, why=self._end(after=True))
        return say_n(
            "Then {move} wins in 1 move: {line}.", "Then {move} wins in {count} moves: {line}.",
            moves, move=self._first, line=self._line,
        )  # fmt: skip

    def wins(self) -> Sentence:
        (moves,) = self._reason.figures
        if moves == 1:
            return say("{move} wins: {why}.", move=self._first, why=self._end(after=False))
        return say_n(
            "{move} wins in 1 move: {line}.", "{move} wins in {count} moves: {line}.",
            moves, move=self._first, line=self._line,
        )  # fmt: skip

    def more(self) -> Sentence:
        most, least = self._reason.figures
        kind, best, played = FactKind(self._reason.fact), self._first, self._played
        what = self._does(kind, most, theirs=True)
        if least:
            less = self._does(kind, least, theirs=True)
            if self._name is None:
                return say("{best} {does}. Yours {less}.", best=best, does=what, less=less)
            return say(
                "{best} {does}. {played} {less}.", best=best, does=what, played=played, less=less
            )
        if kind is FactKind.TAKES:
            if self._name is None:
                return say("{best} {does}. Yours takes nothing.", best=best, does=what)
            return say(
                "{best} {does}. {played} takes nothing.", best=best, does=what, played=played
            )
        if kind is FactKind.HITS:
            if self._name is None:
                return say("{best} {does}. Yours doesn't.", best=best, does=what)
            return say("{best} {does}. {played} doesn't.", best=best, does=what, played=played)
        return say("{best} {does}.", best=best, does=what)

    def rolls(self) -> Sentence:
        _, better, _ = self._reason.figures
        hit = self._rolls_hit()
        if not better:
            return say("{rolls}. After {best} none does.", rolls=hit, best=self._first)
        return say_n(
            "{rolls}. After {best} only 1 does.", "{rolls}. After {best} only {count} do.",
            better, rolls=hit, best=self._first,
        )  # fmt: skip

    def rolls_alone(self) -> Sentence:
        return say("{rolls}.", rolls=self._rolls_hit())

    def exchange(self, *, answers: bool) -> Sentence:
        _, _, _, given, taken = self._reason.figures
        happens = self._happens()
        if not given or not answers:
            return say("{exchange}.", exchange=happens)
        return say(
            "{exchange}. {best} is {given} for {taken}.",
            exchange=happens, best=Notation(self._reason.line[1]), given=given, taken=taken,
        )  # fmt: skip

    def gives(self) -> Sentence:
        given, taken = self._reason.figures
        return say(
            "{best} gives {given} to take {taken}: {line}.",
            best=self._first, given=given, taken=taken, line=self._line,
        )  # fmt: skip

    def reply(self) -> Sentence:
        (count,) = self._reason.figures
        kind = FactKind(self._reason.fact)
        return say(
            "Then {reply} {does}.", reply=self._first, does=self._does(kind, count, theirs=False)
        )

    def drops(self) -> Sentence:
        (count,) = self._reason.figures
        gain = self._gain(count)
        if self._name is None:
            return say("Then your opponent {gain}: {line}.", gain=gain, line=self._line)
        rival = next(s.key for s in self._game.spec.sides if s.key not in self._own)
        return say(
            "Then {player} {gain}: {line}.", player=self._name(rival), gain=gain, line=self._line
        )

    def gains(self) -> Sentence:
        (count,) = self._reason.figures
        return say(
            "{best} {gain}: {line}.", best=self._first, gain=self._gain(count), line=self._line
        )

    def _gain(self, count: int) -> Sentence:
        if FactKind(self._reason.fact) is FactKind.CROWNS:
            return say("gets a king by force")
        return say_n("wins a piece by force", "wins {count} pieces by force", count)

    def _does(self, kind: FactKind, count: int, *, theirs: bool) -> Sentence:
        """Return what a move does, and to whom if the reader is one of two players."""
        if kind is not FactKind.LANDS or self._name or len(self._game.spec.teams) > 2:
            return does(kind, count)
        if theirs:
            return say_n("lands on their pawn", "lands on their pile of {count}", count)
        return say_n("lands on your pawn", "lands on your pile of {count}", count)

    def _rolls_hit(self) -> Sentence:
        worse, _, rolls = self._reason.figures
        if self._name is None:
            return say("{number} of {rolls} rolls hit you", number=worse, rolls=rolls)
        return say(
            "{number} of {rolls} rolls hit {player}",
            number=worse, rolls=rolls, player=self._name(self._side),
        )  # fmt: skip

    def _happens(self) -> Sentence:
        first, total, back, _, _ = self._reason.figures
        reply, takes = self._first, does(FactKind(self._reason.fact), first)
        if not back:
            if total == first:
                return say("Then {reply} {takes} for nothing", reply=reply, takes=takes)
            return say(
                "Then {reply} {takes} ({total} in all) for nothing",
                reply=reply, takes=takes, total=total,
            )  # fmt: skip
        if total > first:
            takes = say("{takes} ({total} in all)", takes=takes, total=total)
        if self._name is None:
            return say(
                "Then {reply} {takes} and you get {back} back", reply=reply, takes=takes, back=back
            )
        return say(
            "Then {reply} {takes} and {player} gets {back} back",
            reply=reply, takes=takes, player=self._name(self._side), back=back,
        )  # fmt: skip

    @property
    def _own(self) -> frozenset[Side]:
        return self._game.spec.team_of(self._side)

    def _end(self, *, after: bool) -> Sentence:
        """Return why the game ends with the first move of the line."""
        plies = self._report.plies[: self._ply.number - (not after)]
        state = _played(self._game, [*(ply.text for ply in plies), self._reason.line[0]])
        outcome = self._game.outcome(state)
        assert outcome is not None, "the line ends the game"
        assert outcome.why is not None
        return outcome.why


def _played(game: AnyGame, texts: Sequence[str]) -> AnyState:
    state = game.start()
    for text in texts:
        state = game.apply(state, read_turn(game, state, text))
    return state
