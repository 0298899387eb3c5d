"""The profile of a person: a card with words beside it, for themselves or for somebody else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.extensions.standing.values import Ending, Played, Record
from bot.extensions.standing.verbs import HIDE, LEADERBOARD, SHOW_PROFILE
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Picture, Style
from bot.messages.panels.people import my_data
from bot.messages.panels.people.notify import quiet_line
from bot.messages.words.game_names import pool_title
from bot.messages.words.ratings import points
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, named
from bot.messages.words.time import MONTHS
from bot.model.caller import User
from bot.model.preferences import Preferences
from render.names import Name
from render.profile import GamePlayed, Profile, profile_picture
from rules.contract.sentence import Conjunction, Listed, Renderer, Sentence, say, say_n
from rules.time.duration import in_words

__all__ = ["Profiled", "leaderboard_button", "own", "public"]

_MOST: Final = 12
"""The most pools that the words list."""
_ENDINGS: Final = {Ending.WON: say("won"), Ending.DRAWN: say("drawn"), Ending.LOST: say("lost")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Profiled:
    """Somebody whose profile is shown, with what its reader may see of them."""

    user: User
    record: Record
    is_unnamed: bool = False
    """True if their server wants no names in pictures."""
    places: Mapping[int | None, Sentence] = field(default_factory=dict[int | None, Sentence])
    """The names of the servers, where the record is of more than the one of the reader."""

    def place(self, played: Played) -> Sentence:
        """Return the name of the place of a pool, if that has to be said."""
        return self.places.get(played.guild_id, NOTHING)


def public(person: Profiled) -> Message:
    """Return what everybody in a server may see of somebody, without buttons."""
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
    """Return what somebody sees of themselves.

    `elsewhere` has what they played in other places, and `vacation_left` is in seconds.
    """
    text = lines(
        _told(person) if person.record.played else _NO_GAMES_HERE if in_server else _NO_GAMES,
        _vacation(preferences, vacation_left),
        quiet_line(preferences, now),
        _HIDDEN if is_hidden else NOTHING,
        _listed(say("**Elsewhere**, which nobody else sees here"), elsewhere),
    )
    hide = Button(say("Hide me"), for_text(HIDE, 1))
    if is_hidden:
        hide = Button(say("Stop hiding"), for_text(HIDE, 0), Style.SUCCESS)
    show = Button(
        say("Show to all"),
        for_text(SHOW_PROFILE),
        disabled=is_hidden or not person.record.games,
    )
    row = [leaderboard_button(), show] if in_server else []
    return Message(text, _card(person), rows=([*row, hide, my_data.button()],))


def leaderboard_button() -> Button:
    """Return the button that shows the leaderboard of the server."""
    return Button(say("Leaderboard"), for_text(LEADERBOARD))


_NO_GAMES: Final = say("You haven't finished a game with anybody yet. `/play` starts one.")
_NO_GAMES_HERE: Final = say(
    "You haven't finished a game with anybody in this server yet. `/play` starts one."
)
_HIDDEN: Final = say(
    "-# You're hidden: you have no place on leaderboards, nobody else sees your profile, and no "
    "message shows your rating."
)


def _told(person: Profiled) -> Sentence:
    """Return the words beside the card."""
    if not person.record.played:
        return say(
            "{name} hasn't finished a game with anybody in this server yet.",
            name=named(person.user),
        )
    head = say("**{name}** · {games}", name=named(person.user), games=_games_since(person.record))
    rounds = _longest(person.record)
    return lines(
        _listed(head, person),
        _form(person.record),
        _punctuality(person.record),
        say_n("Longest game: 1 move.", "Longest game: {count} moves.", rounds)
        if rounds
        else NOTHING,
    )


def _listed(head: Sentence, person: Profiled) -> Sentence:
    """Return a heading with a line for each pool below it; nothing if there is none."""
    played = person.record.played
    if not played:
        return NOTHING
    more = len(played) - _MOST
    return lines(
        head,
        *(_pool_line(each, person.place(each)) for each in played[:_MOST]),
        say_n("… and 1 more.", "… and {count} more.", more) if more > 0 else NOTHING,
    )


def _form(record: Record) -> Sentence:
    if not record.form:
        return NOTHING
    endings = Listed(tuple(_ENDINGS[each] for each in record.form), Conjunction.NONE)
    return say("Last games, oldest first: {endings}.", endings=endings)


def _vacation(preferences: Preferences, left: int) -> Sentence:
    vacation = say("**Vacation**: {left} left, of 20 days in any 365.", left=in_words(left))
    if not preferences.vacation:
        return say("{vacation} It's switched off.", vacation=vacation)
    return vacation


def _card(person: Profiled) -> Picture | None:
    """Return the card; None for somebody without games."""
    record = person.record
    if not record.games:
        return None

    def draw(reader: Renderer) -> bytes:
        rounds = _longest(record)
        return profile_picture(
            Profile(
                who=Name("" if person.is_unnamed else person.user.name, _MEMBER.rendered(reader)),
                facts=dotted(_games_since(record), _in_time(record)).rendered(reader),
                games=tuple(_game(person, each, reader) for each in record.played),
                last=say("Last games").rendered(reader) if record.form else "",
                results=tuple(each.value for each in record.form),
                best=say_n("longest: 1 move", "longest: {count} moves", rounds).rendered(reader),
            )
        )

    return Picture(draw, _alt(person), "profile")


_MEMBER: Final = say("a member")


def _game(person: Profiled, played: Played, reader: Renderer) -> GamePlayed:
    standing = played.standing
    return GamePlayed(
        title=dotted(pool_title(played.pool), person.place(played)).rendered(reader),
        record=_score(played).rendered(reader),
        rating=points(standing).text if standing else "",
        ratings=played.curve,
        note="" if standing else say("not rated").rendered(reader),
    )


def _alt(person: Profiled) -> Sentence:
    record = person.record
    name = say("A member") if person.is_unnamed else named(person.user)
    facts = Listed((_games_since(record), _in_time(record)), Conjunction.NONE)
    if not record.turns:
        facts = Listed((_games_since(record),), Conjunction.NONE)
    return in_a_row(
        say("{name}: {facts}.", name=name, facts=facts),
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
    """Return how many games somebody won, drew and lost."""
    return dotted(
        say("{count} won", count=played.won),
        say("{count} drawn", count=played.drawn) if played.drawn else NOTHING,
        say("{count} lost", count=played.lost),
    )


def _pool_line(played: Played, place: Sentence = NOTHING) -> Sentence:
    """Return a line about one pool, which begins with the place if one is given."""
    title = dotted(place, pool_title(played.pool))
    if played.standing is None:
        return say("- {title} · {score}", title=title, score=_score(played))
    return say(
        "- {title} **{rating}** · {score}",
        title=title, rating=points(played.standing), score=_score(played),
    )  # fmt: skip


def _games_since(record: Record) -> Sentence:
    """Return how many games somebody has finished, and since when."""
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
    return say("{share} % on time", share=100 * record.in_time // record.turns)


def _longest(record: Record) -> int:
    """Return the moves of the longest game, in rounds."""
    return max((each.longest for each in record.played), default=0)


def _punctuality(record: Record) -> Sentence:
    """Return how punctual somebody is; nothing if no game with a time limit tells."""
    said: list[Sentence] = []
    if record.turns:
        said.append(
            say(
                "**Punctuality**: {in_time} of {turns} moves in time ({share} %).",
                in_time=record.in_time,
                turns=record.turns,
                share=100 * record.in_time // record.turns,
            )
        )
    if record.within is not None:
        said.append(say("Half of all moves took {time} at most.", time=in_words(record.within)))
    said += _ends(record.played)
    return in_a_row(*said)


def _ends(played: Sequence[Played]) -> list[Sentence]:
    """Return how many games somebody lost on time, and left."""
    late, left = sum(each.timed_out for each in played), sum(each.given_up for each in played)
    return [
        say_n("Lost 1 game on time.", "Lost {count} games on time.", late) if late else NOTHING,
        say_n("Left 1 game.", "Left {count} games.", left) if left else NOTHING,
    ]
