"""Discord's limits, held in the worst cases we can think of."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import discord
import pytest

from bot.delivery.components import Controls
from bot.interactions.client import Postboard
from bot.interactions.commands.move import suggestions
from bot.messages.channel import boards, cards
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, encode
from bot.messages.controls.message import Button, Link, Menu, Message, PersonMenu, ServerMenu
from bot.messages.controls.move_words import clicks_word, move_word
from bot.messages.panels.lists import my_games
from bot.messages.panels.newcomers import guide, rulebook
from bot.messages.panels.table import history
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Person, Place
from bot.model.dice_secret import new_secret
from bot.model.lists import TableSummary
from bot.model.position import PositionId
from bot.model.table import Player, PlayerStatus, Request, Status, Table, Terms
from bot.tables.advance import advance
from loopback import Loopback
from rules.contract.core import AnyGame, Roll, Seat
from rules.contract.sentence import ENGLISH, Notation, Sentence, say
from rules.log.entries import Origin
from rules.log.events import Begun, OfferKind
from rules.match.match import Match, Ply
from rules.registry import all_games
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.game_driver import MOST_ALT_TEXT, MOST_CONTENT, MOST_PICTURE
from tests.bot.who import somebody
from tests.conformance.configured import (
    every_configuration,
    more_in_soak,
    playout,
    states_of_players,
)

SNOWFLAKE: Final = 2**63 - 1
"""The longest that a Discord id can get."""
TABLE: Final = 10**9
GAMES: Final = more_in_soak(4)
"""Random games of each configuration."""
LONGEST_NAME: Final = "*_" * 16
"""The 32 characters a display name may have, each of which is escaped."""
LONGEST_WORDS: Final = "*_" * 50
"""The 100 characters that somebody may add to the dice, each of which is escaped."""
LONGEST_TIME: Final = TimeControl(PerTurn(60 * DAY))
OWNERS_COMMANDS: Final = {"server"}
every_game = pytest.mark.parametrize("key", list(all_games()))


def table(match: Match, key: str, *, status: Status = Status.PLAYING, number: int = TABLE) -> Table:
    """Return a table of people with the longest names and numbers."""
    players = tuple(
        Player(
            somebody(SNOWFLAKE - seat, LONGEST_NAME),
            PlayerStatus.SEATED,
            None,
            Seat(seat),
            str(SNOWFLAKE),
            LONGEST_WORDS if match.game.spec.key == "hypergammon" else "",
        )
        for seat in match.seats
    )
    options = {option.key: option.default for option in match.game.spec.options}
    return Table(
        id=number, place=Place(SNOWFLAKE, SNOWFLAKE), terms=Terms(key, options, time=LONGEST_TIME),
        version=1, status=status, host_id=Person(SNOWFLAKE), players=players, seating=match.seating,
        card_id=SNOWFLAKE, board_id=SNOWFLAKE, match=match,
        dice=new_secret(match.game, in_series=False),
    )  # fmt: skip


def summary(listed: Table) -> TableSummary:
    return TableSummary(
        id=listed.id, place=listed.place, game=listed.terms.game, status=listed.status,
        host_id=Person(SNOWFLAKE),
        names=tuple(player.user for player in listed.players), due_person=None, due_name=None,
        turn_since=2**33, due_at=2**33, message_id=SNOWFLAKE, set_apart=None,
    )  # fmt: skip


def opened(game: AnyGame) -> Match:
    match = Match.of(game, game.spec.seatings[0], LONGEST_TIME)
    return gone_on(match.add(Begun(), Origin(2**33)))


def gone_on(match: Match) -> Match:
    """Return the match once the host has rolled what is due."""
    return advance(table(match, match.game.spec.key), match, Request("1"), 0)


def wandered(game: AnyGame, plies: int, seed: int = 0) -> Match:
    """Return a random game after this many plies, and the roll that is due after them."""
    chance = random.Random(seed)
    match = opened(game)
    while match.outcome is None and (len(match.plies) < plies or match.seat_due is None):
        move = chance.choice(match.game.legal(match.state))
        if match.seat_due is None:
            match = match.roll(move)
        else:
            match = match.play(match.seat_due, match.game.notate(move))
    return match


async def owed(match: Match, key: str) -> Message:
    """Return the message that shows the last event."""
    post = boards.message_for(table(match, key), len(match.events))
    assert post is not None
    return post


def said(sentence: Sentence) -> str:
    """Return a sentence as a message shows it in English, however long."""
    return locale_of(DEFAULT).message(sentence)


def plain(sentence: Sentence) -> str:
    """Return a sentence as a control shows it in English, however long."""
    return locale_of(DEFAULT).label(sentence, 10_000)


def check(post: Message) -> None:
    """Check a message as Discord would."""
    assert (0 if post.picture else 1) <= len(said(post.text)) < MOST_CONTENT
    assert not said(post.text).endswith("\n…")
    assert len(post.rows) <= 5
    if post.picture:
        assert len(post.picture.draw(ENGLISH)) <= MOST_PICTURE
        assert 0 < len(plain(post.picture.alt)) <= MOST_ALT_TEXT
    items = [item for row in post.rows for item in row]
    names = [encode(item.custom_id) for item in items if not isinstance(item, Link)]
    assert len(set(names)) == len(names)
    for row in post.rows:
        assert 1 <= len(row) <= (1 if isinstance(row[0], Menu | PersonMenu) else 5)
    for item in items:
        match item:
            case Button() | Link():
                assert 1 <= len(plain(item.label)) <= 80
            case Menu():
                _check_menu(item)
            case PersonMenu() | ServerMenu():
                assert len(plain(item.prompt)) <= 150


def _check_menu(menu: Menu) -> None:
    assert 1 <= len(menu.choices) <= 25
    assert len(plain(menu.prompt)) <= 150
    values = [option.value for option in menu.choices]
    assert len(set(values)) == len(values)
    for option in menu.choices:
        assert 1 <= len(plain(option.label)) <= 100
        assert 1 <= len(option.value) <= 100


@every_game
async def test_every_post_of_a_game_fits(key: str) -> None:
    for plies in (0, 1, 8, 30, 200):
        match = wandered(all_games()[key], plies, seed=plies)
        seated = table(match, key)
        check(boards.board(seated))
        check(boards.shown_again(seated))
        for count in {0, len(match.plies) // 2, len(match.plies)}:
            check(history.at_ply(seated, count, Seat(0)))
        if not match.outcome:
            offered = match.propose(Seat(0), OfferKind.DRAW)
            check(await owed(offered, key))
            declined = offered.decline(Seat(1))
            check(await owed(declined, key))
            check(boards.board(table(match.resign(Seat(0)), key)))


@every_game
async def test_a_very_long_game_has_a_record_that_fits(key: str) -> None:
    """Ten times as many plies as the longest random game, none of them shorter than usual."""
    match = wandered(all_games()[key], 300)
    endless = replace(match, plies=match.plies * 10)
    assert history.is_cut(endless)
    assert not history.is_cut(wandered(all_games()[key], 8))
    text = said(history.record(endless))
    assert len(text) <= MOST_CONTENT - 300
    assert "earlier moves" in text
    first, *others = text.strip("`\n").splitlines()
    assert "earlier moves" in first
    assert all(len(line) <= 44 or "  " not in line for line in others), "a phone shows whole lines"
    assert text.rstrip("`\n").endswith(match.plies[-1].notation)


@every_game
def test_cards_fit(key: str) -> None:
    seated = table(opened(all_games()[key]), key, status=Status.OPEN)
    host, *others = (replace(player, seat=None, preferred_side=None) for player in seated.players)
    invited = tuple(replace(player, status=PlayerStatus.INVITED) for player in others)
    sides = [side.key for side in all_games()[key].spec.sides]
    for preferred_side in sides:
        waiting = replace(
            seated, players=(replace(host, preferred_side=preferred_side), *invited), match=None
        )
        check(cards.card(waiting))
        check(cards.card(replace(waiting, players=(host,))))
        check(cards.closed_card(waiting))
        check(cards.closed_card(replace(waiting, status=Status.CLOSED)))


@every_game
async def test_pages_of_rules_fit(key: str) -> None:
    for number in range(len(rulebook.pages(key))):
        check(await rulebook.page(key, number))


@pytest.mark.parametrize("count", [1, 5, 25, 400])
def test_a_list_of_many_games_fits_and_says_how_many_are_left_out(count: int) -> None:
    key, game = next(iter(all_games().items()))
    tables = [summary(table(opened(game), key, number=TABLE + n)) for n in range(count)]
    text = said(my_games.games_message(tables, Person(SNOWFLAKE)).text)
    assert len(text) <= MOST_CONTENT
    listed = text.count("https://discord.com/channels/")
    assert listed == count or f"{count - listed} more" in text
    assert listed >= min(count, 5)


async def test_the_greeting_fits() -> None:
    check(await guide.greeting())


@every_configuration
def test_suggestions_fit(game: AnyGame) -> None:
    for seed in range(GAMES):
        state = states_of_players(game, seed, 12 + seed * 60 // GAMES)[-1]
        match = Match(
            game, game.spec.seatings[0], plies=(Ply(None, None, "", state, game.turn(state)),)
        )
        seated = table(match, game.spec.key)
        assert seated.due is not None
        found = suggestions(seated, seated.due.user.id, "")
        assert 1 <= len(found) <= 25
        assert all(1 <= len(text) <= 100 for text in found)
        assert len(set(found)) == len(found)


@every_configuration
def test_the_custom_ids_of_a_panels_controls_fit(game: AnyGame) -> None:
    """The longest hold the table, the position, every cell clicked, a part of the board, a page."""
    position = PositionId(99999, "k3x7qa")
    for seed in range(GAMES):
        for _, move in playout(game, seed, 60):
            if move is None or isinstance(move, Roll):
                continue
            clicks = clicks_word(game, game.path(move))
            encode(CustomId(verbs.AT_ONCE, TABLE, position, (clicks,)))
            encode(CustomId(verbs.PAGE, TABLE, position, (clicks, 99)))
            encode(CustomId(verbs.PART, TABLE, position, (clicks, "a10–j20")))
            encode(CustomId(verbs.PLAY, TABLE, position, (move_word(game, move),)))


def test_a_long_label_is_cut() -> None:
    long = say("{text}", text=Notation("x" * 200))
    row = [Button(long, CustomId(verbs.RULES, arguments=("czech", 0)))]
    ((shown,),) = (row["components"] for row in Controls([row], locale_of(DEFAULT)).to_components())
    assert shown["label"] == "x" * 79 + "…"


# Commands


def _texts(node: Any) -> Iterator[str]:
    """Yield what counts towards the size of a command: names, descriptions, values."""
    for key in ("name", "description", "value"):
        if isinstance(node.get(key), str):
            yield node[key]
    for held in ("options", "choices"):
        for child in node.get(held) or ():
            yield from _texts(child)


def _options(node: Any) -> Iterator[Any]:
    for option in node.get("options") or ():
        yield option
        yield from _options(option)


async def test_commands_are_within_discords_limits(server: Loopback, bot: Postboard) -> None:
    payload = [
        command.to_dict(bot.tree)
        for command in bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    ]
    assert 1 <= len(payload) <= 100
    for command in payload:
        assert sum(map(len, _texts(command))) <= 8000, command["name"]
        for node in (command, *_options(command)):
            assert 1 <= len(node["name"]) <= 32
            assert node["name"] == node["name"].lower()
            assert 1 <= len(node["description"]) <= 100
            assert len(node.get("options") or ()) <= 25
            for choice in node.get("choices") or ():
                assert 1 <= len(choice["name"]) <= 100
                assert 1 <= len(str(choice["value"])) <= 100
            assert len(node.get("choices") or ()) <= 25
    for kind in (discord.AppCommandType.message, discord.AppCommandType.user):
        menu = bot.tree.get_commands(type=kind)
        assert 1 <= len(menu) <= 5
        assert all(1 <= len(command.name) <= 32 for command in menu)
    registered = {command.raw["name"] for command in server.commands.of(None)}
    assert registered == {command.name for command in bot.tree.get_commands()}


async def test_no_command_needs_more_than_what_the_bot_asks_for(bot: Postboard) -> None:
    """Only the guilds intent, which is not privileged; the owners' commands are hidden."""
    assert bot.intents == discord.Intents(guilds=True)
    owners = discord.Permissions(manage_guild=True)
    hidden = {
        command.name: command.default_permissions
        for command in bot.tree.get_commands()
        if command.default_permissions is not None
    }
    assert hidden == dict.fromkeys(OWNERS_COMMANDS, owners)
