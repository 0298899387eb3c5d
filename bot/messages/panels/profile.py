"""A person's own view of their time: vacation, zone, quiet hours, punctuality."""

from bot.messages.controls.message import Message
from bot.messages.panels import my_data
from bot.messages.panels.notify import quiet_line
from bot.messages.words.text import lines
from bot.model.preferences import Profile
from rules.contract.sentence import Sentence, say
from rules.time.duration import in_words

__all__ = ["profile_panel"]


def profile_panel(profile: Profile) -> Message:
    """Return the facts known about a person's time, with the way to all that is kept of them."""
    return Message(_text(profile), rows=([my_data.button()],))


def _text(profile: Profile) -> Sentence:
    """Return the facts known about a person's time, for themselves."""
    vacation = say(
        "**Vacation**: {left} left of the 20 days in any 365.",
        left=in_words(profile.vacation_left),
    )
    if not profile.preferences.vacation:
        vacation = say("{vacation} It's switched off.", vacation=vacation)
    return lines(vacation, quiet_line(profile.preferences), _punctuality(profile))


def _punctuality(profile: Profile) -> Sentence:
    if not profile.turns:
        return say("**Punctuality**: you haven't played with a time limit yet.")
    in_time = max(profile.turns - profile.late, 0)
    return say(
        "**Punctuality**: {in_time} of {turns} moves in time ({share} %).",
        in_time=in_time, turns=profile.turns, share=100 * in_time // profile.turns,
    )  # fmt: skip
