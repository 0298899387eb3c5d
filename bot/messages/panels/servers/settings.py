"""The panel of a server's settings."""

from collections.abc import Iterator
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    MOST_CHOICES,
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
from bot.messages.words.locale import languages
from bot.messages.words.text import channel_link, lines, role_mention
from bot.model.boards import Boards
from bot.model.lists import NEWEST
from bot.model.server import MOST_TABLES, ServerSettings
from rules.contract.sentence import Notation, Sentence, all_of, one_of, say
from rules.time.time_control import LONGEST_TEXT, USUAL, read_time_control

__all__ = ["ERASED", "erasure_question", "limit_form", "more", "panel", "time_form"]


def panel(settings: ServerSettings, *, has_club: bool) -> Message:
    """Return a server's settings, with the controls that change them.

    `has_club` is true if an extension offers something for the club.
    """
    channels = ServerMenu(
        say("Games start: in any channel"), ServerKind.CHANNEL, settings.channels,
        for_text(verbs.SET_CHANNELS),
    )  # fmt: skip
    openers = ServerMenu(
        say("Who starts games: everyone"), ServerKind.ROLE, settings.openers,
        for_text(verbs.SET_OPENERS),
    )  # fmt: skip
    moderators = ServerMenu(
        say("Moderators: anyone who can manage messages"), ServerKind.ROLE, settings.moderators,
        for_text(verbs.SET_MODERATORS),
    )  # fmt: skip
    club = [Button(say("Club …"), for_text(verbs.SET_CLUB))] if has_club else []
    row = [
        _switch(say("Own threads"), verbs.SET_THREAD, is_on=settings.always_thread),
        _switch(say("No names"), verbs.SET_UNNAMED, is_on=settings.unnamed),
        _switch(say("Rated"), verbs.SET_RATED, is_on=settings.rated),
        *club,
        Button(say("More …"), for_text(verbs.SET_MORE, 1)),
    ]
    return Message(
        lines(
            say("**Games in this server**"),
            *_chosen(settings),
            _thread(settings),
            _names(settings),
            _rated(settings),
            _time(settings),
            _limit(settings),
        ),
        rows=((channels,), (openers,), (moderators,), (_boards(settings),), row),
    )


def _chosen(settings: ServerSettings) -> Iterator[Sentence]:
    """Yield a line per menu with a choice, as Discord then hides its placeholder."""
    if settings.channels:
        where = one_of(map(channel_link, settings.channels))
        yield say("- Games start in {channels}.", channels=where)
    if settings.openers:
        yield say(
            "- Only {roles} can start games.", roles=all_of(map(role_mention, settings.openers))
        )
    if settings.moderators:
        roles = all_of(map(role_mention, settings.moderators))
        yield say("- Moderators: {roles}, and anyone who can manage messages.", roles=roles)


def more(settings: ServerSettings) -> Message:
    """Return the second panel: language, time, limit, and the server's data."""
    row = [
        Button(say("Usual time …"), for_text(verbs.SET_TIME)),
        Button(say("Games per person …"), for_text(verbs.SET_LIMIT)),
        server_games.button(say("Games as a file"), NEWEST),
        Button(say("Delete this server's data …"), for_text(verbs.ERASE_SERVER), Style.DANGER),
        Button(say("Back"), for_text(verbs.SET_MORE, 0)),
    ]
    told = say(
        "If you remove me, settings and ratings are deleted within 90 days. The owner can delete "
        "them now, or download the games everyone can see."
    )
    said = lines(say("**Games in this server**"), _time(settings), _limit(settings), told)
    return Message(said, rows=((_language(settings),), row))


def _language(settings: ServerSettings) -> Menu:
    """Return the menu of languages by their own names. Its placeholder is the present choice."""
    same, names = say("Same as Discord"), languages()
    chosen = settings.language
    present = Notation(names[chosen]) if chosen in names else same
    choices = (
        MenuChoice(same, "discord"),
        *(MenuChoice(say("{name}", name=Notation(name)), code) for code, name in names.items()),
    )
    prompt = say("Language: {language}", language=present)
    return Menu(prompt, choices[:MOST_CHOICES], for_text(verbs.SET_LANGUAGE))


def erasure_question() -> Message:
    """Return the question before a server's data is deleted."""
    text = say(
        "Delete this server's settings and all its ratings? Games and results stay. This can't be "
        "undone."
    )
    row = [
        Button(say("Delete it for good"), for_text(verbs.ERASE_SERVER_NOW), Style.DANGER),
        Button(say("Keep it"), for_text(verbs.SET_MORE, 1)),
    ]
    return Message(text, rows=(row,))


ERASED: Final = Message(
    say("Done. This server's settings and ratings are deleted. Its games continue.")
)


def time_form() -> Form:
    """Return the form for the usual time control."""
    return Form(
        say("Usual time"), say("For example 3d, 7d+1d<=14d or none"),
        say("{time}", time=Notation(USUAL.text)), LONGEST_TEXT, for_text(verbs.SET_TIME_TO),
    )  # fmt: skip


def limit_form() -> Form:
    """Return the form for the limit of games per person."""
    return Form(
        say("Games per person"), say("Unfinished games one person hosts"),
        say("1 to {most}, or 0 for no limit", most=MOST_TABLES), 4, for_text(verbs.SET_LIMIT_TO),
    )  # fmt: skip


def _switch(title: Sentence, verb: Verb, *, is_on: bool) -> Button:
    """Return a button that turns something on or off. It shows the present state."""
    label = say("{what}: on", what=title) if is_on else say("{what}: off", what=title)
    return Button(
        label, for_text(verb, int(not is_on)), Style.SUCCESS if is_on else Style.SECONDARY
    )


def _thread(settings: ServerSettings) -> Sentence:
    if settings.always_thread:
        return say("- Every game gets its own thread.")
    return say("- A game gets a thread only if another one is in progress in its channel.")


def _boards(settings: ServerSettings) -> Menu:
    """Return the menu about old boards. Its placeholder is the present choice."""
    titles = {
        Boards.RECORD: say("Old boards shrink to one line"),
        Boards.ALL: say("Old boards keep their pictures"),
        Boards.NEWEST: say("Old boards are deleted"),
    }
    choices = tuple(MenuChoice(title, boards.value) for boards, title in titles.items())
    return Menu(titles[settings.boards], choices, for_text(verbs.SET_BOARDS))


def _names(settings: ServerSettings) -> Sentence:
    if settings.unnamed:
        return say("- New pictures show colors instead of names.")
    return say("- Pictures show players' names.")


def _rated(settings: ServerSettings) -> Sentence:
    if settings.rated:
        return say("- Games between people are rated unless the host says otherwise.")
    return say("- Games are unrated unless the host says otherwise.")


def _time(settings: ServerSettings) -> Sentence:
    control = read_time_control(settings.time) if settings.time else USUAL
    return say("- Usual time: {time}.", time=control.words)


def _limit(settings: ServerSettings) -> Sentence:
    if settings.most_tables is None:
        return say("- No limit on unfinished games per person.")
    return say("- Up to {most} unfinished games per person.", most=settings.most_tables)
