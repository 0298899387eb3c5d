"""The profile of a person: a card with words beside it, for themselves or for someone else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.extensions.standing.values import Ending, Played, Record
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Picture, Style
from bot.messages.controls.verbs import Subject, Verb
from bot.messages.panels.people import my_data
from bot.messages.panels.people.notify import quiet_line
from bot.messages.words.game_names import pool_title
from bot.messages.words.ratings import points
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, named
from bot.messages.words.time import MONTHS
from bot.model.caller import User
from bot.model.preferences import Preferences
from bot.model.ratings import NEWCOMER
from render.names import Name
from render.profile import GamePlayed, Profile, profile_picture
from rules.contract.sentence import Conjunction, Listed, Renderer, Sentence, say, say_n
from rules.time.duration import in_words

__all__ = [
    "HIDE", "SHOW_PROFILE", "Profiled", "leaderboard_button", "own", "public",
]  # fmt: skip

HIDE: Final = Verb("hide", Subject.NOTHING, (int,))
SHOW_PROFILE: Final = Verb("showprofile", Subject.NOTHING)
_MOST: Final = 12
"""The most pools that the words list."""
_ENDINGS: Final = {Ending.WON: say("won"), Ending.DRAWN: say("drawn"), Ending.LOST: say("lost")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Profiled:
    """A person whose profile is shown, with what its reader may see of them."""

    user: User
    record: Record
    is_unnamed: bool = False
    """True if their server wants no names in pictures."""
    places: Mapping[int | None, Sentence] = field(default_factory=dict[int | None, Sentence])
    """The names of the servers, where the record covers more than the reader's."""

    def place(self, played: Played) -> Sentence:
        """Return the name of a pool's place, where that has to be said."""
        return self.places.get(played.guild_id, NOTHING)


def public(person: Profiled) -> Message:
    """Return what everyone in a server may see of a person, without buttons."""
    return Message(_told(person), _card(person))


def own(
    person: Profiled,
    elsewhere: Profiled,
    preferences: Preferences,
    vacation_left: int,
    now: int,
    *,
    in_server: bool,
    is_hidden: bool,
) -> Message:
    """Return what a person sees of themselves.

    `elsewhere` has what they played in other places, and `vacation_left` is in seconds.
    """
    text = lines(
        _told(person) if person.record.played else _NO_GAMES_HERE if in_server else _NO_GAMES,
        _vacation(preferences, vacation_left),
        quiet_line(preferences, now),
        _HIDDEN if is_hidden else NOTHING,
        _listed(say("**Elsewhere** (only you see this)"), elsewhere),
    )
    hide = Button(say("Hide me"), for_text(HIDE, 1))
    if is_hidden:
        hide = Button(say("Stop hiding"), for_text(HIDE, 0), Style.SUCCESS)
    cannot = is_hidden or not person.record.games
    show = Button(say("Share"), for_text(SHOW_PROFILE), disabled=cannot)
    row = [leaderboard_button(), show] if in_server else []
    return Message(text, _card(person), rows=([*row, hide, my_data.button()],))


def leaderboard_button() -> Button:
    """Return the button that shows the leaderboard of the server."""
    return Button(say("Leaderboard"), for_text(verbs.RANKS))


_NO_GAMES: Final = say("No finished games yet. `/play` starts one.")
_NO_GAMES_HERE: Final = say("No finished games in this server yet. `/play` starts one.")
_HIDDEN: Final = say("-# You're hidden: no leaderboards, no public profile, no rating in messages.")


def _told(person: Profiled) -> Sentence:
    """Return the words beside the card."""
    if not person.record.played:
        return say("**{name}** · no finished games in this server yet", name=named(person.user))
    head = say("**{name}** · {games}", name=named(person.user), games=_games_since(person.record))
    rounds = _longest(person.record)
    return lines(
        _listed(head, person),
        _form(person.record),
        _more_counted(person.record),
        _punctuality(person.record),
        say_n("Longest game: 1 move.", "Longest game: {count} moves.", rounds)
        if rounds
        else NOTHING,
    )


def _listed(head: Sentence, person: Profiled) -> Sentence:
    """Return a heading with a line per pool below it, or nothing without pools."""
    played = person.record.played
    if not played:
        return NOTHING
    more = len(played) - _MOST
    return lines(
        head,
        *(_pool_line(person, each) for each in played[:_MOST]),
        say_n("… and 1 more.", "… and {count} more.", more) if more > 0 else NOTHING,
    )


def _more_counted(record: Record) -> Sentence:
    """Return why more games moved ratings than a person has finished, or nothing."""
    count = sum(each.more_counted for each in record.played)
    if not count:
        return NOTHING
    return say_n(
        "1 more game counted: one of three resigned, and a computer took over.",
        "{count} more games counted: one of three resigned, and a computer took over.",
        count,
    )


def _form(record: Record) -> Sentence:
    if not record.form:
        return NOTHING
    endings = Listed(tuple(_ENDINGS[each] for each in record.form), Conjunction.NONE)
    return say("Last games: {endings}.", endings=endings)


def _vacation(preferences: Preferences, left: int) -> Sentence:
    vacation = say("**Vacation**: {left} left (20 days in any 12 months).", left=in_words(left))
    if preferences.vacation:
        return vacation
    return say("{vacation} It's off.", vacation=vacation)


def _card(person: Profiled) -> Picture | None:
    """Return the card, or None for a person without games."""
    record = person.record
    if not record.games:
        return None

    def draw(reader: Renderer) -> bytes:
        rounds, anybody = _longest(record), say("a member").rendered(reader)
        return profile_picture(
            Profile(
                who=Name("" if person.is_unnamed else person.user.name, anybody),
                facts=dotted(_games_since(record), _in_time(record)).rendered(reader),
                games=tuple(_game(person, each, reader) for each in record.played),
                last=say("Last games").rendered(reader) if record.form else "",
                results=tuple(each.value for each in record.form),
                best=say_n("longest: 1 move", "longest: {count} moves", rounds).rendered(reader),
            )
        )

    return Picture(draw, _alt(person), "profile")


def _game(person: Profiled, played: Played, reader: Renderer) -> GamePlayed:
    standing = played.standing
    return GamePlayed(
        title=dotted(pool_title(played.pool), person.place(played)).rendered(reader),
        record=_score(played).rendered(reader),
        rating=points(standing).text if standing else "",
        ratings=played.curve,
        note="" if standing else say("unrated").rendered(reader),
    )


def _alt(person: Profiled) -> Sentence:
    record = person.record
    name = say("A member") if person.is_unnamed else named(person.user)
    facts = [_games_since(record), *([_in_time(record)] if record.turns else [])]
    return in_a_row(
        say("{name}: {facts}.", name=name, facts=Listed(tuple(facts), Conjunction.NONE)),
        *(_alt_line(person, each) for each in record.played[:_MOST]),
        _form(record),
    )


def _alt_line(person: Profiled, played: Played) -> Sentence:
    title = dotted(pool_title(played.pool), person.place(played))
    if played.standing is None:
        return say("{pool}: {score}.", pool=title, score=_score(played))
    return say(
        "{pool}, rating {rating}: {score}.",
        pool=title, rating=points(played.standing), score=_score(played),
    )  # fmt: skip


def _score(played: Played) -> Sentence:
    """Return how many games a person won, drew and lost."""
    return dotted(
        say("{count} won", count=played.won),
        say("{count} drawn", count=played.drawn) if played.drawn else NOTHING,
        say("{count} lost", count=played.lost),
    )


def _pool_line(person: Profiled, played: Played) -> Sentence:
    title = dotted(person.place(played), pool_title(played.pool))
    if played.standing is None:
        return say("- {title} · {score}", title=title, score=_score(played))
    rating, games = points(played.standing), played.standing.games
    return dotted(
        say("- {title} **{rating}**", title=title, rating=rating),
        say("{games} of {all} rated games", games=games, all=NEWCOMER)
        if games < NEWCOMER
        else NOTHING,
        _score(played),
    )


def _games_since(record: Record) -> Sentence:
    """Return how many games a person has finished, and since when."""
    first = datetime.fromtimestamp(min(each.since for each in record.played), UTC)
    games = say_n("1 game", "{count} games", record.games)
    return say(
        "{games} since {month} {year}",
        games=games, month=MONTHS[first.month - 1], year=first.year,
    )  # fmt: skip


def _in_time(record: Record) -> Sentence:
    """Return the share of turns that were in time; nothing without a time limit."""
    if not record.turns:
        return NOTHING
    return say("on time: {share}%", share=100 * record.in_time // record.turns)


def _longest(record: Record) -> int:
    """Return the moves of the longest game, in rounds."""
    return max((each.longest for each in record.played), default=0)


def _punctuality(record: Record) -> Sentence:
    """Return a person's punctuality: games lost on time, and games left."""
    said: list[Sentence] = []
    if record.turns:
        said.append(
            say(
                "**On time**: {share}% ({in_time} of {turns} moves).",
                in_time=record.in_time, turns=record.turns,
                share=100 * record.in_time // record.turns,
            )
        )  # fmt: skip
    if record.within is not None:
        said.append(say("Typical move: {time}.", time=in_words(record.within)))
    if late := sum(each.timed_out for each in record.played):
        said.append(say_n("1 loss on time.", "{count} losses on time.", late))
    if left := sum(each.given_up for each in record.played):
        said.append(say_n("Left 1 game unfinished.", "Left {count} games unfinished.", left))
    return in_a_row(*said)
