"""`/play` and `/rules`: games by the names that people type, and choices that fit together."""

import pytest

from bot.interactions.client import Postboard
from bot.interactions.wishes import Wish, Wishes
from bot.messages.words.game_names import games_like
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.lists import NEWEST
from bot.model.table import Status
from bot.tables.setup import variants
from loopback import Loopback, Person
from rules.registry import all_games, find
from tests.bot.game_driver import labels, private, public
from tests.bot.table_service import Clock

DRAUGHTS = {"Czech draughts", "Turkish draughts"}


def named(typed: str) -> list[set[str]]:
    """Return the keys of the games that a text fits, by how well."""
    found = games_like(typed, all_games().values(), locale_of(DEFAULT))
    return [{game.spec.key for game in kind} for kind in found]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("checkers", {"czech", "turkish"}), ("Draughts", {"czech", "turkish"}),
        ("DÁMA", {"czech", "turkish"}), ("turkish checkers", {"turkish"}),
        ("backgammon", {"hypergammon"}), ("tavla", {"hypergammon"}), ("go", {"rekushu"}),
        ("re match", {"rematch"}), ("punt heks", {"punt-heks"}), ("Punt-Match", {"punt-match"}),
        ("czech", {"czech"}), ("hyper", {"hypergammon"}), ("türkish", {"turkish"}),
    ],
)  # fmt: skip
def test_a_name_of_other_places_finds_the_game(typed: str, keys: set[str]) -> None:
    best = next(kind for kind in named(typed) if kind)
    assert best == keys


def test_a_whole_name_hides_words_and_words_hide_parts() -> None:
    whole, begun, within = named("punt-match")
    assert whole == {"punt-match"}
    assert begun == {"punt-heks"}, "its title has both words"
    assert within == set()
    assert named("gammon") == [set(), set(), {"hypergammon"}]
    assert named("chess") == [set(), set(), set()]
    assert named(" ") == [set(), set(), set(all_games())]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("chekers", {"czech", "turkish"}), ("czeck", {"czech"}), ("backgamon", {"hypergammon"}),
        ("Türkisch", {"turkish"}), ("re-macth", {"rematch"}), ("weiqui", {"rekushu"}),
        ("turkish chekers", {"turkish"}),
        ("chess", set[str]()), ("?", set(all_games())),
    ],
)  # fmt: skip
async def test_a_mistyped_name_is_suggested_but_opens_nothing(
    ann: Person, typed: str, keys: set[str]
) -> None:
    for command in ("play", "rules", "games", "game stats", "event new"):
        offered = await ann.autocomplete(command, "game", typed)
        assert {each.value for each in offered} == keys
    assert len(labels(private(await ann.slash("play", game=typed)))) == len(all_games())


@pytest.mark.usefixtures("bot")
async def test_games_are_offered_by_what_is_typed(ann: Person) -> None:
    every = await ann.autocomplete("play", "game", "")
    assert [each.value for each in every] == list(all_games())
    found = await ann.autocomplete("play", "game", "dama")
    assert {each.name for each in found} == DRAUGHTS
    assert [each.value for each in await ann.autocomplete("rules", "game", "tavl")] == [
        "hypergammon"
    ]


async def test_what_fits_several_games_is_asked_about_and_keeps_the_other_options(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    asked = private(await ann.slash("play", game="checkers", opponent=bo, time="2d", side="black"))
    assert "could be several games" in asked.content
    assert labels(asked) == DRAUGHTS
    reply = await ann.click(asked, "Turkish draughts")
    assert "You chose Turkish draughts" in ann.present(asked).content
    await bot.idle()
    card = next(each for each in ann.sees() if "Accept" in labels(each))
    assert card.pings == {bo.id}
    assert "2 days" in card.content
    assert reply.updated
    table = await bot.lookup.present_in(ann.place("lobby").id)
    assert table is not None
    assert (table.terms.game, table.host_id) == ("turkish", table.players[0].user.id)
    assert table.players[0].preferred_side == "black"


async def test_a_question_expires_and_is_nobody_elses(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    asked = private(await ann.slash("play", game="checkers"))
    server.clock.advance(15 * 60)
    refused = private(await ann.click(asked, "Czech draughts"))
    assert "has expired" in refused.content
    assert await bot.lookup.present_in(ann.place("lobby").id) is None


def test_wishes_are_kept_for_a_quarter_of_an_hour_for_who_wished() -> None:
    clock = Clock()
    wishes, wish = Wishes(lambda: clock.time), Wish(time="2d")
    wishes.keep(1, 7, wish)
    assert wishes.find(1, 7) == wish
    assert wishes.find(1, 8) is None
    clock.time += 15 * 60 - 1
    assert wishes.find(1, 7) == wish
    clock.time += 1
    assert wishes.find(1, 7) is None


@pytest.mark.usefixtures("bot")
async def test_a_name_that_fits_nothing_lists_all_games(ann: Person) -> None:
    asked = private(await ann.slash("play", game="chess"))
    assert "There's no game “chess” here" in asked.content
    assert labels(asked) == {game.spec.title.english() for game in all_games().values()}
    asked = private(await ann.slash("rules", game="chess"))
    page = await ann.click(asked, "ReMatch")
    assert "ReMatch" in private(page).content


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("game", "typed", "shown"),
    [
        ("rekushu", "size=12", "12 by 12 lines"), ("rekushu", "12 by 12", "12 by 12 lines"),
        ("czech", "8 men", "8 men each"), ("rematch", "players=3,setup=ring", "rim (ring)"),
        ("rematch", "ring 3", "rim (ring)"), ("punt-heks", "3 players", "3 players"),
        ("rekushu", "18", "18 by 18 lines"),
    ],
)  # fmt: skip
async def test_a_variant_is_read_as_it_is_typed(
    ann: Person, game: str, typed: str, shown: str
) -> None:
    assert shown in public(await ann.slash("play", game=game, variant=typed)).content


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("game", "values", "said"),
    [
        (
            "rekushu",
            {"variant": "9 by 9"},
            "has no “9 by 9”. Choose one of these:\n- 8 by 8",
        ),
        ("rekushu", {"variant": "size=9"}, "has no “"),
        ("rekushu", {"variant": "by"}, "could be several variants"),
        ("czech", {"side": "red"}, "has no side “red” here"),
        ("czech", {"side": "red"}, "Choose White or Black."),
        ("czech", {"series": "forever"}, "isn't a series"),
        ("czech", {"level": 9}, "There's no level 9. Pick 1 to 5."),
        ("czech", {"time": "soon"}, "Try 3d or 12h per move, none for no limit"),
    ],
)
async def test_what_does_not_fit_the_game_is_refused_with_what_fits(
    ann: Person, game: str, values: dict[str, str | int], said: str
) -> None:
    told = private(await ann.slash("play", game=game, values=values)).content.replace("\\", "")
    assert said in told


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", ["3", "3 games", "best of 3"])
async def test_a_series_is_named_by_its_number_of_games(ann: Person, typed: str) -> None:
    card = public(await ann.slash("play", game="czech", series=typed))
    assert "best of 3 games" in card.content.casefold()


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", ["0", "100"])
async def test_a_series_of_no_game_or_too_many_is_refused(ann: Person, typed: str) -> None:
    assert "isn't a series" in private(await ann.slash("play", game="czech", series=typed)).content


async def test_a_second_opponent_makes_three_players_usual(
    ann: Person, bo: Person, cy: Person, bot: Postboard
) -> None:
    offered = await ann.autocomplete(
        "play", "variant", "", game="rematch", opponent=bo, opponent2=cy
    )
    assert "3 players" in offered[0].name
    card = public(await ann.slash("play", game="rematch", opponent=bo, opponent2=cy))
    assert card.content.startswith("**Ann invites you to ReMatch** <@")
    assert card.pings == {bo.id, cy.id}
    refused = private(await ann.slash("play", game="czech", opponent=bo, opponent2=cy))
    assert ", but Czech draughts is for 2. Invite fewer people" in refused.content
    assert len(await bot.store.lists.tables_in(server_of(ann), Status.OPEN, NEWEST, 9)) == 1


def server_of(person: Person) -> int:
    """Return the number of a person's server."""
    number = person.place("lobby").guild_id
    assert number is not None
    return number


@pytest.mark.usefixtures("bot")
async def test_series_and_levels_are_offered_before_the_game_is_chosen(ann: Person) -> None:
    series = await ann.autocomplete("play", "series", "best")
    assert [each.value for each in series] == ["best-of-3", "best-of-5"]
    assert len(await ann.autocomplete("play", "level", "")) == 5
    assert await ann.autocomplete("play", "variant", "") == []
    assert await ann.autocomplete("play", "side", "") == []


def test_the_first_variant_is_that_of_the_defaults() -> None:
    for game in all_games().values():
        usual = variants(game)[0]
        assert usual.options == {option.key: option.default for option in game.spec.options}
        assert usual.seating == 0
    assert [each.text for each in variants(find("rematch"))] == [
        "players=2,setup=rhombus", "players=3,setup=rhombus", "players=2,setup=ring",
        "players=3,setup=ring",
    ]  # fmt: skip


@pytest.mark.usefixtures("bot")
async def test_open_tables_are_a_list_of_servers(ann: Person, bo: Person) -> None:
    public(await ann.slash("play", game="czech"))
    assert "Czech draughts" in private(await bo.slash("games", show="open")).content
    own = private(await ann.slash("games", show="open"))
    assert "No open games" in own.content, "nobody joins their own game"
    ann.user.has_installed = True
    told = private(await ann.slash("games", show="open", channel=ann.dm()))
    assert "listed in its channels" in told.content
