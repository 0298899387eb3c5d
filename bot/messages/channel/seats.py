"""Seats that change hands: vacancies, the others' decisions, and newcomers."""

from bot.messages import pictures
from bot.messages.channel import score_card
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.levels import level_menu
from bot.messages.controls.message import Button, Message, PersonMenu, Row, Style
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, in_a_row, lines, mention, named, reason_given
from bot.model.caller import Person
from bot.model.moments import time_left
from bot.model.table import Status, Table, Vacancy
from bot.tables.seats import has_other_person
from rules.contract.core import Seat
from rules.contract.sentence import Argument, Sentence, all_of, say
from rules.log.events import Offered, SeatTaken, SeatWay

__all__ = [
    "asked_for",
    "engine_asked",
    "engine_choice",
    "is_looking",
    "looking",
    "panel",
    "proposed",
    "replacement",
    "settled",
    "taken",
]


def is_looking(table: Table, seat: Seat) -> bool:
    """Return True as long as a seat waits for a person to take it."""
    vacancy = table.vacancy(seat)
    return vacancy is not None and not vacancy.is_for_engine and table.status is Status.PLAYING


def looking(table: Table, seat: Seat) -> Message | None:
    """Return the channel's message about a vacant seat; None once it isn't vacant.

    It shows the game as it stands, so that people see what they would take.
    """
    vacancy = table.vacancy(seat)
    if vacancy is None or not is_looking(table, seat):
        return None
    row = [Button(say("Take this seat"), for_position(verbs.TAKE_SEAT, table, seat), Style.SUCCESS)]
    pings = (vacancy.to.id,) if vacancy.to else ()
    reason = reason_given(vacancy.reason)
    agreeing = (
        say("-# The first person to press takes the seat at once, as it is.")
        if vacancy.way is SeatWay.MODERATOR
        else say("-# Everybody else at the table then has 72 hours to agree.")
    )
    text = lines(_looks(table, vacancy), reason, _game(table), agreeing)
    return Message(text, pictures.draw_present(table), (row,), pings)


def settled(table: Table, seat: Seat) -> Message:
    """Return the message of a seat that no longer waits for somebody."""
    line = say("The seat of {sides} looked for somebody.", sides=sentences.sides_of(table, seat))
    if table.status is not Status.PLAYING:
        return Message(lines(line, say("**The game is over.**")))
    if table.vacancy(seat) is not None:
        return Message(lines(line, say("**A newer message says who can play on.**")))
    return Message(lines(line, say("**{who} plays on.**", who=named(table.at(seat).user))))


def panel(table: Table, person: Person, late: Seat | None) -> Message:
    """Return the seats and one person's choices about them; `late` has missed a deadline."""
    said = [sentences.terms_line(table)]
    said += [_seat(table, seat, late) for seat in table.started.seats]
    player = table.player(person)
    own = player.seat if player else None
    rows: list[Row] = []
    if table.status is Status.PLAYING:
        if own is not None and not has_other_person(table, person):
            said.append(say("-# Your seat can change hands only if another person agrees to it."))
        elif own is not None and table.vacancy(own) is None:
            give = for_position(verbs.GIVE_SEAT, table)
            rows.append([PersonMenu(say("Hand my seat to …"), give)])
            offer = for_position(verbs.OFFER_SEAT, table)
            engine = for_position(verbs.SEAT_ENGINE, table, own)
            rows.append(
                [
                    Button(say("Offer my seat to anyone"), offer),
                    Button(say("Let the computer play on …"), engine),
                ]
            )
        rows += _about_others(table, own)
    return Message(lines(*said), rows=tuple(rows))


def replacement(table: Table, seat: Seat) -> Message:
    """Return the question who is to play on instead of the holder of a seat."""
    who = named(table.at(seat).user)
    by = for_position(verbs.REPLACE_BY, table, seat)
    anybody = for_position(verbs.REPLACE_ANY, table, seat)
    engine = for_position(verbs.SEAT_ENGINE, table, seat)
    return Message(
        say(
            "Who should play on instead of {who}? Everybody else at the table has to agree.",
            who=who,
        ),
        rows=(
            [PersonMenu(say("Ask one person …"), by)],
            [Button(say("Anybody"), anybody), Button(say("The computer …"), engine)],
        ),
    )


def engine_choice(table: Table, seat: Seat) -> Message:
    """Return the question at which level the computer is to play on at a seat."""
    level = level_menu(table, for_position(verbs.SEAT_LEVEL, table, seat))
    return Message(
        say(
            "The computer plays on as {sides} once everybody else at the table agrees. The game "
            "is then not rated.",
            sides=sentences.sides_of(table, seat),
        ),
        rows=((level,),),
    )


def engine_asked(table: Table, seat: Seat) -> Message:
    """Return the answer to somebody who has asked for the computer at a seat."""
    if table.at(seat).is_engine:
        return Message(say("The computer plays on."))
    return Message(say("I asked the others whether the computer can play on."))


def proposed(table: Table, event: Offered) -> Sentence:
    """Return the newcomer proposed for a seat, and what silence means."""
    newcomer, holder, sides = _change(table, event)
    return say(
        "{newcomer} would play on as {sides} instead of {holder}. Silence for 72 hours means no.",
        newcomer=newcomer, sides=sides, holder=holder,
    )  # fmt: skip


def asked_for(table: Table, event: Offered, number: int) -> Sentence:
    """Return a proposal that is settled, made in the move with this number."""
    newcomer, holder, sides = _change(table, event)
    return say(
        "{newcomer} for {holder} as {sides}, proposed in move {number}",
        newcomer=newcomer, holder=holder, sides=sides, number=number,
    )  # fmt: skip


def _change(table: Table, event: Offered) -> tuple[Argument, Argument, Argument]:
    """Return the newcomer proposed for a seat, its holder, and its sides."""
    seat = event.place
    assert seat is not None, "a change of hands names its seat"
    newcomer = next(named(p.user) for p in (*table.others, *table.players) if p.id == event.player)
    holder = named(table.holder(seat, len(table.started.entries)).user)
    return newcomer, holder, sentences.sides_of(table, seat)


def taken(table: Table, event: SeatTaken, number: int) -> Sentence:
    """Return the change of a seat by the entry with this number: the newcomer and the reason."""
    new = table.holder(event.seat, number)
    who = named(new.user) if new.is_engine else mention(new.user.id)
    old = named(table.holder(event.seat, number - 1).user)
    sides = sentences.sides_of(table, event.seat)
    if event.way is SeatWay.RESIGNED:
        return say(
            "**{old} resigned** and is out of the game. {new} plays on as {sides}, and the others"
            " can agree to end the game here, without a result.",
            old=old, new=who, sides=sides,
        )  # fmt: skip
    line = say("{new} plays on as {sides} instead of {old}.", new=who, sides=sides, old=old)
    how = {
        SeatWay.OFFERED: say("Everybody agreed to that."),
        SeatWay.TAKEN: say("The others agreed to that after {old} was late or had left.", old=old),
        SeatWay.MODERATOR: say("A moderator gave the seat away."),
    }[event.way]
    return in_a_row(line, how, reason_given(table.reasons.get(number)))


def _game(table: Table) -> Sentence:
    """Return the game that a newcomer would play on: its terms, players, score and turn."""
    players = all_of(sentences.seat_name(table, seat) for seat in table.started.seats)
    score = score_card.so_far(table) if table.terms.series_format else NOTHING
    return lines(
        sentences.terms_line(table),
        say("At the table: {players}.", players=players),
        score,
        sentences.state_line(table),
    )


def _looks(table: Table, vacancy: Vacancy) -> Sentence:
    holder = table.at(vacancy.seat).user
    sides = sentences.sides_of(table, vacancy.seat)
    to = mention(vacancy.to.id) if vacancy.to else None
    match vacancy.way, to:
        case SeatWay.OFFERED, None:
            return say(
                "**{who} hands over the seat of {sides}.** Who plays on?",
                who=named(holder), sides=sides,
            )  # fmt: skip
        case SeatWay.OFFERED, _ if to:
            return say(
                "**{who} would hand the seat of {sides} to {to}.**",
                who=named(holder), sides=sides, to=to,
            )  # fmt: skip
        case _ if to:
            return say(
                "**{to}, will you play on as {sides} instead of {who}?**",
                to=to, sides=sides, who=named(holder),
            )  # fmt: skip
        case _:
            return say(
                "**Who plays on as {sides} instead of {who}?**", sides=sides, who=named(holder)
            )


def _seat(table: Table, seat: Seat, late: Seat | None) -> Sentence:
    who = sentences.seat_name(table, seat)
    if table.vacancy(seat) is not None:
        return say("- {who}, who is looking for somebody else", who=who)
    if seat == late:
        until = time_left(table.due_at) if table.due_at else None
        if until:
            return say("- {who}, whose time ran out {until}", who=who, until=until)
    return say("- {who}", who=who)


def _about_others(table: Table, own: Seat | None) -> list[Row]:
    """Return the buttons for vacant seats, and for those of others."""
    keeping: list[Button] = []
    replacing: list[Button] = []
    for seat in table.started.seats:
        player = table.at(seat)
        if table.vacancy(seat) is not None:
            label = say("Stop looking for {sides}", sides=sentences.sides_of(table, seat))
            keeping.append(Button(label, for_position(verbs.KEEP_SEAT, table, seat)))
        elif seat != own and not player.is_engine:
            label = say("Replace {who} …", who=named(player.user))
            replacing.append(Button(label, for_position(verbs.REPLACE, table, seat)))
    return [row for row in (keeping, replacing) if row]
