"""Faults of dice and their proofs."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="biased-dice",
        harm="Some pips come more often.",
        module="rules.fair",
        function="roll",
        old="256 - 256 % faces",
        new="256",
        tests=("tests/rules/test_fair.py::test_faces_that_do_not_divide_256_are_even_too",),
    ),
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
        name="roll-without-the-seats",
        harm="The words of the players do not count.",
        module="rules.fair",
        function="roll",
        old="message = salted + b",
        new="message = b",
        tests=("tests/rules/test_dice_verifier.py::test_the_example_of_the_document_holds",),
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
        name="press-before-the-last",
        harm="A proof in which a roll came before the one before holds.",
        module="rules.fair",
        function="_check_rolls",
        old='or int(entry["interaction"]) < earliest:',
        new='or int(entry["interaction"]) < 0:',
        tests=("tests/rules/test_fair.py::test_what_is_out_of_range_is_refused_in_a_sentence",),
    ),
    Fault(
        name="roll-entries-out-of-order",
        harm="A proof that names one entry twice holds.",
        module="rules.fair",
        function="_check_rolls",
        old='entry["entry"] <= last_entry',
        new='entry["entry"] < last_entry',
        tests=("tests/rules/test_fair.py::test_what_is_out_of_range_is_refused_in_a_sentence",),
    ),
    Fault(
        name="true-for-one",
        harm="A proof with `true` for 1 holds.",
        module="rules.fair",
        function="_check_rolls",
        old='json.dumps(entry["pips"]) != json.dumps(rolled)',
        new='entry["pips"] != rolled',
        tests=("tests/rules/test_fair.py::test_no_part_of_a_proof_can_be_changed_or_taken_away",),
    ),
    Fault(
        name="series-secret-again",
        harm="The second game of a series has the dice of the first.",
        module="bot.model.dice_secret",
        function="DiceSecret.following",
        old="remaining=self.remaining - 1",
        new="remaining=self.remaining",
        tests=("tests/bot/test_proofs.py::test_in_a_series_each_secret_is_the_next_seal",),
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
)
