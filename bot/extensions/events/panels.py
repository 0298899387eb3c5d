"""Panels of an event for one person alone: its preview, standings, directing it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.extensions.events import verbs
from bot.extensions.events.standings import (
    challenge_told,
    crosstable,
    entrant_name,
    group_of,
    is_unplaced,
    ladder_lines,
    places,
    table_title,
    taken_out,
    title,
    titles,
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
    channel_link,
    dotted,
    lines,
    link,
    named,
)
from bot.model.caller import Person
from bot.tables.checks import MOST_REASON
from rules.club.entries import Stage
from rules.club.groups import Departure, Groups, State
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, say, say_n
from rules.registry import all_games

__all__ = [
    "LISTED",
    "SEATS",
    "Listing",
    "challenged",
    "choose_game",
    "choose_rival",
    "direct",
    "listing",
    "out_form",
    "preview",
    "question",
    "table",
]

SEATS: Final = 2
"""Events are for games between two."""
LISTED: Final = 10
"""The most events in a list."""
_PAGE: Final = 15
"""The places on a page."""


def preview(card: Message, terms: Sequence[str | int]) -> Message:
    """Return the card of an event as it would look, with the button that posts it."""
    wanted = [verbs.POST, verbs.POST_FULL, verbs.POST_SEASON]
    (verb,) = (each for each in wanted if len(each.arguments) == len(terms))
    row = [Button(say("Post"), for_text(verb, *terms), Style.PRIMARY)]
    told = lines(say("This is how the card will look."), card.text)
    return replace(card, text=told, rows=(row,))


def choose_game() -> Message:
    """Return the question of which game a new season is."""
    games = [
        MenuChoice(game.spec.title, game.spec.key)
        for game in all_games().values()
        if any(len(seating) == SEATS for seating in game.spec.seatings)
    ]
    menu = Menu(say("Choose a game"), tuple(games), for_text(verbs.SEASON_GAME))
    return Message(
        say("A season of which game? Its card appears in this channel."), rows=((menu,),)
    )


def table(event: Event, person: Person, asked: int) -> Message:
    """Return the present standings of a group, or a page of a ladder."""
    course = event.course
    if isinstance(course, Ladder):
        return _ladder_page(event, course, person, asked)
    if not course.groups:
        return Message(say("No standings yet: it hasn't started."))
    own = next((each for each, user in event.people.items() if user.id == person), None)
    stage, group = group_of(course, own, asked)
    picture = None if event.unnamed else crosstable(event, course, stage, group)
    told = lines(
        say("**{title}**", title=title(event)),
        NOTHING if picture else places(event, course, stage, group),
        NOTHING if is_unplaced(course, stage, group) else _TIES,
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
    check = Button(say("Check the draw"), for_text(verbs.CHECK_DRAW, event.id, 0))
    return Message(told, picture, rows=in_rows([*(buttons if len(buttons) > 1 else ()), check]))


_TIES: Final = say(
    "-# Ties: points against tied players, then the points of everyone you beat (half for a draw), "
    "then wins, then fewer timeouts, then random order."
)


def _departed(event: Event, course: Groups) -> list[Sentence]:
    return [
        say("-# {name} dropped out. Their games don't count.", name=named(event.people[entrant]))
        if withdrawal.departure is Departure.ANNULLED
        else say("-# {name} dropped out.", name=named(event.people[entrant]))
        for entrant, withdrawal in course.departed.items()
    ]


def question(event: Event, verb: Verb) -> Message:
    """Return the question before something that can't be undone."""
    is_ladder = isinstance(event.course, Ladder)
    if is_ladder and verb is verbs.LEAVE:
        told = say(
            "Leave this ladder? You lose your place and your unfinished games on it. You can "
            "rejoin at the bottom in a week."
        )
        return _asked(event, verb, say("Leave"), told)
    if is_ladder and verb is verbs.STOP:
        told = say(
            "End this ladder? The standings stay, and unfinished games continue as ordinary games."
        )
        return _asked(event, verb, say("End the ladder"), told)
    if verb is verbs.STOP and event.terms.kind is EventKind.SEASON:
        told = say(
            "Stop the season? Unfinished games count as draws, and continue as ordinary games. No "
            "season follows."
        )
        return _asked(event, verb, say("Stop the season"), told)
    label, told = {
        verbs.LEAVE: (
            say("Drop out"),
            say(
                "Drop out? You lose your unfinished games. If you've finished fewer than half, "
                "none of yours count."
            ),
        ),
        verbs.BEGIN: (say("Start"), say("Start now? No one can join after that.")),
        verbs.STOP: (
            say("Stop the tournament"),
            say(
                "Stop the tournament? Unfinished games count as draws, and continue as ordinary "
                "games."
            ),
        ),
        verbs.CANCEL: (
            say("Cancel it"),
            say("Cancel it? There's no ranking, and unfinished games continue as ordinary games."),
        ),
    }[verb]
    return _asked(event, verb, label, told)


def _asked(event: Event, verb: Verb, label: Sentence, told: Sentence) -> Message:
    style = Style.PRIMARY if verb is verbs.BEGIN else Style.DANGER
    return Message(told, rows=((Button(label, for_text(verb, event.id, 1), style),),))


def direct(event: Event) -> Message:
    """Return what an organizer can decide about an event."""
    told = lines(
        dotted(
            say("**{title}**", title=title(event)),
            say_n("1 player", "{count} players", len(event.present)),
        ),
        say("Removing a player needs a reason, and everyone sees it."),
    )
    hand_over: Row = (PersonMenu(say("New organizer …"), for_text(verbs.HAND_OVER, event.id)),)
    stop = for_text(verbs.STOP, event.id, 0)
    if isinstance(event.course, Ladder):
        end: Row = (Button(say("End the ladder …"), stop, Style.DANGER),)
        out = PersonMenu(say("Remove a player …"), for_text(verbs.OUT_PERSON, event.id))
        return Message(told, rows=(end, (out,), hand_over))
    row: list[Button] = []
    if event.state is State.OPEN:
        row.append(Button(say("Start …"), for_text(verbs.BEGIN, event.id, 0), Style.PRIMARY))
    else:
        row.append(Button(say("Stop …"), stop, Style.DANGER))
    row.append(Button(say("Cancel …"), for_text(verbs.CANCEL, event.id, 0), Style.DANGER))
    rows: list[Row] = [row]
    people = event.present
    for page in range(-(-len(people) // MOST_CHOICES)):
        part = people[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
        choices = tuple(MenuChoice(_name(event, each), str(each)) for each in part)
        menu = Menu(say("Remove a player …"), choices, for_text(verbs.OUT, event.id, page))
        rows.append((menu,))
    return Message(told, rows=(*rows, hand_over))


def out_form(event: Event, entrant: Entrant) -> Form:
    """Return the form that asks why a person is removed from an event."""
    return Form(
        say("Remove {name}", name=named(event.people[entrant])),
        say("Your reason (everyone sees it)"),
        say("For example: no longer active"),
        MOST_REASON,
        for_text(verbs.OUT_FORM, event.id, entrant),
    )


def _name(event: Event, entrant: Entrant) -> Sentence:
    return say("{name}", name=named(event.people[entrant]))


@dataclass(frozen=True, slots=True)
class Listing:
    """A server's events that a person may see, and whether there are more."""

    events: Sequence[ListedEvent]
    unseen: Sequence[ListedEvent]
    """Events in which they play although they can't see the channel any more."""
    has_more: bool


def listing(found: Listing) -> Message:
    """Return the list of a server's unfinished events."""
    if not found.events and not found.unseen:
        return Message(say("No tournaments or ladders right now. `/event new` starts one."))
    told = [
        say(
            "- {title} · {state} · {count}",
            title=link(name, each.place, each.card_id), state=_state(each),
            count=say_n("1 player", "{count} players", each.people),
        )
        for name, each in zip(titles(found.events), found.events, strict=True)
    ]  # fmt: skip
    more = say("There are more.") if found.has_more else NOTHING
    unseen = found.unseen[:LISTED]
    names = titles(unseen)
    told += [
        say("- {title} · you're in, but you can't see its channel any more", title=name)
        for name in names
    ]
    leaving = [
        Button(say("Leave {title} …", title=name), for_text(verbs.LEAVE, each.id, 0), Style.DANGER)
        for name, each in zip(names, unseen, strict=True)
    ]
    listed = lines(say("**Tournaments and ladders**"), *told, more)
    return Message(listed, rows=in_rows(leaving))


def _state(event: ListedEvent) -> Sentence:
    if event.kind is EventKind.LADDER or event.state is State.OPEN:
        return say("**Join** on its card")
    return say("final") if event.state is State.FINAL else say("in progress")


def _ladder_page(event: Event, course: Ladder, person: Person, page: int) -> Message:
    """Return a page of the standings, from 1. 0 is the page with the person's own place."""
    own = event.entrant(person)
    pages = max(1, -(-len(course.places) // _PAGE))
    if page == 0:
        page = 1 if own is None else course.places.index(own) // _PAGE + 1
    page = min(page, pages)
    start, stop = (page - 1) * _PAGE, min(page * _PAGE, len(course.places))
    told = lines(
        say("**{title}**", title=title(event)),
        *(ladder_lines(event, course, range(start, stop)) or [say("No one is on it yet.")]),
        *taken_out(event),
    )
    higher = for_text(verbs.TABLE, event.id, max(page - 1, 1))
    lower = for_text(verbs.TABLE, event.id, page + 1)
    row = [
        Button(say("Higher"), higher, disabled=page == 1),
        Button(say("Lower"), lower, disabled=page == pages),
    ]
    return Message(told, rows=(row,) if pages > 1 else ())


def choose_rival(
    event: Event, course: Ladder, own: Entrant | None, rivals: Sequence[Entrant]
) -> Message:
    """Return the question of whom a person challenges among `rivals`."""
    if course.state is not State.GROUPS:
        return Message(say("This ladder is finished."))
    if own is None:
        return Message(say("You're not on this ladder. **Join** on its card."))
    if course.places.index(own) == 0:
        return Message(say("You're on top! There's no one left to challenge."))
    if any(each.challenger == own for each in course.running):
        return Message(say("One challenge at a time. Finish your current game first."))
    if not rivals:
        return Message(
            say(
                "There's no one to challenge right now. You can challenge people up to {reach} "
                "places above you who aren't busy, each once a week.",
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
        "Who do you want to challenge? The game starts right away ({time}). Win, and you take "
        "their place.",
        time=event.terms.time.words,
    )
    return Message(told, rows=in_rows(buttons))


def challenged(event: Event) -> Message:
    """Return the answer after a challenge."""
    course = event.course
    assert isinstance(course, Ladder), "people are challenged on ladders"
    told = challenge_told(event, course, len(course.challenges))
    opens = say(
        "Your game is opening in a thread of {channel}.",
        channel=channel_link(event.place.channel_id),
    )
    return Message(lines(told, opens))
