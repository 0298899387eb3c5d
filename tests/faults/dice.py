"""Faults of the promises about dice."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="roll-without-its-press",
        harm="Rolls are known before anybody presses.",
        module="rules.fair",
        function="roll",
        old='b"roll %d %d %d" % (number, interaction, block)',
        new='b"roll %d 0 %d" % (number, block)',
        tests=("tests/rules/test_dice_verifier.py::test_the_example_of_the_document_holds",),
    ),
    Fault(
        name="start-enters-no-dice",
        harm="Who sees the database knows the first roll of the next game of a series.",
        module="bot.tables.dice",
        function="interaction_of",
        old="(isinstance(entry.event, Begun) or _is_persons_move(entry))",
        new="_is_persons_move(entry)",
        tests=(
            "tests/bot/test_series_start.py::test_its_first_roll_takes_in_a_press_that_nobody_knew",
        ),
    ),
    Fault(
        name="newcomer-enters-the-dice",
        harm="Whoever takes a seat late chooses the rolls that follow by their words.",
        module="bot.tables.dice",
        function="contributions",
        old="table.first_at(Seat(number))",
        new="table.at(Seat(number))",
        tests=("tests/bot/test_dice_attack.py::test_no_timer_engine_or_newcomer_changes_a_roll",),
    ),
    Fault(
        name="plan-with-dice",
        harm="A reply is planned in a game with dice, which would choose the roll.",
        module="rules.match.plans",
        function="queued",
        old="if any(isinstance(event, Rolled) for event in match.events) or isinstance(",
        new="if not match.events and isinstance(",
        tests=("tests/rules/test_plans.py::test_dice_end_a_line_and_allow_no_answers",),
    ),
    Fault(
        name="turn-taken-late",
        harm="A press overtakes an earlier one whose roll is known by then.",
        module="bot.interactions.components.router",
        function="_handle",
        old="        if control.in_turn:\n            await",
        new="        await client.store.queues.flush()\n"
        "        if control.in_turn:\n            await",
        tests=("tests/bot/test_arrivals.py::test_a_turn_is_taken_before_anything_is_awaited",),
    ),
    Fault(
        name="older-press-rolls",
        harm="Somebody keeps an old press to choose a roll.",
        module="bot.tables.checks",
        function="require_newest",
        old="<= newest_interaction(table)",
        new="<= 0",
        tests=(
            "tests/bot/test_newest_press.py::test_no_press_comes_before_one_that_entered_the_dice",
        ),
    ),
    Fault(
        name="seal-below-the-card",
        harm="A table can begin before the seal of its dice is told.",
        module="bot.model.queues",
        function="opening_items",
        old="(ItemKind.SEAL, ItemKind.CARD)",
        new="(ItemKind.CARD, ItemKind.SEAL)",
        tests=("tests/bot/test_proofs.py::test_a_seal_that_is_late_is_still_before_the_card",),
    ),
    Fault(
        name="secret-not-chained",
        harm="The seal of a later game does not bind its dice.",
        module="bot.model.dice_secret",
        function="DiceSecret.secret",
        old="for _ in range(self.remaining):",
        new="for _ in range(self.remaining and 1):",
        tests=("tests/bot/test_proofs.py::test_in_a_series_each_secret_is_the_next_seal",),
    ),
    Fault(
        name="worker-with-secrets",
        harm="A worker of the engine gets the bot's token.",
        module="engine.pool",
        function="environment",
        old="{name: os.environ[name] for name in _KEPT if name in os.environ}",
        new="dict(os.environ)",
        tests=("tests/engine/test_pool.py::test_a_worker_gets_none_of_the_programs_secrets",),
    ),
    Fault(
        name="seal-not-checked",
        harm="A proof with another seal holds.",
        module="rules.fair",
        function="_check",
        old='if claimed["seal"] != seal(secret):',
        new='if not claimed["seal"]:',
        tests=("tests/rules/test_fair.py::test_no_part_of_a_proof_can_be_changed_or_taken_away",),
    ),
    Fault(
        name="brackets-in-words-refused",
        harm="A player's words make the bot's own proof fail.",
        module="rules.fair",
        function="_depth",
        old='_STRING.sub("", text)',
        new="text",
        tests=("tests/rules/test_dice_verifier.py::test_a_proof_holds_whatever_words_people_add",),
    ),
)
