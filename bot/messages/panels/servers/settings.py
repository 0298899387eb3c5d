"""The panel with which a server's owners decide how tables work there."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    Button,
    Form,
    Menu,
    MenuChoice,
    Message,
    ServerKind,
    ServerMenu,
    Style,
)
from bot.messages.controls.verbs import Verb
from bot.messages.panels.servers import server_games
from bot.messages.words.text import lines
from bot.model.boards import Boards
from bot.model.lists import NEWEST
from bot.model.server import MOST_TABLES, ServerSettings
from rules.contract.sentence import Notation, Sentence, say
from rules.time.time_control import LONGEST_TEXT, USUAL, read_time_control

__all__ = ["ERASED", "erasure_question", "limit_form", "more", "panel", "time_form"]


def panel(settings: ServerSettings, *, has_club: bool) -> Message:
    """Return the settings of a server, with the controls that change them.

    `has_club` says whether there is anything for all its players.
    """
    channels = ServerMenu(
        say("Where tables open: everywhere"), ServerKind.CHANNEL, settings.channels,
        for_text(verbs.SET_CHANNELS),
    )  # fmt: skip
    openers = ServerMenu(
        say("Who opens tables: everybody"), ServerKind.ROLE, settings.openers,
        for_text(verbs.SET_OPENERS),
    )  # fmt: skip
    moderators = ServerMenu(
        say("Who moderates: people who can manage messages"), ServerKind.ROLE, settings.moderators,
        for_text(verbs.SET_MODERATORS),
    )  # fmt: skip
    club = [Button(say("Club …"), for_text(verbs.SET_CLUB))] if has_club else []
    row = [
        _switch(say("Always a thread"), verbs.SET_THREAD, is_on=settings.always_thread),
        _switch(say("No names"), verbs.SET_UNNAMED, is_on=settings.unnamed),
        _switch(say("Rated"), verbs.SET_RATED, is_on=settings.rated),
        *club,
        Button(say("More …"), for_text(verbs.SET_MORE, 1)),
    ]
    return Message(
        lines(
            say("**Tables in this server**"),
            say("First menu: the channels where tables open. None: everywhere."),
            say("Second menu: the roles that can open tables. None: everybody."),
            say("Third menu: the roles that moderate, besides people who can manage messages."),
            _thread(settings),
            _names(settings),
            _rated(settings),
            _time(settings),
            _limit(settings),
        ),
        rows=((channels,), (openers,), (moderators,), (_boards(settings),), row),
    )


def more(settings: ServerSettings) -> Message:
    """Return what there is besides the first panel."""
    row = [
        Button(say("Usual time …"), for_text(verbs.SET_TIME)),
        Button(say("Limit …"), for_text(verbs.SET_LIMIT)),
        server_games.button(say("Games as a file"), NEWEST),
        Button(say("Delete this server's data …"), for_text(verbs.ERASE_SERVER), Style.DANGER),
        Button(say("Back"), for_text(verbs.SET_MORE, 0)),
    ]
    told = say(
        "If this server removes me, its settings and ratings are deleted after a time, 90 days at "
        "most. Its owner can have that done at once, and can take the games along that everybody "
        "here can see."
    )
    said = lines(say("**Tables in this server**"), _time(settings), _limit(settings), told)
    return Message(said, rows=(row,))


def erasure_question() -> Message:
    """Return the question before what is kept about a server is deleted."""
    text = say(
        "This can't be undone. The settings of this server, all ratings in it and what moderators "
        "decided about them are deleted. Tables and results stay. Shall I delete that?"
    )
    row = [
        Button(say("Delete it for good"), for_text(verbs.ERASE_SERVER_NOW), Style.DANGER),
        Button(say("Back"), for_text(verbs.SET_MORE, 1)),
    ]
    return Message(text, rows=(row,))


ERASED: Final = Message(
    say("Done: the settings and ratings of this server are deleted. Games go on as they are.")
)


def time_form() -> Form:
    """Return the form for the usual time control."""
    return Form(
        say("Usual time"), say("For example 3d, 7d+1d<=14d or none"),
        say("{time}", time=Notation(USUAL.text)), LONGEST_TEXT, for_text(verbs.SET_TIME_TO),
    )  # fmt: skip


def limit_form() -> Form:
    """Return the form for the limit of tables."""
    return Form(
        say("Limit"), say("Unfinished tables a person hosts"),
        say("1 to {most}; 0: no limit", most=MOST_TABLES), 4, for_text(verbs.SET_LIMIT_TO),
    )  # fmt: skip


def _switch(title: Sentence, verb: Verb, *, is_on: bool) -> Button:
    """Return a button that turns something on or off; its label is the state to come."""
    label = say("{what}: on", what=title) if is_on else say("{what}: off", what=title)
    return Button(
        label, for_text(verb, int(not is_on)), Style.SUCCESS if is_on else Style.SECONDARY
    )


def _thread(settings: ServerSettings) -> Sentence:
    if settings.always_thread:
        return say("- Each table opens in its own thread.")
    return say("- A table opens in its channel, or in a thread if a game is already running there.")


def _boards(settings: ServerSettings) -> Menu:
    """Return the menu about earlier boards; its prompt is the present choice."""
    titles = {
        Boards.RECORD: say("Earlier boards become one line each"),
        Boards.ALL: say("Earlier boards keep their pictures"),
        Boards.NEWEST: say("Earlier boards are deleted"),
    }
    choices = tuple(MenuChoice(title, boards.value) for boards, title in titles.items())
    return Menu(titles[settings.boards], choices, for_text(verbs.SET_BOARDS))


def _names(settings: ServerSettings) -> Sentence:
    if settings.unnamed:
        return say("- Pictures name sides, not people. Earlier ones keep the names they have.")
    return say("- Pictures name the people at a board, and keep the names they were drawn with.")


def _rated(settings: ServerSettings) -> Sentence:
    if settings.rated:
        return say("- Games between people are rated, unless their host chooses otherwise.")
    return say("- Games aren't rated, unless their host chooses otherwise.")


def _time(settings: ServerSettings) -> Sentence:
    control = read_time_control(settings.time) if settings.time else USUAL
    return say("- Time if none is chosen: {time}.", time=control.words)


def _limit(settings: ServerSettings) -> Sentence:
    if settings.most_tables is None:
        return say("- Everybody can host as many tables as they like.")
    return say("- A person can host {most} unfinished tables.", most=settings.most_tables)
