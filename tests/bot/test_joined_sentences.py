"""Sentences joined to lines: any number of them, in their order."""

import pytest

from bot.messages.words.text import NOTHING, dotted, in_a_row, lines
from rules.contract.sentence import Verbatim, say


@pytest.mark.parametrize("number", [0, 1, 2, 3, 7, 8, 400, 2000])
def test_any_number_of_sentences_can_be_joined(number: int) -> None:
    parts = [say("{number}", number=Verbatim(str(each))) for each in range(number)]
    texts = [str(each) for each in range(number)]
    for join, between in ((lines, "\n"), (in_a_row, " "), (dotted, " · ")):
        assert join(*parts).english() == between.join(texts)
        assert join(NOTHING, *parts, NOTHING).english() == between.join(texts)
