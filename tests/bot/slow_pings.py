"""A slow second implementation of who is pinged when: a list of what is to come, gone through."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.bot.slow_clock import DAY, HOUR, Night, covering_night


@dataclass(frozen=True)
class Wishes:
    """What a person has chosen about pings."""

    night: Night | None = None
    leads: tuple[int, ...] = ()
    idle: int = 7
    on: bool = True
    direct: bool = False


@dataclass(frozen=True)
class TurnNow:
    """The running turn of a person at a table, as far as pings go."""

    user: int
    begun: int
    until: int | None
    allowed: int | None
    untimed: bool
    paused: bool


@dataclass
class Coming:
    """A ping that is to come; a held one was left out of a message."""

    table: int
    user: int
    begun: int
    about: str
    moment: int
    at: int
    held: bool
    sent: bool = False


@dataclass
class SlowPings:
    """All pings of all people."""

    wishes: dict[int, Wishes]
    coming: list[Coming] = field(default_factory=list[Coming])
    last: dict[tuple[int, int, int, str], int] = field(
        default_factory=dict[tuple[int, int, int, str], int]
    )
    log: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    """Moments, users and tables."""
    turns: dict[int, TurnNow | None] = field(default_factory=dict[int, TurnNow | None])
    positions: dict[int, int] = field(default_factory=dict[int, int])

    def message(
        self,
        table: int,
        at: int,
        position: int,
        *,
        pings: Iterable[tuple[int, str]],
        turn: TurnNow | None,
        standing: frozenset[str],
    ) -> None:
        """Take in a transaction: its pings, and the turn that runs then.

        `standing`: which of offers and claims are still open.
        """
        self.turns[table], self.positions[table] = turn, position
        self.coming = [c for c in self.coming if not self._is_past(c, table, turn, standing)]
        for user, about in pings:
            wishes, key = self.wishes[user], (table, user, position, about)
            if not wishes.on or at - self.last.get(key, -DAY) < HOUR:
                continue
            until = turn.until if turn and about == "turn" else None
            later = self._held(wishes, at, until)
            if later is None:
                self.last[key] = at
                self.log.append((at, user, table))
            else:
                begun = turn.begun if turn else at
                self.coming.append(Coming(table, user, begun, about, at, later, held=True))
        self._plan(table, at, turn)

    def chosen(self, user: int, wishes: Wishes, now: int) -> None:
        """Take in what a person chooses anew; what is late by it is not sent."""
        self.wishes[user] = wishes
        for table, turn in self.turns.items():
            if turn and turn.user == user:
                self._plan(table, now, turn, chosen=True)

    def tell_end(self, table: int, now: int, begun: int, users: Iterable[int]) -> None:
        """Tell people that a game which nobody plays ends in a week."""
        for user in users:
            later = self._held(self.wishes[user], now, None)
            if self.wishes[user].on and later is None:
                self.log.append((now, user, table))
            elif self.wishes[user].on and later is not None:
                self.coming.append(Coming(table, user, begun, "rest", now, later, held=True))

    def tell_directly(self, table: int, at: int, users: Iterable[int]) -> None:
        """Tell by direct message that a game ended with its channel, those who chose that."""
        for user in users:
            wishes = self.wishes[user]
            if wishes.on and wishes.direct:
                later = self._held(wishes, at, None) or at
                self.coming.append(Coming(table, user, at, "end", at, later, held=True))

    def fire(self, user: int, now: int, is_current: Callable[[int, int, str], bool]) -> None:
        """Let the timer of a person ring; `is_current` says whether a table gives reason to it."""
        due = [c for c in self.coming if c.user == user and not c.sent and c.at <= now]
        going = [each for each in due if self._goes(each, now)]
        for each in going:
            each.sent = True
            self.last[each.table, user, self.positions[each.table], each.about] = now
        said = {each.table for each in going if is_current(each.table, user, each.about)}
        self.log += [(now, user, table) for table in said]

    def next(self, user: int) -> int | None:
        """Return when the timer of a person rings next."""
        return min((c.at for c in self.coming if c.user == user and not c.sent), default=None)

    def _goes(self, each: Coming, now: int) -> bool:
        turn = self.turns[each.table]
        until = turn.until if turn and each.about == "turn" else None
        if not self.wishes[each.user].on or (until is not None and now >= until):
            self.coming.remove(each)
            return False
        key = (each.table, each.user, self.positions[each.table], each.about)
        at = max(
            self.last.get(key, -DAY) + HOUR, self._held(self.wishes[each.user], now, until) or 0
        )
        if at <= now:
            return True
        if until is not None and at >= until:
            self.coming.remove(each)
        else:
            each.at = at
        return False

    def _held(self, wishes: Wishes, at: int, until: int | None) -> int | None:
        night = covering_night(wishes.night, at)
        return night[1] if night and (until is None or night[1] < until) else None

    def _is_past(
        self, each: Coming, table: int, turn: TurnNow | None, standing: frozenset[str]
    ) -> bool:
        if each.table != table:
            return False
        if each.held and each.about in ("offer", "claim"):
            return each.about not in standing
        if each.about == "turn":
            return turn is None or (turn.user, turn.begun) != (each.user, each.begun)
        return False

    def _plan(self, table: int, now: int, turn: TurnNow | None, *, chosen: bool = False) -> None:
        """Plan the reminders of the running turn; those that were sent stay sent."""
        wanted = dict(self._moments(turn, now)) if turn else {}
        mine = [c for c in self.coming if c.table == table and c.about == "turn" and not c.held]
        for each in mine:
            if not each.sent and each.moment not in wanted:
                self.coming.remove(each)
            elif not each.sent:
                each.at = wanted[each.moment]
        for moment, at in wanted.items():
            if turn and not any(each.moment == moment for each in mine):
                seen = (chosen or turn.untimed) and moment <= now
                self.coming.append(
                    Coming(table, turn.user, turn.begun, "turn", moment, at, held=False, sent=seen)
                )

    def _moments(self, turn: TurnNow, now: int) -> Iterable[tuple[int, int]]:
        wishes = self.wishes[turn.user]
        if not wishes.on or turn.paused:
            return
        if turn.untimed:
            moments = [turn.begun + n * wishes.idle * DAY for n in (1, 2, 3)]
        elif turn.until is None or turn.allowed is None or now >= turn.until:
            return
        else:
            usual = turn.until - max(HOUR, turn.allowed // 5)
            moments = [usual] if usual - turn.begun >= HOUR else []
            moments += [turn.until - h * HOUR for h in wishes.leads]
            moments = [m for m in moments if m >= turn.begun]
        for moment in moments:
            at = max(moment, now)
            night = covering_night(wishes.night, at)
            if night and (turn.until is None or night[1] < turn.until):
                at = night[1]
            elif night:
                at = night[0] if turn.begun < night[0] else turn.begun
            yield moment, at
