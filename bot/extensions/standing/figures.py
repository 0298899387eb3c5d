"""Figures of one game in a server, or the sentence about what is missing for them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.extensions.standing.values import ENOUGH_GAMES, ENOUGH_PEOPLE, Fact, GameFacts, within
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import Subject, Verb
from bot.messages.words.game_names import title_of, variant_title
from bot.messages.words.sides import sides_in
from bot.messages.words.text import NOTHING, in_a_row, lines
from bot.tables.setup import Variant, variants
from rules.contract.core import AnyGame
from rules.contract.sentence import (
    Argument,
    Conjunction,
    Listed,
    Notation,
    Renderer,
    Sentence,
    all_of,
    say,
    say_n,
)
from rules.match.table_rules import COMMON
from rules.time.duration import in_words

__all__ = ["STATS", "figures"]

STATS: Final = Verb("stats", Subject.NOTHING, (str,))
_RULES: Final = 4
"""The most rules listed that ended games."""
_VARIANTS: Final = 3
"""The most variants listed."""
_LONGEST: Final = 100
"""Characters of a rule."""
_SENTENCE: Final = re.compile(r".*?[.!?。](?=\s|$)", re.DOTALL)


def figures(game: AnyGame, facts: GameFacts) -> Message:
    """Return the figures of a game in a server, or what is missing while there are too few games.

    They name no one.
    """
    if not facts.is_enough:
        return Message(_missing(game, facts))
    played = _by_variant(game, facts)
    return Message(
        lines(
            say(
                "**{game} in this server** · {games}",
                game=title_of(game), games=_games(facts.games),
            ),
            *_variants(played),
            *_scores(game, played),
            _draws(facts),
            _length(facts),
            _times(facts),
            _unfinished(facts),
            *_ruled(say("**How games ended, by rule**"), game, facts.rules().most_common(_RULES)),
            *_ruled(say("**Moves refused, by rule**"), game, facts.refused),
            say("-# Finished games between people in this server."),
        )
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The first sentence of a rule, cut where a line has no room for more of it."""

    rule: Sentence

    def read(self, renderer: Renderer, /) -> str:
        """Return the sentence in the reader's language, cut between words."""
        text = self.rule.rendered(renderer)
        first = _SENTENCE.match(text)
        text = first[0] if first else text
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rpartition(' ')[0]} …"


def _games(count: int) -> Sentence:
    return say_n("1 game", "{count} games", count)


def _missing(game: AnyGame, facts: GameFacts) -> Sentence:
    games, people = ENOUGH_GAMES - facts.games, ENOUGH_PEOPLE - facts.people
    missing: list[Argument] = []
    if games > 0:
        missing.append(say_n("1 more game", "{count} more games", games))
    if people > 0:
        missing.append(say_n("1 more person", "{count} more people", people))
    return say(
        "There are figures of {game} here once {people} people have finished {games} games with "
        "each other. Still missing: {missing}.",
        game=title_of(game), people=ENOUGH_PEOPLE, games=ENOUGH_GAMES, missing=all_of(missing),
    )  # fmt: skip


def _by_variant(game: AnyGame, facts: GameFacts) -> list[tuple[Variant, GameFacts]]:
    """Return the figures of variants that were played and that the game still has."""
    usual = {option.key: option.default for option in game.spec.options}
    found: list[tuple[Variant, GameFacts]] = []
    for variant in variants(game):
        own = tuple(
            fact
            for fact in facts.facts
            if fact.seating == variant.seating and {**usual, **fact.options} == variant.options
        )
        if own:
            found.append((variant, replace(facts, facts=own)))
    return found


def _variants(played: Sequence[tuple[Variant, GameFacts]]) -> list[Sentence]:
    """Return the games by variant, most first, or nothing if there is only one variant."""
    if len(played) < 2:
        return []
    most = sorted(played, key=lambda each: -each[1].games)[:_VARIANTS]
    return [
        say("- {variant}: {games}", variant=variant_title(variant), games=_games(own.games))
        for variant, own in most
    ]


def _scores(game: AnyGame, played: Sequence[tuple[Variant, GameFacts]]) -> list[Sentence]:
    """Return the scores by seat: one line for all variants whose seats move the same sides."""
    together: dict[tuple[Listed, ...], list[Fact]] = {}
    for variant, own in played:
        spec = game.configured(variant.options).spec
        seats = tuple(sides_in(spec, sides) for sides in spec.seatings[variant.seating])
        together.setdefault(seats, []).extend(own.facts)
    told: list[Sentence] = []
    for seats, facts in together.items():
        own = GameFacts(tuple(facts))
        if own.games:
            shares = tuple(_score(sides, own, seat) for seat, sides in enumerate(seats))
            told.append(say("**Score**: {shares}.", shares=Listed(shares, Conjunction.NONE)))
    return told


def _score(sides: Listed, facts: GameFacts, seat: int) -> Sentence:
    """Return a seat's share of the points; a draw is half a win."""
    won, drawn = facts.numbers("won")[seat], facts.numbers("drawn")[seat]
    share = (200 * won + 100 * drawn) // (2 * facts.games)
    return say("{sides} {share}%", sides=sides, share=share)


def _draws(facts: GameFacts) -> Sentence:
    drawn = facts.numbers("drawn")[0]  # A draw is one for every seat.
    return say("**Draws**: {count} ({share}%).", count=drawn, share=100 * drawn // facts.games)


def _length(facts: GameFacts) -> Sentence:
    rounds = facts.numbers("ended")
    return say(
        "**Length**: half of the games took up to {half} moves, 9 of 10 up to {most}.",
        half=within(rounds) or 0, most=within(rounds, 90) or 0,
    )  # fmt: skip


def _times(facts: GameFacts) -> Sentence:
    seconds = facts.numbers("turn")
    half, most = within(seconds), within(seconds, 90)
    if half is None or most is None:
        return NOTHING
    return say(
        "**Time per move**: half took up to {half}, 9 of 10 up to {most}.",
        half=in_words(half), most=in_words(most),
    )  # fmt: skip


def _unfinished(facts: GameFacts) -> Sentence:
    """Return at which move players left, and how many games had no result."""
    left, void = facts.numbers("left"), facts.numbers("void").total()
    by = within(left)
    return in_a_row(
        NOTHING
        if by is None
        else say_n(
            "**Left**: once, at move {by}.",
            "**Left**: {count} times, half of them by move {by}.",
            left.total(),
            by=by,
        ),
        say_n("1 game had no result.", "{count} games had no result.", void) if void else NOTHING,
    )


def _ruled(heading: Sentence, game: AnyGame, counted: Sequence[tuple[str, int]]) -> list[Sentence]:
    """Return a heading with a line per rule below it, or nothing without rules."""
    rules = {rule.key: rule for rule in (*COMMON, *game.spec.rulebook)}
    told = [
        say(
            "- {count} × {rule}",
            count=count, rule=_Beginning(rules[key].text) if key in rules else Notation(key),
        )
        for key, count in counted
    ]  # fmt: skip
    return [heading, *told] if told else []
