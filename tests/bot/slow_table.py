"""A slow second account of a table: offers, seats, moderators, and the steps of its clock.

Like `slow_game`, it was written from the text of the rules alone. Every act returns the entries
that the log has to get, or None if it has to be refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tests.bot.slow_clock import DAY, HOUR
from tests.bot.slow_game import ENGINE, Left, SlowGame, SlowOffer, SlowVacancy, Wrote

__all__ = ["SlowTable"]

Outages: TypeAlias = Sequence[tuple[int, int | None]]


@dataclass
class SlowTable(SlowGame):
    """One table, and all that can be done there."""

    # Acts of persons

    def play(self, user: int, text: str, now: int, outages: Outages) -> list[Wrote] | None:
        """Play a move that is known to be legal."""
        seat = self.seat_of(user)
        if self.over or seat is None or self.due != seat:
            return None
        self.enter(now)
        extra = self.clock.lost(now, outages) if self.clock.control[0] == "bank" else 0
        if extra > 0:
            self.write("host", None, "granted", f"{seat} {extra} outage")
            self.clock.grant(extra, "outage", now)
        self.put(seat, text, "seat")
        return self.advanced()

    def propose(self, user: int, kind: str, days: int, now: int) -> list[Wrote] | None:
        """Offer something, or agree to the same offer of somebody else."""
        seat = self.seat_of(user)
        if self.over or seat is None:
            return None
        if kind == "abort" and self.all_have_played and not self.has_resigned:
            return None
        same = self.offer is not None and (self.offer.kind, self.offer.days) == (kind, days)
        if self.offer and same and seat not in self.offer.agreed | {self.offer.by}:
            return self.agree(user, now)
        return self._offered(seat, kind, days, now)

    def agree(self, user: int, now: int) -> list[Wrote] | None:
        """Agree to the open offer."""
        seat, offer = self.seat_of(user), self.offer
        if self.over or offer is None or seat is None or seat not in offer.voters - offer.agreed:
            return None
        place = offer.place
        vacancy = None if place is None else self.vacancies.get(place)
        has_left = vacancy is not None and vacancy.left
        if place is not None and place != offer.by and not (has_left or self._missed(place)):
            return None
        agreed = offer.agreed | {seat}
        if offer.voters <= agreed and offer.kind == ("pause" if self.clock.paused else "resume"):
            return None
        self.enter(now)
        self.write("seat", seat, "accepted", str(seat))
        offer.agreed |= {seat} | (self.allies(seat) if offer.kind == "time" else set())
        self._settle(now)
        return self.advanced()

    def decline(self, user: int, now: int) -> list[Wrote] | None:
        """Decline the open offer, or withdraw one's own."""
        seat = self.seat_of(user)
        if self.over or self.offer is None or seat is None:
            return None
        self.enter(now)
        self.write("seat", seat, "declined", str(seat))
        self.drop_offer()
        return self.advanced()

    def resign(self, user: int, now: int) -> list[Wrote] | None:
        """Resign; with allies, wish to."""
        seat = self.seat_of(user)
        if self.over or seat is None:
            return None
        missing = (self.allies(seat) & self.persons) - self.wanting
        if missing and seat in self.wanting:
            return None
        self.enter(now)
        if missing:
            self.wanting.add(seat)
            self.write("seat", seat, "resign_wanted", str(seat))
            return self.advanced()
        rest = {self.teams[n] for n in self.persons} - {self.teams[seat]}
        if len(rest) > 1 and not self.allies(seat):
            self.has_resigned = True
            self._taken(seat, ENGINE, "resigned", now)
            return self.advanced()
        self.write("seat", seat, "resigned", str(seat))
        if len(rest) == 1:
            self.won_by(rest, "common.resigned")
        else:
            self.lost_by(seat, "common.resigned")
        return self.advanced()

    def play_on(self, user: int, now: int) -> list[Wrote] | None:
        """Withdraw the wish to resign."""
        seat = self.seat_of(user)
        if self.over or seat is None or seat not in self.wanting:
            return None
        self.enter(now)
        self.wanting.remove(seat)
        self.write("seat", seat, "resign_withdrawn", str(seat))
        return self.advanced()

    def is_rival(self, user: int) -> bool:
        """Whether somebody plays in another team than the one whose turn it is."""
        seat, due = self.seat_of(user), self.due
        return seat is not None and due is not None and self.teams[seat] != self.teams[due]

    def claim(self, user: int, now: int, outages: Outages) -> list[Wrote] | None:
        """Claim the game; the step of the deadline has run before."""
        seat = self.seat_of(user)
        if self.over or seat is None or not self.is_rival(user) or not self.clock.late(now):
            return None
        if self.clock.told_at is None or any(end is None for _, end in outages):
            return None
        self.enter(now)
        self.write("seat", seat, "claimed", str(seat))
        self.time_lost()
        return self.advanced()

    # Acts of moderators

    def moderate(self, user: int, kind: str, days: int, now: int) -> list[Wrote] | None:
        """Pause, go on, give days, decide for the first seat, or end without a result."""
        if self.over or user != self.moderator or user in self.sat:
            return None
        clock = self.clock
        if (kind == "pause" and clock.paused) or (kind == "go on" and not clock.paused):
            return None
        if kind == "days" and (clock.due is None or clock.allowed is None):
            return None
        self.enter(now)
        match kind:
            case "pause":
                self.write("moderator", None, "paused", f"{now + days * DAY}")
                self.stand_still(now, days)
            case "go on":
                self.write("moderator", None, "resumed", "")
                self.go_on(now)
            case "days":
                seconds = clock.given(days, now)
                text = f"{clock.due} {seconds} moderator"
                self.write("moderator", None, "granted", text)
                clock.grant(seconds, "moderator", now)
            case "decide":
                self.write("moderator", None, "adjudicated", "0")
                self.won_by({self.teams[0]}, "common.adjudicated")
            case _:
                self.write("moderator", None, "voided", "moderator")
                self.end_void("common.void.moderator")
        return self.advanced()

    # Seats

    def look(self, user: int, seat: int, now: int, *, left: bool) -> bool:
        """Let somebody look for another holder of a seat; `left`: its holder left the server."""
        own = self.seat_of(user)
        if self.over or self.is_engine(seat):
            return False
        present = self.vacancies.get(seat)
        if own == seat:
            if len(self.persons) == 1:
                return False
        elif not (left or self._missed(seat)):
            return False
        if own is None and not self._moderator_may(user, seat, now, left=left):
            return False
        by = user if own is not None else None
        wanted = SlowVacancy(by, left=left and own != seat)
        if present == wanted:
            return False
        self.vacancies[seat] = wanted
        return True

    def _moderator_may(self, user: int, seat: int, now: int, *, left: bool) -> bool:
        if user != self.moderator or user in self.sat:
            return False
        since = self.clock.told_at if self.clock.due == seat else None
        if since is None and left and self.clock.due is not None:
            since = self.clock.begun
        return since is not None and now - since >= 72 * HOUR

    def keep(self, user: int, seat: int) -> bool:
        """Let whoever looks for somebody, or a moderator, stop looking."""
        vacancy = self.vacancies.get(seat)
        if self.over or vacancy is None:
            return False
        if vacancy.by != user and (user != self.moderator or user in self.sat):
            return False
        del self.vacancies[seat]
        return True

    def take(self, user: int, seat: int, now: int) -> list[Wrote] | None:
        """Let somebody take a seat that looks for anybody, or ask for it."""
        vacancy = self.vacancies.get(seat)
        if self.over or vacancy is None or vacancy.for_engine or user in self.sat:
            return None
        if vacancy.by != self.users[seat] and not (vacancy.left or self._missed(seat)):
            return None
        if vacancy.by is None:
            self.enter(now)
            self._taken(seat, user, "moderator", now)
            return self.advanced()
        proposer = self.seat_of(vacancy.by)
        if proposer is None:
            return None
        return self._offered(proposer, "substitute", 0, now, place=seat, newcomer=user)

    def seat_engine(self, user: int, seat: int, now: int) -> list[Wrote] | None:
        """Ask the others to let the computer play on at a seat."""
        own = self.seat_of(user)
        if self.over or own is None or self.is_engine(seat):
            return None
        if own == seat and len(self.persons) == 1:
            return None
        if own != seat and not self._missed(seat):
            return None
        return self._offered(own, "substitute", 0, now, place=seat, newcomer=ENGINE)

    def _missed(self, seat: int) -> bool:
        """Whether a claim against the seat is open."""
        return (
            self.clock.due == seat
            and not self.clock.hard
            and not self.clock.paused
            and self.clock.told_at is not None
        )

    def _taken(self, seat: int, new: int, way: str, now: int) -> None:
        by = {"moderator": "moderator", "resigned": "seat"}.get(way, "host")
        old = self.users[seat]
        lost = way == "resigned" or (way != "offered" and self.all_have_played)
        rule = "common.resigned" if way == "resigned" else "common.left"
        self.left.append(Left(old, len(set(self.teams)) if lost else None, rule))
        kind = "engine" if new == ENGINE else "person"
        self.write(
            by, seat if by == "seat" else None, "seat_taken", f"{seat} {old} {new} {way} {kind}"
        )
        self.drop_offer()
        self.users[seat] = new
        if new != ENGINE:
            self.sat.add(new)
        self.made = {one for one in self.made if one[0] != seat}
        self.wanting.discard(seat)
        self.trees.pop(seat, None)
        self.vacancies.pop(seat, None)
        self.clock.handed_over(now, seat, by_engine=new == ENGINE)

    # Acts of engines

    def engine_due(self) -> tuple[int, str | None] | None:
        """Return the engine's seat that has to act, and the offer that it has to answer."""
        if self.over:
            return None
        if self.offer:
            asked = sorted(s for s in self.offer.voters - self.offer.agreed if self.is_engine(s))
            return (asked[0], self.offer.kind) if asked else None
        due = self.due
        return None if due is None or not self.is_engine(due) else (due, None)

    def engine_plays(self, text: str, now: int) -> list[Wrote]:
        """Let the engine that is due play a move."""
        assert self.due is not None
        self.enter(now)
        self.put(self.due, text, "engine")
        return self.advanced()

    def engine_answers(self, now: int, *, agree: bool) -> list[Wrote]:
        """Let the engine that is asked answer an offer."""
        asked = self.engine_due()
        assert asked is not None
        assert self.offer is not None
        self.enter(now)
        self.write("engine", asked[0], "accepted" if agree else "declined", str(asked[0]))
        if agree:
            self.offer.agreed.add(asked[0])
            self._settle(now)
        else:
            self.drop_offer()
        return self.advanced()

    # What the host does

    def step(self, now: int, outages: Outages, *, claims: bool = False) -> list[Wrote]:
        """Carry out the deadline step."""
        now = max(now, self.last_at)
        if self.over or not self.clock.late(now):
            return self.acted([])
        self.enter(now)
        offer = self.offer
        if offer and (
            claims
            or self.clock.run(self.clock.begun, max(offer.at, self.clock.begun))
            <= self.clock.total + 60
        ):
            self.write("host", offer.by, "declined", str(offer.by))
            self.drop_offer()
        self.replies()
        if self.over or self.clock.due is None:
            return self.acted(self.wrote)
        due = self.clock.due
        for kind, seconds in self.clock.step(now, self.someone(), outages):
            match kind:
                case "timed_out":
                    self.write("host", None, "timed_out", str(due))
                    self.time_lost()
                case "overdue":
                    self.write("host", None, "overdue", str(due))
                case _:
                    self.write("host", None, "granted", f"{due} {seconds} {kind}")
        return self.advanced()

    def resume(self, now: int) -> list[Wrote]:
        """End the pause when it is over."""
        self.enter(now)
        self.write("host", None, "resumed", "")
        self.go_on(now)
        return self.advanced()

    def void(self, cause: str, now: int) -> list[Wrote]:
        """End the game without a result."""
        self.enter(now)
        self.write("host", None, "voided", cause)
        self.end_void(f"common.void.{cause}")
        return self.advanced()

    def tell_end(self, now: int) -> bool:
        """Announce the end of a game that nobody plays, once; True if that is done now."""
        ends = self.clock.void_at
        assert ends is not None
        if self.end_told is not None and self.end_told >= ends:
            return False
        self.end_told = max(ends, now + 7 * DAY)
        return True

    def no_answer(self, now: int) -> list[Wrote]:
        """End a proposal to hand a seat over to which not everybody has agreed in 72 hours."""
        assert self.offer is not None
        self.enter(now)
        self.write("host", self.offer.by, "declined", str(self.offer.by))
        self.drop_offer()
        return self.advanced()

    # Offers

    def _offered(
        self,
        seat: int,
        kind: str,
        days: int,
        now: int,
        *,
        place: int | None = None,
        newcomer: int | None = None,
    ) -> list[Wrote] | None:
        if self.offer or (seat, kind) in self.made:
            return None
        asked = self._asked(seat, kind, days)
        if asked is None:
            return None
        voters, agreed = asked - {place}, {seat}
        if kind == "time":
            agreed |= self.allies(seat)
        if not voters:
            return None
        self.enter(now)
        row = f"{place} {newcomer}"
        more = {"pause": f" {days}", "time": f" {days}", "substitute": f" {row}"}.get(kind, "")
        self.write("seat", seat, "offered", f"{seat} {kind}{more}")
        self.made.add((seat, kind))
        self.offer = SlowOffer(
            kind, seat, self.number + len(self.wrote), now, days, voters, agreed, place, newcomer
        )
        if newcomer == ENGINE and place is not None:
            self.vacancies[place] = SlowVacancy(self.users[seat], for_engine=True)
        self._settle(now)
        return self.advanced()

    def _asked(self, seat: int, kind: str, days: int) -> set[int] | None:
        """Return the seats that have to agree to an offer; None if it is not possible."""
        due, clock = self.clock.due, self.clock
        match kind:
            case "draw":
                return set(range(len(self.users)))
            case "time":
                if clock.until is None or due is None or days not in (1, 3):
                    return None
                rivals = {n for n in self.persons if self.teams[n] != self.teams[due]}
                return rivals if self.teams[due] != self.teams[seat] else None
            case "pause":
                is_possible = not clock.paused and 1 <= days <= 30
            case "takeback":
                is_possible = seat in self.movers
            case _:
                is_possible = kind != "count" and (kind != "resume" or clock.paused)
        return set(self.persons) if is_possible else None

    def _settle(self, now: int) -> None:
        """Carry the open offer out if everybody agrees."""
        offer = self.offer
        if offer is None or not offer.voters <= offer.agreed:
            return
        self.offer = None
        match offer.kind:
            case "draw":
                self.won_by(set(), self.draw_rule())
            case "abort":
                self.end_void("common.void.agreed")
            case "takeback":
                stand = max(n for n, seat in enumerate(self.movers) if seat == offer.by)
                del self.states[stand + 1 :], self.notations[stand:], self.movers[stand:]
                self.trees = {}
                self.position = self.number + len(self.wrote)
                self.clock.taken_back(now, offer.by, stand)
            case "pause":
                self.write("host", None, "paused", str(now + offer.days * DAY))
                self.stand_still(now, offer.days)
            case "resume":
                self.write("host", None, "resumed", "")
                self.go_on(now)
            case "time":
                due = self.clock.due
                assert due is not None
                seconds = self.clock.given(offer.days, now)
                self.write("host", None, "granted", f"{due} {seconds} rivals")
                self.clock.grant(seconds, "rivals", now)
            case _:
                assert offer.place is not None
                assert offer.newcomer is not None
                way = "offered" if offer.place == offer.by else "taken"
                self._taken(offer.place, offer.newcomer, way, now)
