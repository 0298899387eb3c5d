"""Open seats in a game: who is asked, who takes over, and what the other players decide."""

from bot.messages import captions, pictures
from bot.messages.channel import score_card
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.levels import level_menu
from bot.messages.controls.message import Button, Message, PersonMenu, Row, Style
from bot.messages.words import sentences
from bot.messages.words.text import (
    NOTHING,
    dotted,
    in_a_row,
    lines,
    mention,
    named,
    reason_given,
)
from bot.model.caller import Person
from bot.model.moments import time_left
from bot.model.table import Status, Table, Vacancy
from bot.tables.seats import has_other_person
from rules.contract.core import Seat
from rules.contract.sentence import Argument, Listed, Sentence, say, say_n
from rules.log.events import Offered, SeatTaken, SeatWay
from rules.time.time_control import Untimed

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
    """Return the channel's message about a vacant seat, or None once it isn't vacant.

    It shows the game as it stands, so that people see what they would take over.
    """
    vacancy = table.vacancy(seat)
    if vacancy is None or not is_looking(table, seat):
        return None
    row = [Button(say("Take over"), for_position(verbs.TAKE_SEAT, table, seat), Style.SUCCESS)]
    pings = (vacancy.to.id,) if vacancy.to else ()
    text = lines(
        in_a_row(_looks(table, vacancy), _game(table)),
        reason_given(vacancy.reason),
        score_card.so_far(table) if table.terms.series_format else NOTHING,
        _conditions(table, vacancy),
    )
    return Message(text, pictures.draw_present(table), (row,), pings)


def settled(table: Table, seat: Seat) -> Message:
    """Return the message of a seat that no longer waits for a person."""
    sides = sentences.sides_of(table, seat)
    line = say_n("{sides} was open.", "{sides} were open.", len(sides.items), sides=sides)
    if table.status is not Status.PLAYING:
        return Message(in_a_row(line, say("**The game is finished.**")))
    if table.vacancy(seat) is not None:
        return Message(in_a_row(line, say("**A newer message says who can take over.**")))
    who = named(table.at(seat).user)
    return Message(in_a_row(line, say("**{who} has the seat.**", who=who)))


def panel(table: Table, person: Person, late: Seat | None) -> Message:
    """Return the seats, and one person's choices about them. `late` has missed a deadline."""
    said = [sentences.terms_line(table)]
    said += [_seat(table, seat, late) for seat in table.started.seats]
    player = table.player(person)
    own = player.seat if player else None
    rows: list[Row] = []
    if table.status is Status.PLAYING:
        if own is not None and not has_other_person(table, person):
            said.append(say("-# No one else here could agree to a change of your seat."))
        elif own is not None and table.vacancy(own) is None:
            give = for_position(verbs.GIVE_SEAT, table)
            rows.append([PersonMenu(say("Give my seat to …"), give)])
            offer = for_position(verbs.OFFER_SEAT, table)
            engine = for_position(verbs.SEAT_ENGINE, table, own)
            rows.append(
                [
                    Button(say("Offer it to anyone"), offer),
                    Button(say("Let the computer take over …"), engine),
                ]
            )
        rows += _about_others(table, own)
    return Message(lines(*said), rows=tuple(rows))


def replacement(table: Table, seat: Seat) -> Message:
    """Return the question of who takes a seat over."""
    who = named(table.at(seat).user)
    by = for_position(verbs.REPLACE_BY, table, seat)
    anyone = for_position(verbs.REPLACE_ANY, table, seat)
    engine = for_position(verbs.SEAT_ENGINE, table, seat)
    return Message(
        say("Who should take over from {who}? The other players have to agree.", who=who),
        rows=(
            [PersonMenu(say("Ask one person …"), by)],
            [Button(say("Anyone"), anyone), Button(say("The computer …"), engine)],
        ),
    )


def engine_choice(table: Table, seat: Seat) -> Message:
    """Return the question of the level at which the computer takes a seat over."""
    level = level_menu(table, for_position(verbs.SEAT_LEVEL, table, seat))
    return Message(
        say(
            "The computer takes over {sides} once the others agree. The game becomes unrated.",
            sides=sentences.sides_of(table, seat),
        ),
        rows=((level,),),
    )


def engine_asked(table: Table, seat: Seat) -> Message:
    """Return the answer to a person who has asked for the computer at a seat."""
    if table.at(seat).is_engine:
        return Message(say("The computer takes over."))
    return Message(say("I asked the other players."))


def proposed(table: Table, event: Offered) -> Sentence:
    """Return the proposed new player of a seat, and the consequence of silence."""
    newcomer, holder, sides = _change(table, event)
    return say(
        "Can {newcomer} take over {sides} from {holder}? No answer in 3 days means no.",
        newcomer=newcomer, sides=sides, holder=holder,
    )  # fmt: skip


def asked_for(table: Table, event: Offered, number: int) -> Sentence:
    """Return a proposal that is settled, made in the move with this number."""
    newcomer, holder, sides = _change(table, event)
    return say(
        "{newcomer} for {holder} as {sides} (move {number})",
        newcomer=newcomer, holder=holder, sides=sides, number=number,
    )  # fmt: skip


def _change(table: Table, event: Offered) -> tuple[Argument, Argument, Listed]:
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
            "**{old} resigned.** {new} takes over {sides}. The others can also call the game off.",
            old=old, new=who, sides=sides,
        )  # fmt: skip
    line = say("{new} takes over {sides} from {old}.", new=who, sides=sides, old=old)
    how = {
        SeatWay.OFFERED: say("Everyone agreed."),
        SeatWay.TAKEN: say("{old} was late or had left, and everyone agreed.", old=old),
        SeatWay.MODERATOR: say("A moderator decided that."),
    }[event.way]
    return in_a_row(line, how, reason_given(table.reasons.get(number)))


def _game(table: Table) -> Sentence:
    """Return the game and its move. The picture shows the players and whose turn it is."""
    match = table.started
    return say("{game}, {move}.", game=match.game.spec.title, move=captions.move(match))


def _conditions(table: Table, vacancy: Vacancy) -> Sentence:
    """Return the terms of taking a seat: its time, the end of rating, and who has to agree."""
    time = table.terms.time
    taking = (
        say("first come, first served")
        if vacancy.way is SeatWay.MODERATOR
        else say("if the other players agree")
    )
    said = dotted(
        NOTHING if isinstance(time.limit, Untimed) else time.words,
        say("unrated from here on") if table.is_rated else NOTHING,
        taking,
    )
    return say("-# {conditions}", conditions=said)


def _looks(table: Table, vacancy: Vacancy) -> Sentence:
    holder = table.at(vacancy.seat).user
    sides = sentences.sides_of(table, vacancy.seat)
    to = mention(vacancy.to.id) if vacancy.to else None
    match vacancy.way, to:
        case SeatWay.OFFERED, None:
            return say(
                "**{who} is giving up {sides}.** Who wants to play on?",
                who=named(holder), sides=sides,
            )  # fmt: skip
        case SeatWay.OFFERED, _ if to:
            return say(
                "**{to}, {who} wants you to take over {sides}.**",
                who=named(holder), sides=sides, to=to,
            )  # fmt: skip
        case _ if to:
            return say(
                "**{to}, will you take over {sides} from {who}?**",
                to=to, sides=sides, who=named(holder),
            )  # fmt: skip
        case _:
            return say_n(
                "**{sides} needs a new player** in place of {who}.",
                "**{sides} need a new player** in place of {who}.",
                len(sides.items), sides=sides, who=named(holder),
            )  # fmt: skip


def _seat(table: Table, seat: Seat, late: Seat | None) -> Sentence:
    who = sentences.seat_name(table, seat)
    if table.vacancy(seat) is not None:
        return say("- {who} (looking for a replacement)", who=who)
    if seat == late:
        until = time_left(table.due_at) if table.due_at else None
        if until:
            return say("- {who} (out of time {until})", who=who, until=until)
    return say("- {who}", who=who)


def _about_others(table: Table, own: Seat | None) -> list[Row]:
    """Return the buttons for vacant seats, and for other players' seats."""
    keeping: list[Button] = []
    replacing: list[Button] = []
    for seat in table.started.seats:
        player = table.at(seat)
        if table.vacancy(seat) is not None:
            label = say("Stop looking: {sides}", sides=sentences.sides_of(table, seat))
            keeping.append(Button(label, for_position(verbs.KEEP_SEAT, table, seat)))
        elif seat != own and not player.is_engine:
            label = say("Replace {who} …", who=named(player.user))
            replacing.append(Button(label, for_position(verbs.REPLACE, table, seat)))
    return [row for row in (keeping, replacing) if row]
