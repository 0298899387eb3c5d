"""Panels of an event for one person alone: its preview, tables, own games, directing it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.extensions.events import verbs
from bot.extensions.events.standings import (
    challenge_told,
    crosstable,
    entrant_name,
    group_of,
    ladder_lines,
    numbered_title,
    places,
    table_title,
    taken_out,
    title,
)
from bot.extensions.events.values import Event, EventKind, ListedEvent
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    MOST_CHOICES,
    Button,
    Form,
    Menu,
    MenuChoice,
    Message,
    PersonMenu,
    Row,
    Style,
    in_rows,
)
from bot.messages.controls.verbs import Verb
from bot.messages.words.text import (
    NOTHING,
    address,
    channel_link,
    in_a_row,
    lines,
    named,
    shortened,
)
from bot.model.caller import Person
from bot.tables.checks import MOST_REASON
from rules.club.entries import GameKey, Stage
from rules.club.groups import Departure, Game, Groups, State, Status
from rules.club.ladder import Challenge, Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, Verbatim, say, say_n

__all__ = [
    "LISTED",
    "Listing",
    "challenged",
    "choose_rival",
    "direct",
    "listing",
    "mine",
    "out_form",
    "places",
    "preview",
    "question",
    "table",
]

LISTED: Final = 10
"""The most events in a list."""
_PAGE: Final = 15
"""The places on a page."""
_MOST_ENDED: Final = 10
"""The most games in a list that have ended."""
_LONGEST: Final = 28
"""Characters of a name in a list."""


def preview(card: Message, terms: Sequence[str | int]) -> Message:
    """Return the card of an event as it would stand, with the button that posts it."""
    row = [Button(say("Post"), for_text(verbs.POST, *terms), Style.PRIMARY)]
    told = lines(
        say("This is the card that this channel will see. **Post** opens the event."), card.text
    )
    return replace(card, text=told, rows=(row,))


def table(event: Event, person: Person, asked: int) -> Message:
    """Return the table of a group, or a page of a ladder, as it stands now."""
    course = event.course
    if isinstance(course, Ladder):
        return _ladder_page(event, course, person, asked)
    if not course.groups:
        return Message(say("There are no tables yet: this event hasn't begun."))
    own = next((each for each, user in event.people.items() if user.id == person), None)
    stage, group = group_of(course, own, asked)
    picture = None if event.unnamed else crosstable(event, course, stage, group)
    told = lines(
        say("**{title}**", title=title(event)),
        places(event, course, stage, group),
        say(
            "-# Points; points against those with as many; each rival's points times one's own "
            "share. Then games won, games lost on time or by leaving, and the lot decide."
        ),
        *_departed(event, course),
        *taken_out(event),
    )
    buttons = [
        Button(
            table_title(course, Stage.GROUPS, number),
            for_text(verbs.TABLE, event.id, number),
            disabled=(stage, group) == (Stage.GROUPS, number),
        )
        for number in range(1, len(course.groups) + 1)
    ]
    if course.finalists:
        final = for_text(verbs.TABLE, event.id, 0)
        buttons.append(Button(say("Final"), final, disabled=stage is Stage.FINAL))
    return Message(told, picture, rows=in_rows(buttons) if len(buttons) > 1 else ())


def _departed(event: Event, course: Groups) -> list[Sentence]:
    return [
        say("-# {name} withdrew: their games don't count.", name=named(event.people[entrant]))
        if withdrawal.departure is Departure.ANNULLED
        else say("-# {name} withdrew.", name=named(event.people[entrant]))
        for entrant, withdrawal in course.departed.items()
    ]


def mine(event: Event, person: Person, threads: dict[GameKey, int]) -> Message:
    """Return somebody's own games in an event; `threads` are the channels of those that run."""
    course, entrant = event.course, event.entrant(person)
    if isinstance(course, Ladder):
        return _ladder_mine(event, course, person, threads)
    own = {each for each, user in event.people.items() if user.id == person}
    if not own:
        return Message(say("You don't take part in this event."))
    if not course.groups:
        told = say("You take part. Your games are listed here once the event has begun.")
        if entrant is None:
            told = lines(say("You don't take part any more."), *taken_out(event))
        return Message(told, rows=_withdrawing(event, entrant))
    games = [game for game in course.games.values() if own & set(game.entrants)]
    told = lines(
        say("**{title}** · your games", title=title(event)),
        *(_game(event, game, own, threads.get(game.key)) for game in games),
        *([] if entrant is not None else [say("You don't take part any more."), *taken_out(event)]),
    )
    return Message(told, rows=_withdrawing(event, entrant))


def _withdrawing(event: Event, entrant: Entrant | None) -> tuple[Row, ...]:
    if entrant is None or event.is_over:
        return ()
    leave = for_text(verbs.LEAVE, event.id, 0)
    return ((Button(say("Withdraw …"), leave, Style.DANGER),),)


def _game(event: Event, game: Game, own: set[Entrant], thread: int | None) -> Sentence:
    seat = 0 if game.entrants[0] in own else 1
    rival = shortened(event.people[game.entrants[1 - seat]].name, _LONGEST)
    match game.status:
        case Status.RUNNING if thread is not None:
            return say("- against {rival}: {place}", rival=rival, place=channel_link(thread))
        case Status.RUNNING:
            return say("- against {rival}: opens in a moment", rival=rival)
        case Status.WAITING:
            return say("- against {rival}: waits", rival=rival)
        case Status.STRUCK:
            return say("- against {rival}: doesn't count", rival=rival)
        case Status.ENDED:
            return say("- against {rival}: {result}", rival=rival, result=_result(game, seat))


def _result(game: Game, seat: int) -> Sentence:
    share = game.result.shares[seat] if game.result else 0
    if share == 12:
        return say("won")
    return say("drawn") if share else say("lost")


def question(event: Event, verb: Verb) -> Message:
    """Return the question before what can't be undone."""
    is_ladder = isinstance(event.course, Ladder)
    if is_ladder and verb is verbs.LEAVE:
        told = say(
            "Do you want to leave this ladder? You lose your place and the games that you play "
            "here now. You can join again in a week, at the bottom."
        )
        return _asked(event, verb, say("Leave"), told)
    if is_ladder and verb is verbs.STOP:
        told = say(
            "Do you want to end this ladder? The standings stay as they are. Games that run go on "
            "as ordinary ones."
        )
        return _asked(event, verb, say("End the ladder"), told)
    label, told = {
        verbs.LEAVE: (
            say("Withdraw"),
            say(
                "Do you want to withdraw? You resign your running games of this event, and the "
                "others never open. If fewer than half of your games have ended, none of them "
                "counts."
            ),
        ),
        verbs.BEGIN: (
            say("Begin"),
            say("Do you want to begin now? Nobody can join after that."),
        ),
        verbs.STOP: (
            say("Stop"),
            say(
                "Do you want to stop this event? Games that haven't ended count as drawn, and the "
                "tables stay like that. Games that run go on as ordinary ones."
            ),
        ),
        verbs.CANCEL: (
            say("Cancel the event"),
            say(
                "Do you want to cancel this event? Nobody gets a place. Games that run go on as "
                "ordinary ones."
            ),
        ),
    }[verb]
    return _asked(event, verb, label, told)


def _asked(event: Event, verb: Verb, label: Sentence, told: Sentence) -> Message:
    style = Style.PRIMARY if verb is verbs.BEGIN else Style.DANGER
    return Message(told, rows=((Button(label, for_text(verb, event.id, 1), style),),))


def direct(event: Event) -> Message:
    """Return what a director can decide about an event."""
    told = lines(
        say("**{title}** · directing", title=title(event)),
        say_n("1 person takes part.", "{count} people take part.", len(event.present)),
        say(
            "**Take somebody out** asks for a reason, which everybody can read. "
            "**Hand over** lets somebody else direct it."
        ),
    )
    hand_over: Row = (PersonMenu(say("Hand over to …"), for_text(verbs.HAND_OVER, event.id)),)
    stop = for_text(verbs.STOP, event.id, 0)
    if isinstance(event.course, Ladder):
        end: Row = (Button(say("End the ladder …"), stop, Style.DANGER),)
        out = PersonMenu(say("Take somebody out …"), for_text(verbs.OUT_PERSON, event.id))
        return Message(told, rows=(end, (out,), hand_over))
    row: list[Button] = []
    if event.state is State.OPEN:
        row.append(Button(say("Begin …"), for_text(verbs.BEGIN, event.id, 0), Style.PRIMARY))
    else:
        row.append(Button(say("Stop …"), stop, Style.DANGER))
    row.append(Button(say("Cancel …"), for_text(verbs.CANCEL, event.id, 0), Style.DANGER))
    rows: list[Row] = [row]
    people = event.present
    for page in range(-(-len(people) // MOST_CHOICES)):
        part = people[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
        choices = tuple(MenuChoice(_name(event, each), str(each)) for each in part)
        menu = Menu(say("Take somebody out …"), choices, for_text(verbs.OUT, event.id, page))
        rows.append((menu,))
    return Message(told, rows=(*rows, hand_over))


def out_form(event: Event, entrant: Entrant) -> Form:
    """Return the form that asks why somebody is taken out of an event."""
    return Form(
        say("Take {name} out", name=named(event.people[entrant])),
        say("Your reason, for all to see"),
        say("Has moved away"),
        MOST_REASON,
        for_text(verbs.OUT_FORM, event.id, entrant),
    )


def _name(event: Event, entrant: Entrant) -> Sentence:
    return say("{name}", name=named(event.people[entrant]))


@dataclass(frozen=True, slots=True)
class Listing:
    """The events of a server that somebody may see, and whether there are more."""

    events: Sequence[ListedEvent]
    unseen: Sequence[ListedEvent]
    """Those in which they take part, though they can't see the channel any more."""
    has_more: bool


def listing(found: Listing) -> Message:
    """Return the list of a server's events that aren't over."""
    if not found.events and not found.unseen:
        return Message(say("There are no events in this server now. `/event new` opens one."))
    told = [
        say(
            "- [{title}]({address}) · {state} · {count}",
            title=numbered_title(each.id, each.kind, each.game),
            address=Verbatim(address(each.place, each.card_id)), state=_state(each),
            count=say_n("1 person", "{count} people", each.people),
        )
        for each in found.events
    ]  # fmt: skip
    more = say("There are more.") if found.has_more else NOTHING
    unseen = found.unseen[:LISTED]
    titles = {each.id: numbered_title(each.id, each.kind, each.game) for each in unseen}
    told += [
        say("- {title} · you still take part, but can't see its channel any more", title=each)
        for each in titles.values()
    ]
    leaving = [
        Button(say("Leave {title} …", title=title), for_text(verbs.LEAVE, number, 0), Style.DANGER)
        for number, title in titles.items()
    ]
    listed = lines(say("**Events of this server**"), *told, more)
    return Message(listed, rows=in_rows(leaving))


def _state(event: ListedEvent) -> Sentence:
    if event.kind is EventKind.LADDER:
        return say("**Join** on its card")
    match event.state:
        case State.OPEN:
            return say("**Join** on its card")
        case State.FINAL:
            return say("final")
        case _:
            return say("being played")


def _ladder_page(event: Event, course: Ladder, person: Person, page: int) -> Message:
    """Return a page of the standings, from 1; 0 stands for that with the own place."""
    own = event.entrant(person)
    pages = max(1, -(-len(course.places) // _PAGE))
    if page == 0:
        page = 1 if own is None else course.places.index(own) // _PAGE + 1
    page = min(page, pages)
    start, stop = (page - 1) * _PAGE, min(page * _PAGE, len(course.places))
    told = lines(
        say("**{title}** · standings", title=title(event)),
        *(ladder_lines(event, course, range(start, stop)) or [say("Nobody is on it yet.")]),
        *taken_out(event),
    )
    higher = for_text(verbs.TABLE, event.id, max(page - 1, 1))
    lower = for_text(verbs.TABLE, event.id, page + 1)
    row = [
        Button(say("Higher"), higher, disabled=page == 1),
        Button(say("Lower"), lower, disabled=page == pages),
    ]
    return Message(told, rows=(row,) if pages > 1 else ())


def _ladder_mine(
    event: Event, course: Ladder, person: Person, threads: dict[GameKey, int]
) -> Message:
    """Return somebody's own games; `threads` are the channels of those that run."""
    own = {each for each, user in event.people.items() if user.id == person}
    if not own:
        return Message(
            say("You aren't on this ladder. **Join** on its card puts you at the bottom.")
        )
    entrant = event.entrant(person)
    played = [
        (GameKey(Stage.LADDER, 1, position), challenge)
        for position, challenge in enumerate(course.challenges, 1)
        if own & set(challenge.entrants)
    ]
    running = [each for each in played if each[1].ended_at is None]
    ended = [each for each in reversed(played) if each[1].ended_at is not None][:_MOST_ENDED]
    place = say("You aren't on this ladder any more.")
    if entrant is not None:
        place = say("You're in place {place}.", place=course.places.index(entrant) + 1)
    told = lines(
        say("**{title}** · your games", title=title(event)),
        place,
        *(_challenge(event, each, own, threads.get(key)) for key, each in (*running, *ended)),
        *([] if entrant is not None else taken_out(event)),
        NOTHING if played else say("You haven't played here yet."),
    )
    return Message(told, rows=() if entrant is None or event.is_over else (_leaving(event),))


def _leaving(event: Event) -> Row:
    return (Button(say("Leave …"), for_text(verbs.LEAVE, event.id, 0), Style.DANGER),)


def _challenge(event: Event, game: Challenge, own: set[Entrant], thread: int | None) -> Sentence:
    rival = entrant_name(event, game.entrants[1 if game.entrants[0] in own else 0])
    if game.ended_at is None and thread is not None:
        return say("- against {rival}: {place}", rival=rival, place=channel_link(thread))
    if game.ended_at is None:
        return say("- against {rival}: opens in a moment", rival=rival)
    if game.result is None:
        return say("- against {rival}: doesn't count", rival=rival)
    if game.winner is None:
        is_drawn = any(game.result.shares)
        return say("- against {rival}: {result}", rival=rival,
                   result=say("drawn") if is_drawn else say("not played"))  # fmt: skip
    result = say("won") if game.winner in own else say("lost")
    return say("- against {rival}: {result}", rival=rival, result=result)


def choose_rival(
    event: Event, course: Ladder, own: Entrant | None, rivals: Sequence[Entrant]
) -> Message:
    """Return the question whom somebody challenges; `rivals` are those whom they may."""
    if course.state is not State.GROUPS:
        return Message(say("This ladder has ended."))
    if own is None:
        return Message(
            say("You aren't on this ladder. **Join** on its card puts you at the bottom.")
        )
    if course.places.index(own) == 0:
        return Message(say("You're in first place, so there's nobody above you to challenge."))
    if any(each.challenger == own for each in course.running):
        return Message(
            say("You can challenge again when the game of your last challenge has ended.")
        )
    if not rivals:
        return Message(
            say(
                "There's nobody you can challenge now. People can be challenged up to {reach} "
                "places above you, by three at a time, and not within a week of your last game.",
                reach=course.reach,
            )
        )
    buttons = [
        Button(
            say("{place}. {name}", place=course.places.index(each) + 1,
                name=entrant_name(event, each)),
            for_text(verbs.CHALLENGE, event.id, each),
        )
        for each in rivals
    ]  # fmt: skip
    told = say(
        "Who do you want to challenge? If you win, you take their place. The game begins at once:"
        " {time}.",
        time=event.terms.time.words,
    )
    return Message(told, rows=in_rows(buttons))


def challenged(event: Event) -> Message:
    """Return the answer to whoever has just challenged somebody."""
    course = event.course
    assert isinstance(course, Ladder), "people are challenged on ladders"
    told = challenge_told(event, course, len(course.challenges))
    opens = say("The game opens in a thread of {channel}.",
                channel=channel_link(event.place.channel_id))  # fmt: skip
    return Message(in_a_row(told, opens))
