"""The standings of an event: as lines, and as pictures of crosstables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from bot.extensions.events.values import Event, EventKind, ListedEvent
from bot.messages.controls.message import Picture
from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import dotted, in_a_row, lines, mention, named, shortened
from bot.messages.words.time import MONTHS
from render.crosstable import Competitor, Crosstable, crosstable_picture
from render.leaderboard import MOST_ROWS, Leaderboard, Ranked, leaderboard_picture
from render.names import Name, cleaned, writable
from rules.club.entries import Forfeit, Left, Stage, Withdrawn
from rules.club.groups import Game, Groups, Status
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.club.standings import Line
from rules.contract.sentence import Notation, Renderer, Sentence, Stranger, all_of, say, say_n

__all__ = [
    "MOST_ROWS",
    "challenge_told",
    "crosstable",
    "entrant_name",
    "finished",
    "game_facts",
    "group_of",
    "is_unplaced",
    "ladder_lines",
    "places",
    "points",
    "progress",
    "scored",
    "standings",
    "table_title",
    "taken_out",
    "title",
    "titles",
]

_LONGEST: Final = 28
"""Characters of a name in a line."""
_ON_LADDER: Final = 24
"""Characters of a name in a line."""
_RIVAL: Final = 14
"""Characters of a rival's name in the picture."""
_REASON: Final = 60
"""Characters of a director's reason in a line."""
_MOST_REASONS: Final = 3
_PAIRS: Final = 4
"""The most unplayed games that are named in words."""
_POINT: Final = 12
"""Twelfths in a point."""
_QUARTERS: Final = ("", "¼", "½", "¾")


def title(event: Event) -> Sentence:
    """Return the title of an event: its game and its kind."""
    return _title(event.terms.kind, event.terms.game, event.terms.season)


def _title(kind: EventKind, game: str, season: int | None) -> Sentence:
    if season is not None:
        return say("{game} season {number}", game=title_or_key(game), number=season)
    if kind is EventKind.SEASON:
        return say("{game} season", game=title_or_key(game))
    if kind is EventKind.LADDER:
        return say("{game} ladder", game=title_or_key(game))
    return say("{game} tournament", game=title_or_key(game))


def titles(listed: Sequence[ListedEvent]) -> list[Sentence]:
    """Return the titles of these events. Events with the same title get their days."""
    same = Counter((each.kind, each.game, each.season) for each in listed)
    return [
        _dated(each)
        if same[each.kind, each.game, each.season] > 1
        else _title(each.kind, each.game, each.season)
        for each in listed
    ]


def _dated(each: ListedEvent) -> Sentence:
    day = datetime.fromtimestamp(each.starts_at, UTC)
    return say(
        "{title}, {day} {month}",
        title=_title(each.kind, each.game, each.season), day=day.day, month=MONTHS[day.month - 1],
    )  # fmt: skip


def game_facts(event: Event) -> Sentence:
    """Return whether an event's games are rated, and the options that aren't usual."""
    terms = event.terms
    options = [
        choice.title
        for option in terms.table.configured.spec.options
        for choice in option.choices
        if choice.value == terms.options.get(option.key, option.default) != option.default
    ]
    return dotted(say("Rated") if terms.rated else say("Unrated"), *options)


def taken_out(event: Event) -> list[Sentence]:
    """Return lines about the last people removed by an organizer, with the reasons."""
    gone = [
        (event.people[each.change.entrant], event.reasons[each.number])
        for each in event.log
        if isinstance(each.change, Left | Withdrawn) and each.number in event.reasons
    ]
    return [
        say(
            "-# {director} removed {name}: “{reason}”",
            name=shortened(user.name, _LONGEST), director=mention(reason.person),
            reason=shortened(reason.text, _REASON),
        )
        for user, reason in gone[-_MOST_REASONS:]
    ]  # fmt: skip


def table_title(course: Groups, stage: Stage, group: int) -> Sentence:
    """Return the title of a group's table or the final's."""
    if stage is Stage.FINAL:
        return say("Final")
    if len(course.groups) == 1:
        return say("Standings")
    if course.is_season:
        return say("Division {number}", number=group)
    return say("Group {letter}", letter=Notation(chr(ord("A") + group - 1)))


def group_of(course: Groups, own: Entrant | None, asked: int) -> tuple[Stage, int]:
    """Return the table that a person asks for. 0 is the final if there is one, or their own."""
    if 0 < asked <= len(course.groups):
        return Stage.GROUPS, asked
    if course.finalists:
        return Stage.FINAL, 1
    found = (number for number, group in enumerate(course.groups, 1) if own in group)
    return Stage.GROUPS, next(found, 1)


def points(twelfths: int) -> str:
    """Return points as people write them, such as 2½."""
    whole, rest = divmod(twelfths, _POINT)
    return _written(whole, 4 * rest // _POINT)


def _product(value: int) -> str:
    """Return a sum of products of points, given in 1/144."""
    whole, rest = divmod(value, _POINT * _POINT)
    return _written(whole, 4 * rest // (_POINT * _POINT))


def _written(whole: int, quarters: int) -> str:
    part = _QUARTERS[quarters]
    return f"{whole or ''}{part}" if part else str(whole)


def is_unplaced(course: Groups, stage: Stage, group: int) -> bool:
    """Return True until the first result of a group, since no one has a place before."""
    return not any(game.status is Status.ENDED for game in course.games_of(stage, group))


def _is_tied(table: Sequence[Line]) -> bool:
    """Return True if two people are level on points, so that further figures decide."""
    return len({line.points for line in table}) < len(table)


def places(event: Event, course: Groups, stage: Stage, group: int) -> Sentence:
    """Return the standings of a group, one line per place, with the figures that decide them."""
    table = course.table(stage, group)
    names = [shortened(event.people[line.entrant].name, _LONGEST) for line in table]
    head = say("**{title}**", title=table_title(course, stage, group))
    if is_unplaced(course, stage, group):
        return lines(head, *(say("- {name}", name=name) for name in names))
    is_tied = _is_tied(table)
    told = [
        dotted(
            say("{place}. {name} **{points}**",
                place=place, name=name, points=Notation(points(line.points))),
            *(_tie_breaks(line) if is_tied else ()),
        )
        for place, (name, line) in enumerate(zip(names, table, strict=True), 1)
    ]  # fmt: skip
    return lines(head, *told)


def scored(twelfths: int) -> Sentence:
    """Return points, given in twelfths, with their name."""
    told = Notation(points(twelfths))
    if 0 < twelfths <= _POINT:
        return say("{points} point", points=told)
    return say("{points} points", points=told)


def _tie_breaks(line: Line) -> Iterator[Sentence]:
    yield say("vs tied {points}", points=Notation(points(line.among_equals)))
    yield say("opponents {points}", points=Notation(_product(line.sonneborn_berger)))


def crosstable(event: Event, course: Groups, stage: Stage, group: int) -> Picture | None:
    """Return the picture of a group's standings, or None if it would have fewer than two lines."""
    if len(course.table(stage, group)) < 2:
        return None
    draw = partial(_draw, event, course, stage, group)
    alt = in_a_row(
        say("{title}.", title=table_title(course, stage, group)),
        *_sentences(event, course, stage, group),
    )
    return Picture(draw, alt, f"table-{stage.value}-{group}")


def _sentences(event: Event, course: Groups, stage: Stage, group: int) -> Iterator[Sentence]:
    """Yield a group's standings in words, and the games still to play."""
    table, games = course.table(stage, group), course.games_of(stage, group)
    if is_unplaced(course, stage, group):
        names = all_of(named(event.people[line.entrant]) for line in table)
        yield say("No results yet: {names}.", names=names)
        return
    is_tied = _is_tied(table)
    for place, line in enumerate(table, 1):
        ended, counted = finished(game for game in games if line.entrant in game.entrants)
        score = scored(line.points)
        yield say(
            "{place}. {name}: {points}, {ended} of {all} played.",
            place=place,
            name=named(event.people[line.entrant]),
            points=dotted(score, *(_tie_breaks(line) if is_tied else ())),
            ended=ended,
            all=counted,
        )
    left = [game for game in games if game.status in {Status.WAITING, Status.RUNNING}]
    if left:
        yield say("Still to play: {games}.", games=all_of(_pairs(event, left)))


def finished(games: Iterable[Game]) -> tuple[int, int]:
    """Return how many of some games are finished, and how many count."""
    counted = [game for game in games if game.status is not Status.STRUCK]
    return sum(game.status is Status.ENDED for game in counted), len(counted)


def progress(course: Groups) -> Sentence:
    """Return how many games of the present stage are finished."""
    games = (game for game in course.games.values() if game.key.stage is course.stage)
    ended, counted = finished(games)
    return say_n("1 of {all} games finished", "{count} of {all} games finished", ended, all=counted)


def _pairs(event: Event, games: Sequence[Game]) -> Iterator[Sentence]:
    """Yield the players of the first of these games, and the number of further games."""
    for game in games[:_PAIRS]:
        one, other = (shortened(event.people[each].name, _RIVAL) for each in game.entrants)
        yield say("{one} – {other}", one=one, other=other)
    if len(games) > _PAIRS:
        yield say_n("1 more game", "{count} more games", len(games) - _PAIRS)


def _draw(event: Event, course: Groups, stage: Stage, group: int, reader: Renderer) -> bytes:
    heading = dotted(title(event), table_title(course, stage, group))
    table, games = course.table(stage, group), course.games_of(stage, group)
    ended, counted = finished(games)
    played = say("{ended} of {all} games", ended=ended, all=counted)
    heads = [] if is_unplaced(course, stage, group) else [say("points")]
    if heads and _is_tied(table):
        heads += [say("vs tied"), say("opponents")]
    return crosstable_picture(
        Crosstable(
            title=heading.rendered(reader),
            progress=played.rendered(reader),
            headings=tuple(each.rendered(reader) for each in heads),
            rows=tuple(
                Competitor(
                    Name(
                        event.people[line.entrant].name,
                        say("player {number}", number=number).rendered(reader),
                    ),
                    tuple(_results(line.entrant, other.entrant, games) for other in table),
                    (
                        points(line.points),
                        points(line.among_equals),
                        _product(line.sonneborn_berger),
                    )[: len(heads)],
                )
                for number, line in enumerate(table, 1)
            ),
            has_places=bool(heads),
        )
    )


def _results(own: Entrant, rival: Entrant, games: Sequence[Game]) -> str:
    """Return a person's results against an opponent, one sign per finished game."""
    return " ".join(
        sign
        for game in games
        if set(game.entrants) == {own, rival} and (sign := _sign(game, game.entrants.index(own)))
    )


def _sign(game: Game, seat: int) -> str:
    """Return the sign of one game: `+` or `−` where a point was won or lost without playing."""
    if game.result is None or game.status is not Status.ENDED:
        return ""
    share = game.result.shares[seat]
    if Forfeit.LEFT in game.result.forfeits:
        return "+" if share else "−"
    return points(share)


def ladder_lines(event: Event, course: Ladder, places: Iterable[int]) -> list[Sentence]:
    """Return lines about these places, from 0, with what is known about the people."""
    records = course.records()
    return [
        dotted(
            say("{place}. {name}", place=place + 1, name=entrant_name(event, course.places[place])),
            *_facts(event, course, course.places[place], records),
        )
        for place in places
    ]


def standings(event: Event, course: Ladder) -> Picture | None:
    """Return the picture of the first ten, or None if no one is on the ladder."""
    if not course.places:
        return None
    alt = in_a_row(say("{title}.", title=title(event)), *_ladder_sentences(event, course))
    return Picture(partial(_draw_ladder, event, course), alt, "ladder")


def challenge_told(event: Event, course: Ladder, position: int) -> Sentence:
    """Return the subject of a game on a ladder, for its first message."""
    challenge = course.challenges[position - 1]
    told = dotted(
        say(
            "**{name} challenges {rival}**",
            name=entrant_name(event, challenge.challenger),
            rival=entrant_name(event, challenge.challenged),
        ),
        title(event),
    )
    if challenge.challenged not in course.places:
        return told
    place = course.places.index(challenge.challenged) + 1
    return dotted(told, say("at stake: place {place}", place=place))


def entrant_name(event: Event, entrant: Entrant) -> Stranger:
    """Return the name of a person who is or was on a ladder, cut for a line."""
    return shortened(event.people[entrant].name, _ON_LADDER)


def _ladder_sentences(event: Event, course: Ladder) -> Iterator[Sentence]:
    """Yield sentences about the first ten."""
    records = course.records()
    for place, entrant in enumerate(course.places[:MOST_ROWS], 1):
        facts, name = list(_facts(event, course, entrant, records)), entrant_name(event, entrant)
        if facts:
            told = all_of(facts)
            yield say("{place}. {name}: {facts}.", place=place, name=name, facts=told)
        else:
            yield say("{place}. {name}.", place=place, name=name)


def _facts(
    event: Event, course: Ladder, entrant: Entrant, records: Mapping[Entrant, tuple[int, int]]
) -> Iterator[Sentence]:
    if entrant in records:
        won, games = records[entrant]
        yield say_n("won {won} of 1 game", "won {won} of {count} games", games, won=won)
    if climb := course.climb(entrant):
        yield (
            say_n("up 1 place", "up {count} places", climb)
            if climb > 0
            else say_n("down 1 place", "down {count} places", -climb)
        )
    if rival := _rival(course, entrant):
        yield say("plays {rival}", rival=entrant_name(event, rival))


def _rival(course: Ladder, entrant: Entrant) -> Entrant | None:
    """Return the opponent of a person's present game; of several, the first challenged."""
    games = (each for each in course.running if entrant in each.entrants)
    return next((each.rival(entrant) for each in games), None)


def _draw_ladder(event: Event, course: Ladder, reader: Renderer) -> bytes:
    records = course.records()

    def unknown(entrant: Entrant) -> Sentence:
        return say("player {number}", number=course.places.index(entrant) + 1)

    def row(place: int, entrant: Entrant) -> Ranked:
        won, games = records.get(entrant, (0, 0))
        rival = _rival(course, entrant)
        plays = ""
        if rival is not None:
            known = cleaned(event.people[rival].name)
            told = [say("plays {rival}", rival=unknown(rival))]
            if known:
                told.insert(0, say("plays {rival}", rival=shortened(known, _RIVAL)))
            plays = writable(*(each.rendered(reader) for each in told))
        return Ranked(
            str(place),
            Name(event.people[entrant].name, unknown(entrant).rendered(reader)),
            plays,
            say("won {won} of {games}", won=won, games=games).rendered(reader) if games else "",
            course.climb(entrant) or 0,
        )

    people = say_n("1 player", "{count} players", len(course.places))
    return leaderboard_picture(
        Leaderboard(
            title=title(event).rendered(reader),
            facts=people.rendered(reader),
            rows=tuple(
                row(number, each) for number, each in enumerate(course.places[:MOST_ROWS], 1)
            ),
        )
    )
