"""What is translated says so: the introduction, the rules and the end of a lesson."""

import pytest

from bot.messages.words.locale import DEFAULT, languages, locale_of
from loopback import Message, Person
from rules.contract.sentence import Sentence, say
from rules.registry import all_games
from tests.bot.game_driver import private

UNREAD = say("-# Translated without a native speaker. Know better words? Tell the bot's owner.")
DECIDES = say("-# A translation: the English rules decide.")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("code", [DEFAULT, "en-GB", *languages()])
async def test_a_translation_names_itself_and_english_does_not(ann: Person, code: str) -> None:
    ann.user.locale = code

    def said(sentence: Sentence) -> str:
        return locale_of(code).label(sentence, 80)

    def ends_with(message: Message, note: Sentence) -> None:
        *_, last = message.content.splitlines()
        is_english = code.startswith("en")
        assert (last == locale_of(code).message(note)) is not is_english

    game = all_games()["turkish"]
    panel = private(await ann.slash("help"))
    ends_with(panel, UNREAD)
    rules = private(await ann.slash("rules", game="turkish"))
    ends_with(rules, DECIDES)
    assert game.spec.lesson is not None
    panel = private(await ann.click(panel, said(game.spec.title)))
    for step in game.spec.lesson.steps:
        assert panel.content.endswith(locale_of(code).message(step.before))
        panel = private(await ann.click(panel, said(say("Show me"))))
        panel = private(await ann.click(panel, said(say("Next"))))
    ends_with(panel, DECIDES)
    assert game.spec.title.rendered(locale_of(code).plain) in panel.content
