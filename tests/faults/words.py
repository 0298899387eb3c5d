"""Faults of words that only English has."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_HEARD: Final = "tests/bot/test_other_language.py::test_what_is_said_can_be_translated_and_has_room"
_CODE: Final = "tests/bot/test_words_in_code.py"
_HIDDEN: Final = f"{_CODE}::test_no_word_hides_from_translators"

FAULTS: Final = (
    Fault(
        name="side-in-english",
        harm="A side has its English name in every language.",
        module="bot.messages.words.sides",
        function="side_name",
        old="title=side.title",
        new="title=Notation(side.title.english())",
        tests=(_HEARD, _HIDDEN),
    ),
    Fault(
        name="letters-in-english",
        harm="The words below a board in letters are in English.",
        module="bot.messages.pictures",
        function="Letters.read",
        old="text_board(self.view, reader)",
        new="text_board(self.view)",
        tests=(_HEARD, f"{_CODE}::test_the_bot_says_for_whom_it_draws"),
    ),
    Fault(
        name="word-glued-in-code",
        harm="A word stands beside a sentence where no translator finds it.",
        module="bot.delivery.rendering",
        function="_file",
        old="locale.label(part.alt, _ALT)",
        new='"Board: " + locale.label(part.alt, _ALT)',
        tests=(_HEARD, _HIDDEN),
    ),
    Fault(
        name="refusal-in-english",
        harm="A refusal gives its reason in English, in every language.",
        module="bot.model.errors",
        function="SetApart.__init__",
        old='say("another game is in progress in its channel")',
        new='Verbatim("another game is in progress in its channel")',
        tests=(_HIDDEN,),
    ),
    Fault(
        name="title-in-english",
        harm="Each form has an English title.",
        module="bot.delivery.components",
        function="modal",
        old="title=locale.label(form.title, _LABEL)",
        new='title="Your choice"',
        tests=(_HIDDEN,),
    ),
    Fault(
        name="poster-in-english",
        harm="A word in a drawn card is English in every language.",
        module="render.profile",
        function="_draw_results",
        old="(LEFT + 24, middle), profile.last,",
        new='(LEFT + 24, middle), "last: " + profile.last,',
        tests=(_HIDDEN,),
    ),
    Fault(
        name="drawn-in-english",
        harm="Pictures are drawn in English whoever reads them.",
        module="bot.delivery.rendering",
        function="drawn",
        old="reader = locale_of(code).plain",
        new="reader = locale_of(DEFAULT).plain",
        tests=("tests/bot/test_locale.py::test_pictures_are_drawn_in_the_words_of_their_readers",),
    ),
    Fault(
        name="caption-in-english",
        harm="The time of the move stands in a picture in English.",
        module="bot.messages.pictures",
        function="draw_present",
        old="captions.present(table, view(), reader)",
        new="captions.present(table, view(), ENGLISH)",
        tests=(_HEARD,),
    ),
    Fault(
        name="plate-in-english",
        harm="The names in a picture are in English.",
        module="render.plates",
        function="plates",
        old="            player.title.rendered(reader),\n",
        new="            player.title.english(),\n",
        tests=("tests/bot/test_other_language.py::test_pictures_show_the_words_of_the_reader",),
    ),
    Fault(
        name="former-player-in-english",
        harm="Whoever asked to be forgotten has an English name in every language.",
        module="bot.messages.words.text",
        function="named",
        old="FORMER if user.name == FORMER_PLAYER else Stranger(user.name)",
        new="Stranger(user.name)",
        tests=("tests/bot/test_people.py::test_a_former_player_is_one_in_every_language",),
    ),
    Fault(
        name="mistyped-game-opened",
        harm="A mistyped name opens a game on a guess.",
        module="bot.interactions.game_choice",
        function="games_meant",
        old="return whole or begun or within",
        new=(
            "return (\n"
            "        whole or begun or within\n"
            "        or games_spelled_like(typed, all_games().values(), locale)\n"
            "    )"
        ),
        tests=("tests/bot/test_play.py::test_a_mistyped_name_is_suggested_but_opens_nothing",),
    ),
    Fault(
        name="rules-too-long-elsewhere",
        harm="The end of a page of rules is missing in a longer language.",
        module="bot.messages.panels.newcomers.rulebook",
        function="_paged",
        old="room < needed",
        new="room + 600 < needed",
        tests=(_HEARD,),
    ),
)
