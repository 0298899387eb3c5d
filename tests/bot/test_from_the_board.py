"""What the buttons of the board lead to: all that commands do, refusals that help, the end."""

from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.verbs import Verb
from loopback import Loopback, Message, Person
from rules.contract.core import Seat
from rules.log.events import OfferKind, ResignWanted, ResignWithdrawn, Voided
from rules.time.duration import DAY
from tests.bot.game_driver import (
    GameDriver,
    card_of,
    check_picture,
    choices,
    labels,
    live_through,
    logged,
    owes_nothing,
    private,
    public,
    says_yes,
    shown,
    sit_down,
)
from tests.bot.known_verbs import decode
from tests.bot.test_rekushu import OPENING

_NOT_FOR_PLAYERS: Final = {Act.ANALYSIS, Act.FOLLOW, Act.HINT, Act.REPLAY}
BUTTONS: Final = {
    "board": verbs.SHOW,
    "games": verbs.GAMES,
    "move": verbs.TYPE,
    "notify": verbs.NOTIFY,
    "profile": verbs.PROFILE,
    "rules": verbs.RULES,
} | {f"game {act.word}": act.verb for act in Act if act not in _NOT_FOR_PLAYERS}
"""By command, the button that does the same during a game."""
OTHERS: Final = {verbs.CLAIMS, verbs.GIVE_TIME, verbs.RESUME, verbs.SCORE}
"""What only buttons do."""
ELSEWHERE: Final = {
    "event",
    "game analysis", "game follow", "game hint", "game replay", "game stats", "game verify", "help",
    "play", "puzzle", "server",
}  # fmt: skip
"""Commands that are not about a running game or not for its players, and two whose buttons stand
on boards: hints where they were agreed, and the analysis of a game that is over. `/help` and
`/play` are for who looks for a game, and `/puzzle` is none; who plays one has its rules in the
menu."""


def verbs_of(message: Message) -> set[Verb]:
    return {decode(b.custom_id).verb for b in message.buttons() if b.custom_id}


@pytest.mark.usefixtures("bot")
async def test_every_command_about_a_game_is_known(ann: Person) -> None:
    leaves = {leaf.path for leaf in ann.usable_commands()}
    about = {path for path in leaves if not {path, path.split()[0]} & ELSEWHERE}
    assert about == set(BUTTONS)


async def test_the_menu_does_what_the_commands_do(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    driver = await sit_down(server, bot, database, "rekushu", options={"size": "8"}, time="1d")
    seen = verbs_of(private(await driver.due.click(driver.board, "Menu")))
    menu = private(await driver.idle.click(driver.board, "Menu"))
    panel = private(await driver.idle.click(menu, "Time …"))
    assert panel.id == menu.id
    assert labels(panel) == {"Ask for a pause …", "+1 day", "+3 days", "My reminders"}
    seen |= verbs_of(panel) | await _paused(driver)
    await live_through(bot, server, 3 * DAY)
    seen |= verbs_of(private(await driver.idle.click(_newest(driver), "Menu")))
    terms: dict[str, str | Person] = {"opponent": bo, "series": "best-of-3"}
    opened = await ann.slash("play", game="hypergammon", channel="games", values=terms)
    reply = await bo.click(await card_of(bot, ann, opened), "Accept")
    seen |= verbs_of(private(await ann.click(await shown(bot, bo, reply), "Menu")))
    assert set(BUTTONS.values()) | OTHERS <= seen


def _newest(driver: GameDriver) -> Message:
    """Return the newest board, which alone has its buttons."""
    return next(m for m in reversed(driver.due.sees()) if "Menu" in labels(m))


async def _paused(driver: GameDriver) -> set[Verb]:
    """Pause the game and let it go on by buttons alone; return what the panel showed meanwhile."""
    menu = private(await driver.idle.click(driver.board, "Menu"))
    panel = private(await driver.idle.click(menu, "Time …"))
    form = (await driver.idle.click(panel, "Ask for a pause …")).modal
    assert form is not None
    told = private(await driver.idle.submit(form, {"text": "x"}))
    assert "isn't a number of days" in told.content
    reply = await driver.idle.submit(form, {"text": "5 days"})
    assert private(reply).content == "You asked to pause."
    offer = await shown(driver.bot, driver.idle, reply)
    assert "asks to pause for 5 days" in offer.content
    reply = await driver.due.click(offer, "Agree")
    await driver.bot.idle()
    assert reply.updated
    menu = private(await driver.due.click(_newest(driver), "Menu"))
    panel = private(await driver.due.click(menu, "Time …"))
    assert "Paused until <t:" in panel.content
    assert labels(panel) == {"Ask to resume", "My reminders"}
    seen = verbs_of(panel)
    reply = await driver.due.click(panel, "Ask to resume")
    assert private(reply).content == "You asked to resume."
    offer = await shown(driver.bot, driver.due, reply)
    assert "asks to resume now" in offer.content
    assert (await driver.idle.click(offer, "Agree")).updated
    await driver.bot.idle()
    menu = private(await driver.due.click(_newest(driver), "Menu"))
    panel = private(await driver.due.click(menu, "Time …"))
    reminders = private(await driver.due.click(panel, "My reminders"))
    assert "**Pings**" in reminders.content
    profile = private(await driver.due.click(reminders, "Vacation days left"))
    assert "**Vacation**: 20 days left" in profile.content
    return seen | verbs_of(reminders)


async def test_a_move_is_typed_from_the_menu(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    form = (await driver.due.click(menu, "Type a move")).modal
    assert form is not None
    panel = private(await driver.due.submit(form, {"text": "C3 d4"}))
    assert panel.id == menu.id, "the menu turns into the panel"
    reply = await driver.due.click(panel, "Play c3-d4")
    await driver.became(driver.match.play(Seat(0), "c3-d4"), reply)


async def test_the_menu_shows_the_board_to_all(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    menu = private(await cy.click(driver.board, "Menu"))
    reply = await cy.click(menu, "Share the board")
    assert private(reply).content == "Everyone can see the board below."
    board = await shown(bot, cy, reply)
    check_picture(board)
    assert board.pings == frozenset()


async def test_play_at_once_is_in_the_menu(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    menu = private(await driver.due.click(menu, "Preview: on"))
    assert "Preview: off" in labels(menu)
    panel = private(await driver.due.click(driver.board, "Move"))
    reply = await driver.due.click(panel, choices(panel)["c3-d4"])
    await driver.became(driver.match.play(Seat(0), "c3-d4"), reply)


async def test_play_at_once_is_chosen_for_each_game(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """A switch made in one game plays no move of another game without its preview."""
    first = await sit_down(server, bot, database)
    player = first.due
    menu = private(await player.click(first.board, "Menu"))
    menu = private(await player.click(menu, "Preview: on"))
    assert "Preview: off" in labels(menu)
    second = await sit_down(server, bot, database, "turkish", channel="games")
    assert "Preview: on" in labels(private(await player.click(second.board, "Menu")))


# Refusals


async def test_a_refusal_leads_to_the_panel(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    told = private(await driver.due.slash("move", move="a3-a4"))
    assert labels(told) == {"Move"}
    reply = await driver.due.click(told, "Move")
    assert reply.updated
    assert private(reply).id == told.id, "the refusal turns into the panel"
    assert "c3-d4" in choices(private(reply))
    other = private(await driver.idle.slash("move", move="b6-a5"))
    assert labels(other) == set(), "who is not due has nothing to move"


async def test_the_only_completion_of_what_was_typed_is_a_button(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "turkish")
    for text in ("c3-c4", "f6-f5", "e3-e4", "f5-e5", "g3-g4"):
        await driver.move(text)
    told = private(await driver.due.slash("move", move="e5xe3xg3xg"))
    assert labels(told) == {"Play e5xe3xg3xg1", "Move"}
    reply = await driver.due.click(told, "Play e5xe3xg3xg1")
    await driver.became(driver.match.play(Seat(1), "e5xe3xg3xg1"), reply)


async def test_two_completions_are_no_button(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "turkish")
    for text in ("c3-c4", "f6-f5", "e3-e4", "f5-e5", "g3-g4"):
        await driver.move(text)
    told = private(await driver.due.slash("move", move="e5xe3"))
    assert labels(told) == {"Move"}


async def test_a_claim_left_unmade_is_asked_about_once(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rekushu", options={"size": "8"})
    for text in OPENING:
        await driver.move(text)
    question = private(await driver.due.slash("move", move="c3"))
    assert "could claim 4 tiles" in question.content
    check_picture(question)
    assert labels(question) == {"1 Claim 4 tiles", "2 Claim 4 tiles", "Claim nothing"}
    assert logged(database, driver.table_id) == list(driver.match.events)
    reply = await driver.due.click(question, "Claim nothing")
    await driver.became(driver.match.play(Seat(0), "c3"), reply)


async def test_the_claim_of_the_question_is_played(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rekushu", options={"size": "8"})
    for text in OPENING:
        await driver.move(text)
    question = private(await driver.due.slash("move", move="c3"))
    reply = await driver.due.click(question, "2 Claim 4 tiles")
    await driver.became(driver.match.play(Seat(0), "c3 c1:e3"), reply)


# Ending without a result


async def test_a_young_game_ends_without_a_result_by_consent(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    menu = private(await driver.idle.click(driver.board, "Menu"))
    reply = await driver.idle.click(menu, "Call off …")
    assert private(reply).content == "You asked to call the game off."
    offer = await shown(bot, driver.idle, reply)
    assert "No one wins or loses." in offer.content
    driver.match = driver.match.propose(Seat(0), OfferKind.ABORT)
    reply = await driver.due.click(offer, "Agree")
    await driver.became(driver.match.accept(Seat(1)), reply)
    assert "**No result** for" in driver.board.content


async def test_a_game_in_which_all_have_moved_is_not_ended_so(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    for text in ("c3-d4", "b6-a5"):
        await driver.move(text)
    assert "Everyone has moved" in private(await driver.due.slash("game abort")).content
    menu = private(await driver.due.click(driver.board, "Menu"))
    assert "Call off …" not in labels(menu)
    assert not any(isinstance(e, Voided) for e in logged(database, driver.table_id))


# The end


async def test_a_team_resigns_once_all_of_it_want_to(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch", players=3)
    team = next(iter(seat for seat in driver.match.seats if driver.match.allies_of(seat)))
    (ally,) = driver.match.allies_of(team)
    one, other = driver.people[team], driver.people[ally]
    question = private(await one.slash("game resign"))
    assert f"as soon as {other.name} agrees" in question.content
    wish = await shown(bot, one, await one.click(question, "Resign"))
    assert "1 of 2" in wish.content
    assert wish.pings == {other.id}
    assert logged(database, driver.table_id)[-1] == ResignWanted(team)
    count = len(other.sees("lobby"))
    told = await one.click(wish, "Keep playing")
    assert told.updated, "the wish itself says so"
    assert logged(database, driver.table_id)[-1] == ResignWithdrawn(team)
    before = await _settled(bot, wish, other)
    assert before.content == f"{one.name} kept playing after all."
    assert not before.buttons()
    assert len(other.sees("lobby")) == count
    wish = await shown(bot, one, await one.click(private(await one.slash("game resign")), "Resign"))
    assert "haven't asked" in private(await other.click(wish, "Keep playing")).content
    rival = next(p for seat, p in driver.people.items() if seat not in {team, ally})
    for unasked in (rival, one):
        refused = private(await unasked.click(wish, "Resign too")).content
        assert "No one on your team is asking you to resign" in refused
    assert logged(database, driver.table_id)[-1] == ResignWanted(team)
    end = public(await other.click(wish, "Resign too"))
    assert f"<@{rival.id}>" in end.content
    assert end.pings == {rival.id, one.id}
    settled = await _settled(bot, wish, other)
    assert f"**{other.name} resigned too.**" in settled.content
    assert settled.content.endswith("resigned too.**")
    assert not settled.buttons()


async def test_a_wish_to_resign_lapses_with_the_next_move_of_the_team(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch", players=3)
    team = next(iter(seat for seat in driver.match.seats if driver.match.allies_of(seat)))
    one = driver.people[team]
    wish = await shown(bot, one, await one.click(private(await one.slash("game resign")), "Resign"))
    assert labels(await _settled(bot, wish, one)) == {"Resign too", "Keep playing"}
    driver.match = driver.match.resign(team)
    while team in driver.match.wanting:
        legal = driver.game.legal(driver.match.state)
        await driver.move(driver.game.notate(legal[0]))
    lapsed = await _settled(bot, wish, one)
    assert lapsed.content.endswith("wanted to resign. **Expired: play went on.**")
    assert not lapsed.buttons()


async def test_an_answer_is_not_looked_for_in_the_message_of_a_later_wish(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch", players=3)
    team = next(iter(seat for seat in driver.match.seats if driver.match.allies_of(seat)))
    (ally,) = driver.match.allies_of(team)
    one, other = driver.people[team], driver.people[ally]
    rival = next(p for seat, p in driver.people.items() if seat not in {team, ally})
    public(await rival.slash("game draw"))
    wish = await shown(bot, one, await one.click(private(await one.slash("game resign")), "Resign"))
    await says_yes(other, "draw")
    await owes_nothing(bot)
    last = rival.sees("lobby")[-1]
    assert last.content == f"{other.name} agrees. Waiting for the others."
    assert rival.present(wish).content == wish.content


async def _settled(bot: Postboard, asked: Message, reader: Person) -> Message:
    """Wait until the message of a wish says what came of it, and return it."""
    await bot.idle()
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    return reader.present(asked)


async def test_an_end_on_the_board_tells_the_loser_how(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "hypergammon")
    while driver.match.outcome is None:
        legal = driver.game.legal(driver.match.state)
        await driver.move(driver.game.notate(legal[0]))
    winner = driver.people[driver.match.winners[0]]
    loser = next(person for person in driver.people.values() if person is not winner)
    assert driver.board.pings == {loser.id}
    assert f"<@{loser.id}>" in driver.board.content
    assert f"**{winner.name}" in driver.board.content
    assert "bore off all three" in driver.board.content


async def test_my_view_begins_with_what_happened_since_ones_own_move(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    ann = driver.people[Seat(0)]
    fresh = private(await ann.click(driver.board, "My view"))
    assert fresh.content.startswith("**Ann** to move")
    assert "Replay" not in labels(fresh)
    for move in ("c3-d4", "b6-a5"):
        await driver.move(move)
    view = private(await ann.click(driver.board, "My view"))
    assert view.content.startswith("1\\. Bo b6-a5\n**Ann** to move")
    replayed = private(await ann.click(view, "History"))
    assert "b6-a5" in replayed.content


async def test_history_is_the_first_button_of_the_menu(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """A board that became a line shows its picture nowhere else."""
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    assert menu.buttons()[0].label == "History"
