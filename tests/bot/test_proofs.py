"""The dice of a game are sealed before it, added to by everybody, and checked after it."""

import hashlib
import os
import random
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_position
from loopback import Loopback, Person
from loopback.interactions import lifecycle
from loopback.model.messages import MessageFlag
from rules.fair import ProofError, verify
from tests.bot.game_driver import card_of, delivered, labels, private, public, shown, sit_down
from tests.bot.proofs import GAME, check, play, proof_in, rolled, seal_of, seal_on, without_digests
from tests.bot.test_forged_controls import press
from tests.bot.who import person_of
from tests.loopback.waiting import until


async def test_a_whole_game_can_be_checked(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, GAME)
    seal = seal_of(driver.card, cy)
    assert seal_on(private(await cy.slash("game dice"))) == seal
    await play(driver, 300, random.Random(4))
    assert driver.match.outcome
    assert "🎲 Fair dice: **More** › **Check the dice**" in driver.board.content
    answer = private(await ann.slash("game dice"))
    assert "✓ **Fair.**" in answer.content
    proof = proof_in(answer)
    check(proof)
    verify(proof)
    assert proof["seal"] == seal
    assert [each["pips"] for each in proof["rolls"]] == rolled(driver)
    assert seal[:8] not in driver.board.content
    assert proof["secret"][:8] not in driver.board.content
    await ann.slash("play", game=GAME)
    assert seal_on(private(await ann.slash("game dice"))) != seal
    menu = private(await cy.click(driver.board, "More"))
    assert "Check the dice" not in menu.content, "its button is right below"
    assert proof_in(private(await cy.click(menu, "Check the dice"))) == proof


async def test_a_stranger_checks_the_dice_from_the_channel_alone(
    server: Loopback, bot: Postboard, database: Path, cy: Person, tmp_path: Path
) -> None:
    """Read the posted seal, press **Check the dice**, take the file, and run the verifier."""
    driver = await sit_down(server, bot, database, GAME)
    (posted,) = (each for each in cy.sees("lobby") if "Fair dice, sealed" in each.content)
    (seal,) = re.findall(r"\|\|([0-9a-f]{64})\|\|", posted.content)
    assert posted.id < driver.card.id
    assert MessageFlag.SUPPRESS_NOTIFICATIONS in posted.flags
    await play(driver, 300, random.Random(11))
    await delivered(bot)
    assert cy.present(posted).edited is None
    assert cy.present(posted).content == posted.content
    end = next(each for each in reversed(cy.sees("lobby")) if "More" in labels(each))
    more = private(await cy.click(end, "More"))
    answer = private(await cy.click(more, "Check the dice"))
    (file,) = answer.attachments
    (tmp_path / file.filename).write_bytes(file.bytes)
    command = [sys.executable, "-m", "rules.fair", file.filename]
    path = os.environ | {"PYTHONPATH": str(Path.cwd())}
    checked = subprocess.run(  # noqa: ASYNC221 - this very interpreter
        command, cwd=tmp_path, env=path, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert seal in checked.stdout
    shared = public(await cy.click(answer, "Share"))
    assert [each.bytes for each in shared.attachments] == [file.bytes]
    assert not shared.buttons()


async def test_the_secret_stays_secret_until_the_end(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, GAME)
    await play(driver, 4, random.Random(5))
    dice = (await bot.lookup.get(driver.table_id)).dice
    assert dice is not None
    assert not private(await ann.slash("game dice")).attachments
    assert not any(dice.secret.hex() in message.content for message in ann.sees("lobby"))
    share = encode(for_position(verbs.SHOW_DICE, await bot.lookup.get(driver.table_id)))
    assert await press(bot, cy, share) == "The game isn't finished yet."
    await ann.click(private(await ann.slash("game resign")), "Resign")
    assert dice.secret.hex() in private(await ann.slash("game dice")).content


async def test_everybody_adds_to_the_dice(bot: Postboard, ann: Person, bo: Person) -> None:
    """Words may be added by who sits and who is invited; each accepting interaction counts."""
    opening = await ann.slash("play", game=GAME, opponent=bo)
    card = await card_of(bot, ann, opening)
    before = seal_of(card, ann)
    private(await ann.slash("game dice", words="rain  on\nthe roof"))
    private(await bo.slash("game dice", words="`ünïcode` @everyone **7**"))
    await bot.idle()
    (card,) = [message for message in ann.sees("lobby") if message.id == card.id]
    assert "rain on the roof" in card.content
    assert not card.mention_everyone
    assert seal_of(card, ann) == before
    accepting = await bo.click(card, "Accept")
    public(accepting)
    late = private(await bo.slash("game dice", words="too late"))
    assert "Before a game starts" in late.content
    await bo.click(private(await bo.slash("game resign")), "Resign")
    proof = proof_in(private(await bo.slash("game dice")))
    check(proof)
    assert proof["seal"] == before
    assert without_digests(proof) == [
        {"seat": 0, "interaction": str(opening.interaction.id), "words": "rain on the roof"},
        {
            "seat": 1,
            "interaction": str(accepting.interaction.id),
            "words": "`ünïcode` @everyone **7**",
        },
    ]


async def test_who_declines_and_joins_adds_the_number_of_joining(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    card = await card_of(bot, ann, await ann.slash("play", game=GAME, opponent=bo))
    private(await bo.slash("game dice", words="forgotten when I decline"))
    asked = await shown(bot, bo, await bo.click(card, "Decline"))
    await ann.click(asked, "Let anyone join")
    await bot.idle()
    joining = await bo.click(card, "Join")
    await ann.click(private(await ann.slash("game resign")), "Resign")
    proof = proof_in(private(await ann.slash("game dice")))
    check(proof)
    added = {"seat": 1, "interaction": str(joining.interaction.id), "words": ""}
    assert without_digests(proof)[1] == added


@pytest.mark.usefixtures("bot")
async def test_words_are_for_tables_with_dice(ann: Person, bo: Person) -> None:
    assert "No game" in private(await ann.slash("game dice", words="luck")).content
    assert "No game" in private(await ann.slash("game dice")).content
    await ann.slash("play", game="czech", opponent=bo)
    assert "has no dice" in private(await ann.slash("game dice", words="luck")).content
    assert "has no dice" in private(await ann.slash("game dice")).content


async def test_tampered_proofs_are_refused(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    driver = await sit_down(server, bot, database, GAME)
    await play(driver, 6, random.Random(6))
    await ann.click(private(await ann.slash("game resign")), "Resign")
    proof = proof_in(private(await ann.slash("game dice")))
    verify(proof)
    first, *rest = proof["rolls"]
    host, rival = proof["contributions"]
    tampered: Sequence[Mapping[str, Any]] = (
        {"rolls": [{**first, "pips": [7 - pip for pip in first["pips"]]}, *rest]},
        {"rolls": [_a_moment_later(each) for each in proof["rolls"]]},
        {"rolls": rest},
        {"secret": "00" * 32},
        {"seal": proof["secret"]},
        {"contributions": [{**host, "words": "luck"}, rival]},
        {"contributions": [{**host, "interaction": rival["interaction"]}, rival]},
    )
    for change in tampered:
        with pytest.raises(ProofError):
            verify({**proof, **change})


def _a_moment_later(roll: Mapping[str, Any]) -> Mapping[str, Any]:
    """Move a roll to another interaction; a single one may show the same pips by chance."""
    return {**roll, "interaction": str(int(roll["interaction"]) + 1)}


async def test_in_a_series_each_secret_is_the_next_seal(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    opening = await ann.slash("play", game=GAME, opponent=bo, series="first-to-3")
    card = await card_of(bot, ann, opening)
    seals = [seal_of(card, ann)]
    await bo.click(card, "Accept")
    for _ in range(3):
        await ann.click(private(await ann.slash("game resign")), "Resign")
        await bot.idle()
        answer = private(await ann.slash("game dice"))
        proof = proof_in(answer)
        check(proof)
        assert proof["seal"] == seals[-1]
        seals.append(proof["secret"])
        assert hashlib.sha256(bytes.fromhex(seals[-1])).hexdigest() == seals[-2]
    assert await bot.lookup.running_in(ann.place("lobby").id) is None
    last = next(m for m in reversed(ann.sees("lobby")) if "resigned" in m.content)
    assert seals[-1] not in last.content


async def test_a_table_in_a_thread_has_its_seal_on_the_card(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    offer = private(await cy.slash("play", game=GAME))
    await cy.click(offer, "Open a thread")
    (summary,) = await bot.store.lists.of_user(await person_of(bot, cy))
    table = await bot.lookup.get(summary.id)
    assert table.dice is not None
    await delivered(bot)
    (card,) = [message for message in bo.sees(table.channel_id) if message.buttons()]
    assert seal_of(card, bo) == table.dice.seal


async def test_the_seal_is_told_before_the_card_and_never_edited(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    opening = await ann.slash("play", game=GAME, opponent=bo)
    told = public(opening)
    card = await card_of(bot, ann, opening)
    assert told.id < card.id
    assert not told.buttons()
    assert seal_on(told) == seal_of(card, bo)
    private(await ann.slash("game dice", words="for the card"))
    await bo.click(card, "Accept")
    await bo.click(private(await bo.slash("game resign")), "Resign")
    await delivered(bot)
    (still,) = [message for message in ann.sees("lobby") if message.id == told.id]
    assert still == told
    assert still.edited is None
    assert proof_in(private(await ann.slash("game dice")))["seal"] == seal_on(still)


async def test_a_seal_that_is_late_is_still_before_the_card(
    bot: Postboard, ann: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel gets what the interaction could not carry, in the same order."""
    monkeypatch.setattr(lifecycle, "SECONDS_TO_ACKNOWLEDGE", 0.0)
    reply = await ann.slash("play", game=GAME, opponent=bo)
    assert reply.failed
    await until(lambda: bool(ann.sees("lobby")))
    await delivered(bot)
    told, card = (message for message in bo.sees("lobby") if not message.ephemeral)
    assert not told.buttons()
    assert {button.label for button in card.buttons()} >= {"Accept"}
    assert seal_on(told) == seal_of(card, bo)
