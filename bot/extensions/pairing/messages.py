"""The words about being paired: the form, the state of a wish, and the settings."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from bot.extensions.pairing.store import Standing
from bot.extensions.pairing.values import (
    MOST_AT_ONCE,
    PACES,
    TIMES,
    Held,
    NewGame,
    Waiting,
    systems,
)
from bot.extensions.pairing.verbs import (
    BAR,
    CHANGE,
    FORM,
    JOIN,
    LET_GO,
    PAIR,
    SET_PAIRING,
    STOP,
    UNBAR,
    WAKE,
)
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    A_ROW,
    MOST_CHOICES,
    Button,
    ChoiceForm,
    ChoiceMenu,
    MenuChoice,
    Message,
    ServerKind,
    Style,
)
from bot.messages.panels.lists.games_list import Show, Wanted, to
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.words.game_names import pool_title
from bot.messages.words.text import (
    NOTHING,
    channel_link,
    dotted,
    in_a_row,
    lines,
    link,
    named,
    shortened,
)
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.moments import time_left
from bot.model.server import Club
from bot.model.table import Table
from rules.club.wish import Asleep, Pace, Set, Wish
from rules.contract.sentence import Argument, Notation, Sentence, all_of, say, say_n

__all__ = [
    "EXPIRED", "FREE", "NOT_HERE", "PAIR_ME", "SETTING", "STOPPED", "UP_FOR_GAME", "barred", "form",
    "let_go", "listed", "moderated", "no_threads", "paired", "post", "question", "room", "set_by",
    "sleeps", "standing", "wake",
]  # fmt: skip

PAIR_ME: Final = Button(say("Pair me"), for_text(PAIR), Style.PRIMARY)
UP_FOR_GAME: Final = Button(say("Pair me"), for_text(PAIR))
"""The same button, for messages in which another button stands out."""
SETTING: Final = ClubSetting(
    place=5,
    field="pairing",
    kind=ServerKind.CHAT,
    verb=SET_PAIRING,
    off=say("New games: choose a channel"),
    line=lambda club, where: say(
        "- New games: {where} at {hour} ({zone})",
        where=where,
        hour=Notation(f"{club.puzzle_hour}:00"),
        zone=Notation(club.puzzle_zone),
    ),
    room=[PAIR_ME],
    title=say("new games"),
    daily=say("new games"),
)
NOT_HERE: Final = say("No one is paired in this server. An admin can change that.")
FREE: Final = say("No one fits right now.")
STOPPED: Final = Message(say("You're not being paired any more."), rows=([PAIR_ME],))
EXPIRED: Final = say("This form has expired. Press **Pair me** again.")
_GAME, _PACE, _NUMBER = "game:", "pace:", "number:"
"""The beginnings of the values of the menus."""
_JUST_ONE: Final = "once"
_NAME: Final = 30
"""The most characters of a name on a button."""
_LISTED: Final = 5
"""The most games named in a message about people who are up for a game."""


def form(wish: Wish | None, usual: Collection[str]) -> ChoiceForm:
    """Return the form for a person's wish. `usual` are the games ticked at first."""
    games = list(systems())[:MOST_CHOICES]
    pace, ticked = (wish.pace, wish.systems) if wish else (Pace.USUAL, usual)
    number = _JUST_ONE if wish is None or wish.once else str(wish.at_once)
    counts = range(1, MOST_AT_ONCE + 1)
    numbers = {str(n): say_n("1 game at a time", "{count} games at a time", n) for n in counts}
    numbers = {_JUST_ONE: say("Just one game")} | numbers
    return ChoiceForm(
        say("Games that come to you"),
        (
            ChoiceMenu(
                say("Which games?"),
                tuple(MenuChoice(pool_title(key), _GAME + key) for key in games),
                tuple(_GAME + key for key in games if key in ticked),
                most=len(games),
            ),
            ChoiceMenu(
                say("How fast?"),
                tuple(
                    MenuChoice(title, _PACE + each.name, TIMES[each].words)
                    for each, title in PACES.items()
                ),
                (_PACE + pace.name,),
            ),
            ChoiceMenu(
                say("How many?"),
                tuple(MenuChoice(title, _NUMBER + each) for each, title in numbers.items()),
                (_NUMBER + number,),
            ),
        ),
        for_text(FORM),
    )


def set_by(values: Collection[str], *, rated: bool) -> Set:
    """Return the settings in a sent form. Raises TableError for anything that it doesn't offer."""
    games = frozenset(each.removeprefix(_GAME) for each in values if each.startswith(_GAME))
    paces = [each.removeprefix(_PACE) for each in values if each.startswith(_PACE)]
    numbers = [each.removeprefix(_NUMBER) for each in values if each.startswith(_NUMBER)]
    known = {_JUST_ONE, *map(str, range(1, MOST_AT_ONCE + 1))}
    is_whole = len(paces) == len(numbers) == 1 and len(games) + 2 == len(values)
    if not (is_whole and games and games <= systems().keys() and numbers[0] in known):
        raise TableError(EXPIRED)
    if paces[0] not in Pace.__members__:
        raise TableError(EXPIRED)
    once = numbers[0] == _JUST_ONE
    at_once = 1 if once else int(numbers[0])
    return Set(systems=games, at_once=at_once, pace=Pace[paces[0]], rated=rated, once=once)


def standing(club: Club, shown: Standing, next_at: int, news: Sentence = NOTHING) -> Message:
    """Return the state of a wish of a person up for a game. `next_at` is the next round."""
    assert shown.held is not None, "they have a wish"
    assert club.pairing is not None, "the server pairs people"
    up = say(
        "**You're up for a game.** When a slot is free you get an opponent at {hour}, in a thread "
        "of {channel}. {rated}",
        hour=Notation(f"{club.puzzle_hour}:00"),
        channel=channel_link(club.pairing),
        rated=say("Rated where possible.") if shown.held.wish.rated else say("Unrated."),
    )
    running = say_n(
        "{running} of 1 game in progress · next round {when}",
        "{running} of {count} games in progress · next round {when}",
        shown.slots,
        running=shown.running,
        when=time_left(next_at),
    )
    buttons = [
        Button(say("Change …"), for_text(CHANGE)),
        Button(say("Stop"), for_text(STOP)),
    ]
    return Message(lines(news, in_a_row(up, running)), rows=(buttons,))


def paired(channel_id: int) -> Sentence:
    """Return what a person reads after getting a game."""
    return say(
        "**You have a game!** Its thread opens in {channel}.", channel=channel_link(channel_id)
    )


def _reason(asleep: Asleep, system: str | None) -> Sentence:
    """Return why a person isn't being paired at the moment."""
    match asleep:
        case Asleep.MISSED if system is not None:
            return say("you ran out of time in {game}", game=pool_title(system))
        case Asleep.IDLE:
            return say("you haven't moved for 30 days")
        case _:
            return say("a game of yours never started")


def question(table: Table, person: Person) -> Message:
    """Return the question to confirm that a person declines a paired game."""
    others = all_of(named(each.user) for each in table.persons if each.user.id != person)
    text = say(
        "Don't play this game? {others} is first in line again, and you aren't paired until you "
        "press **Pair me**.",
        others=others,
    )
    row = [
        Button(say("Don't play"), for_text(LET_GO, table.id, 1), Style.PRIMARY),
        Button(say("Keep it"), for_text(LET_GO, table.id, 0)),
    ]
    return Message(text, rows=(row,))


def let_go() -> Message:
    """Return what a person reads after declining a game."""
    text = say("You let it go. **Pair me** puts you back in line.")
    return Message(text, rows=([PAIR_ME],))


def sleeps(held: Held) -> Sentence:
    """Return what a person reads whose wish has gone to sleep."""
    assert held.wish.asleep is not None, "it sleeps"
    why = _reason(held.wish.asleep, held.asleep_in)
    return say("You're not being paired: {reason}.", reason=why)


def wake(guild_id: int) -> Button:
    """Return the button in a direct message that wakes a wish in a server."""
    return Button(PAIR_ME.label, for_text(WAKE, guild_id))


def listed(post: Message, waiting: Waiting, game: str | None) -> Message:
    """Add people who are up for a game to a list of open games, counted by game."""
    found = [each for each in sorted(waiting.systems) if game in {None, each}][:_LISTED]
    rows = [
        say_n(
            "- {game} · 1 person is up for it", "- {game} · {count} people are up for it",
            waiting.systems[each], game=pool_title(each),
        )
        for each in found
    ]  # fmt: skip
    buttons = [
        Button(say("Join {game}", game=pool_title(each)), for_text(JOIN, each), Style.SUCCESS)
        for each in found[: A_ROW - 1]
    ]
    return replace(post, text=lines(post.text, *rows), rows=(*post.rows, [*buttons, UP_FOR_GAME]))


def moderated(table: Table, post: Message, out: Collection[Person]) -> Message:
    """Return a moderator's choices about a game, with buttons that stop players being paired."""
    buttons = list[Button]()
    for each in table.persons:
        name = shortened(each.user.name, _NAME)
        if each.user.id in out:
            label, verb = say("Pair {name} again", name=name), UNBAR
        else:
            label, verb = say("Don't pair {name}", name=name), BAR
        buttons.append(Button(label, for_text(verb, table.id, each.id)))
    return replace(post, rows=(*post.rows, buttons))


def barred(name: Argument, *, is_barred: bool) -> Message:
    """Return what a moderator reads after deciding whether a person is paired."""
    if is_barred:
        return Message(say("Done. No one is paired with {name} here.", name=name))
    return Message(say("Done. {name} can be paired again.", name=name))


def post(games: Sequence[NewGame], more: int, waiting: Waiting) -> Message:
    """Return a room's message about the games of a round, with `more` that aren't named."""
    told = dotted(
        say("**New games**"),
        *map(_new_game, games),
        say_n("and 1 more", "and {count} more", more) if more else NOTHING,
    )
    up = NOTHING
    if waiting.people:
        up = say_n(
            "-# 1 person is up for a game: {games}",
            "-# {count} people are up for a game: {games}",
            waiting.people,
            games=all_of(map(pool_title, sorted(waiting.systems)[:_LISTED])),
        )
    label = say("Join a game ({count})", count=waiting.people)
    join = Button(label if waiting.people else say("Join a game"), to(Wanted(Show.OPEN)))
    return Message(lines(told, up), rows=([join, PAIR_ME],), is_silent=True)


def _new_game(game: NewGame) -> Sentence:
    names = (named(each) if each.name else say("a member") for each in game.people)
    one, other = names
    pair = link(say("{one} – {other}", one=one, other=other), game.place, None)
    return say("{game}: {pair}", game=pool_title(game.system), pair=pair)


def no_threads(channel_id: int, missing: Sequence[Sentence]) -> Sentence:
    """Return the line of the diagnosis about a room in which no threads can be opened."""
    return say(
        "- New games: I'm missing {permissions} in {channel}.",
        permissions=all_of(missing),
        channel=channel_link(channel_id),
    )


def room(club: Club) -> Message:
    """Return the first message in the room of new games."""
    told = say(
        "**New games every day at {hour}.** Press **Pair me** and you get an opponent, in a thread "
        "of its own.",
        hour=Notation(f"{club.puzzle_hour}:00"),
    )
    return Message(told, rows=([PAIR_ME],), is_silent=True)
