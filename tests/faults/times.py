"""Faults of clocks, deadlines, quiet hours, outages and reminders."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_WEEKS: Final = "tests/bot/test_two_weeks.py::test_two_weeks_go_as_the_rules_of_time_say[{}]"
"""The two weeks of one seed."""

_SEASON: Final = (
    "tests/bot/test_two_weeks.py"
    "::test_a_season_in_which_people_stop_playing_goes_as_the_rules_of_time_say[1]"
)

FAULTS: Final = (
    Fault(
        name="early-pause-forgotten",
        harm="A pause never ends because the clock was set back while its timer was carried out.",
        module="bot.tables.deadlines",
        function="Deadlines.end_pause",
        old="return clock.resumes",
        new="return await self._writer.end_timer(table, done)",
        tests=(
            "tests/bot/test_stepped_clock.py"
            "::test_a_timer_keeps_its_effect_though_the_clock_is_set_back_at_any_read",
        ),
    ),
    Fault(
        name="timer-deleted-by-default",
        harm="A timer whose handler forgets it has no effect, ever.",
        module="bot.delivery.background.scheduler",
        function="Scheduler._carry_out",
        old='raise RuntimeError("its handler has neither completed it nor put it off")',
        new="await self._queues.transact(delete)",
        tests=("tests/bot/test_queues.py::test_no_timer_goes_though_its_handler_has_no_effect",),
    ),
    Fault(
        name="early-answer-about-a-seat",
        harm="A newcomer waits for ever because the clock was set back as the three days ended.",
        module="bot.tables.seat_changes",
        function="SeatChanges.end_substitution",
        old="return due",
        new="return await self._writer.end_timer(table, done)",
        tests=("tests/bot/test_seats.py::test_silence_for_72_hours_is_no",),
    ),
    Fault(
        name="bank-above-its-cap",
        harm="A bank grows beyond what was agreed.",
        module="rules.time.clock_fold",
        function="_rewarded",
        old="more if more <= limit.cap else max(left, limit.cap)",
        new="more",
        tests=("tests/rules/time/test_lines.py::test_a_bank_gains_its_increment_up_to_the_cap",),
    ),
    Fault(
        name="increment-kept-on-take-back",
        harm="A move taken back leaves its increment in the bank.",
        module="rules.time.clock_fold",
        function="_reduced",
        old="bank - ply.gained",
        new="bank",
        tests=("tests/rules/test_match_time.py::test_a_take_back_sets_the_clocks_back_too",),
    ),
    Fault(
        name="planned-reply-costs-time",
        harm="A planned reply costs its player the time in which the others thought.",
        module="rules.time.clock_fold",
        function="_played",
        old="(Actor.HOST, Actor.QUEUED)",
        new="(Actor.HOST,)",
        tests=(
            "tests/rules/time/test_lines.py"
            "::test_a_planned_ply_earns_its_increment_and_uses_no_time_even_if_an_offer_held_it",
        ),
    ),
    Fault(
        name="take-back-leaves-no-time",
        harm="After a take-back a player may have no time left.",
        module="rules.time.clock_fold",
        function="_taken_back",
        old="max(removed[0].left or 0, min(_AFTER_TAKE_BACK, limit.seconds))",
        new="removed[0].left or 0",
        tests=(
            "tests/rules/time/test_lines.py"
            "::test_a_take_back_leaves_a_day_at_least_or_what_was_agreed",
        ),
    ),
    Fault(
        name="quiet-hours-fill-a-bank",
        harm="Quiet hours are added to a bank for good.",
        module="rules.time.clock_fold",
        function="_kept",
        old="if grant.cause in _INTO_BANK",
        new="if grant.cause",
        tests=(
            "tests/rules/time/test_grants.py::test_quiet_hours_and_vacation_never_enter_a_bank",
        ),
    ),
    Fault(
        name="newcomer-without-time",
        harm="A newcomer gets no more time than the player before them had left.",
        module="rules.time.clock_fold",
        function="_handed_over",
        old="allowed = max(left, min(_AFTER_CHANGE, limit.seconds))",
        new="allowed = left",
        tests=(
            "tests/rules/time/test_lines.py"
            "::test_a_newcomer_on_turn_has_three_days_or_what_was_agreed",
        ),
    ),
    Fault(
        name="time-runs-in-a-pause",
        harm="A pause costs the player who is due their time.",
        module="rules.time.clock",
        function="Clock.run",
        old="max(end - start, 0) - sum(max(seconds, 0) for seconds in standing)",
        new="max(end - start, 0)",
        tests=("tests/rules/time/test_lines.py::test_no_clock_runs_in_a_pause",),
    ),
    Fault(
        name="no-time-for-delivery",
        harm="A move that Discord delivers late is too late.",
        module="rules.time.clock",
        function="Clock.is_in_time",
        old="turn.allowed + turn.granted + DELIVERY",
        new="turn.allowed + turn.granted",
        tests=(
            "tests/rules/time/test_lines.py::test_a_ply_is_in_time_for_a_minute_after_the_deadline",
        ),
    ),
    Fault(
        name="abandoned-since-the-move",
        harm="A game that was paused for long is void as soon as the pause is over.",
        module="rules.time.clock",
        function="Clock.abandoned",
        old="self._moment(since, ABANDONED)",
        new="since + ABANDONED",
        tests=(
            "tests/rules/time/test_lines.py::test_a_pause_does_not_count_towards_the_sixty_days",
        ),
    ),
    Fault(
        name="void-as-a-pause-ends",
        harm="A game is void on the day on which its players come back from a pause.",
        module="rules.time.clock",
        function="Clock.abandoned",
        old="(resumed or 0) + NOTICE",
        new="0",
        tests=(
            "tests/rules/time/test_lines.py"
            "::test_after_a_pause_a_week_is_left_in_which_the_players_are_told",
        ),
    ),
    Fault(
        name="void-without-a-notice",
        harm="A game ends for want of moves and nobody was informed, because the bot was away.",
        module="bot.tables.deadlines",
        function="Deadlines.abandon",
        old="told is not None and clock.abandoned <= told <= now",
        new="clock.abandoned <= now",
        tests=("tests/bot/test_rests.py::test_an_idle_game_ends_neither_too_early_nor_twice",),
    ),
    Fault(
        name="notice-with-every-offer",
        harm="Each offer in the last week of a game repeats the notice of its end.",
        module="bot.store.people.pings",
        function="announce_rest",
        old="if told is not None and told >= abandoned:",
        new="if told == 0:",
        tests=(
            "tests/bot/test_rests.py"
            "::test_an_offer_in_an_idle_game_announces_its_end_no_second_time",
        ),
    ),
    Fault(
        name="time-given-in-a-pause-is-lost",
        harm="Days that a moderator gives in a pause to a late player are over at once.",
        module="rules.time.clock",
        function="Clock.present",
        old="if turn is None or turn.allowed is None:",
        new="if turn is None or turn.allowed is None or self.paused:",
        tests=(
            "tests/rules/time/test_lines.py"
            "::test_time_given_in_a_pause_counts_from_its_beginning_or_from_the_deadline",
        ),
    ),
    Fault(
        name="weeks-outage-lost-in-a-pause",
        harm="A move in a pause costs the bank what an outage before it took.",
        module="rules.time.deadline",
        function="outage_grant",
        old="now if clock.paused else clock.until",
        new="clock.until",
        tests=(_WEEKS.format(34),),
    ),
    Fault(
        name="weeks-claimed-in-an-outage",
        harm="A game is claimed while its board can't be shown.",
        module="bot.tables.deadlines",
        function="Deadlines.in_time",
        old="if claims and isinstance(last, LookAgain):",
        new="if claims and last is None:",
        tests=(_WEEKS.format(34),),
    ),
    Fault(
        name="weeks-time-given-in-a-pause-is-lost",
        harm="Days that a moderator gives in a pause to a late player are over at once.",
        module="rules.time.clock",
        function="Clock.present",
        old="if turn is None or turn.allowed is None:",
        new="if turn is None or turn.allowed is None or self.paused:",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_time_given_in_a_pause_to_a_late_player_counts_from_the_last_running_second",
        ),
    ),
    Fault(
        name="weeks-end-told-to-the-presser",
        harm="Somebody whose planned reply wins isn't told, and who pressed is.",
        module="bot.model.pings",
        function="_requested_by",
        old="(Actor.QUEUED, Actor.HOST)",
        new="()",
        tests=(_WEEKS.format(34),),
    ),
    Fault(
        name="weeks-idle-days-count-in-a-pause",
        harm="A pause counts towards the days after which a game that nobody plays is void.",
        module="rules.time.clock",
        function="Clock.abandoned",
        old="self._moment(since, ABANDONED)",
        new="since + ABANDONED",
        tests=(_SEASON,),
    ),
    Fault(
        name="weeks-offers-repeated",
        harm="A seat makes the same offer as often as it likes.",
        module="rules.match.fold",
        function="_offered",
        old="record.offered | {(seat, kind)}",
        new="record.offered",
        tests=(_WEEKS.format(34),),
    ),
    Fault(
        name="reminder-hides-another",
        harm="A reminder of an offer that was answered hides that it is somebody's turn.",
        module="bot.messages.channel.reminders",
        function="reminder",
        old="if line != NOTHING:",
        new="if subject.table.id not in said:",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_a_reminder_that_is_out_of_date_hides_no_other_of_its_table",
        ),
    ),
    Fault(
        name="wish-pings-everybody",
        harm="An ally who wants no pings is pinged by a wish to resign.",
        module="bot.model.pings",
        function="pings_of",
        old="return wish_pings(table, seat)",
        new="return ()",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_an_ally_is_asked_to_resign_by_a_ping_unless_they_want_none",
        ),
    ),
    Fault(
        name="behind-the-last-entry",
        harm="A clock that is set back takes the time of a pause from its players.",
        module="bot.tables.writer",
        function="Writer.moment",
        old="max(self.now(), table.clock.at)",
        new="self.now()",
        tests=(
            "tests/bot/test_late_steps.py"
            "::test_seats_and_moderators_do_not_go_back_behind_the_last_entry",
        ),
    ),
    Fault(
        name="outage-lost-in-a-pause",
        harm="A move in a pause costs the bank what an outage before it took.",
        module="rules.time.deadline",
        function="outage_grant",
        old="now if clock.paused else clock.until",
        new="clock.until",
        tests=("tests/bot/test_rests.py::test_a_bank_gets_its_outages_also_in_a_pause",),
    ),
    Fault(
        name="claimed-in-an-outage",
        harm="A game is claimed while its board can't be shown.",
        module="bot.tables.deadlines",
        function="Deadlines.in_time",
        old="if claims and isinstance(last, LookAgain):",
        new="if claims and last is None:",
        tests=(
            "tests/bot/test_late_steps.py"
            "::test_in_an_open_outage_a_claim_is_refused_and_then_is_not",
        ),
    ),
    Fault(
        name="late-offer-pins-a-plan",
        harm="A rival's offer after the deadline keeps a planned reply from saving the game.",
        module="bot.tables.deadlines",
        function="stepped",
        old="(claims or match.clock",
        new="(match.clock",
        tests=(
            "tests/bot/test_planning.py"
            "::test_an_offer_made_after_the_deadline_does_not_hold_a_plan_against_a_claim",
        ),
    ),
    Fault(
        name="earlier-night",
        harm="A late bot spends the only quiet grant of a turn on a night that is over.",
        module="rules.time.deadline",
        function="_for_quiet_hours",
        old="max(ends)",
        new="min(ends)",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_of_the_quiet_hours_of_two_nights_the_later_count",
        ),
    ),
    Fault(
        name="vacation-drawn-twice",
        harm="Vacation that was taken for another table is taken again.",
        module="rules.time.deadline",
        function="_for_vacation",
        old="v.end > now",
        new="v.start <= now < v.end",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_a_vacation_that_begins_later_gives_time_and_no_other_is_drawn",
        ),
    ),
    Fault(
        name="end-told-to-the-presser",
        harm="Somebody whose planned reply wins isn't told, and who pressed is.",
        module="bot.model.pings",
        function="_requested_by",
        old="(Actor.QUEUED, Actor.HOST)",
        new="()",
        tests=(
            "tests/bot/test_planning.py"
            "::test_the_end_by_a_planned_reply_is_told_to_its_owner_and_not_to_the_presser",
        ),
    ),
    Fault(
        name="sixth-draw-of-vacation",
        harm="Vacation is drawn more often in a turn than the rules say.",
        module="rules.time.deadline",
        function="_for_vacation",
        old="drawn >= _DRAWS",
        new="drawn > _DRAWS",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_vacation_is_drawn_by_itself_twelve_hours_at_a_time_and_six_times_a_turn",
        ),
    ),
    Fault(
        name="vacation-beyond-the-pool",
        harm="Vacation is drawn that a person does not have.",
        module="rules.time.deadline",
        function="_for_vacation",
        old="now + min(_DRAW, facts.pool)",
        new="now + _DRAW",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_the_pool_is_drawn_to_its_end_but_not_below_an_hour",
        ),
    ),
    Fault(
        name="quiet-hours-at-the-deadline-alone",
        harm="Quiet hours that have begun since the deadline do not count.",
        module="rules.time.deadline",
        function="_for_quiet_hours",
        old="quiet.start <= until < end or quiet.start <= now < end",
        new="quiet.start <= until < end",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_quiet_hours_now_count_although_the_deadline_lay_before_them",
        ),
    ),
    Fault(
        name="quiet-hours-of-anybody",
        harm="Quiet hours of one player keep another from theirs.",
        module="rules.time.deadline",
        function="_for_quiet_hours",
        old="seat == turn.seat and now - at",
        new="now - at",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_quiet_hours_of_one_seat_leave_those_of_the_other",
        ),
    ),
    Fault(
        name="outage-after-the-deadline",
        harm="An outage after the deadline gives the late player time.",
        module="rules.time.deadline",
        function="outage_grant",
        old=("if outage.start >= until:\n            break"),
        new=("if outage.start > now:\n            break"),
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_an_outage_that_began_after_the_deadline_changes_nothing",
        ),
    ),
    Fault(
        name="outage-counted-twice",
        harm="Outages at the same time are both added.",
        module="rules.time.deadline",
        function="outage_grant",
        old="max(outage.start, seen)",
        new="outage.start",
        tests=("tests/rules/time/test_grants.py::test_a_second_of_two_outages_counts_once",),
    ),
    Fault(
        name="decided-in-an-outage",
        harm="A game is lost on time while nobody could reach it.",
        module="rules.time.deadline",
        function="deadline_step",
        old="outage.end is None and outage.start <= now",
        new="outage.end == now",
        tests=("tests/rules/time/test_grants.py::test_while_an_outage_lasts_nothing_is_decided",),
    ),
    Fault(
        name="late-twice-gets-quiet-hours",
        harm="A player whom the rivals could claim against gets quiet hours on top.",
        module="rules.time.deadline",
        function="deadline_step",
        old="if not turn.overdue:",
        new="if turn.overdue_since is None:",
        tests=(
            "tests/rules/time/test_grants.py"
            "::test_a_turn_that_was_overdue_and_got_time_is_claimable_again_without_further_delay",
        ),
    ),
    Fault(
        name="quiet-gap",
        harm="Quiet hours end an hour early on the day on which clocks go forward.",
        module="bot.model.quiet_hours",
        function="clock_moment",
        old="    return high\n",
        new="    return low\n",
        tests=(
            "tests/bot/test_quiet_hours.py::test_a_wall_time_that_is_skipped_is_the_end_of_the_gap",
        ),
    ),
    Fault(
        name="quiet-second-time",
        harm="Quiet hours end with the first of two like hours.",
        module="bot.model.quiet_hours",
        function="clock_moment",
        old=("if after >= before:\n        return after"),
        new=("if after >= before:\n        return before"),
        tests=("tests/bot/test_quiet_hours.py::test_a_wall_time_that_comes_twice_is_the_second",),
    ),
    Fault(
        name="quiet-over-midnight",
        harm="Quiet hours that go over midnight are none.",
        module="bot.model.quiet_hours",
        function="QuietHours._around",
        old="if self.ends <= self.starts",
        new="if self.ends < 0",
        tests=(
            "tests/bot/test_quiet_hours.py::test_three_days_are_as_the_clock_on_the_wall_shows",
        ),
    ),
    Fault(
        name="eleven-quiet-hours",
        harm="Quiet hours may fill the day.",
        module="bot.model.quiet_hours",
        function="read_interval",
        old="<= LONGEST",
        new="<= 2 * LONGEST",
        tests=(
            "tests/bot/test_quiet_hours.py::test_an_interval_is_typed_and_has_ten_hours_at_most",
        ),
    ),
    Fault(
        name="outage-without-threads",
        harm="A deadline in a thread waits for up to a day after its channel can be reached again.",
        module="bot.store.servers.outages",
        function="_covered",
        old="? IN (channel_id, parent_id)",
        new="? IN (channel_id)",
        tests=(
            "tests/bot/test_rests.py"
            "::test_the_end_of_an_outage_of_a_channel_counts_for_its_threads",
        ),
    ),
    Fault(
        name="reminded-while-paused",
        harm="Somebody who changes their preferences is reminded of a game that is paused.",
        module="bot.store.people.reminders",
        function="_planned",
        old='row["pause_end"] is not None or ',
        new="",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_preferences_changed_in_a_pause_plan_no_reminder_of_it",
        ),
    ),
    Fault(
        name="allies-pinged-to-claim",
        harm="A player is pinged to claim the game against their own team.",
        module="bot.model.pings",
        function="claim_pings",
        old="table.started.team_of(player.seat) != team",
        new="player.seat != late",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_allies_of_a_late_seat_are_not_pinged_to_claim_against_it",
        ),
    ),
    Fault(
        name="vacation-by-its-end",
        harm="Vacation counts for up to half a day longer than a year.",
        module="bot.store.people.vacations",
        function="vacation_left",
        old="AND starts > ?",
        new="AND ends > ?",
        tests=("tests/bot/test_deadlines.py::test_vacation_counts_for_a_year_from_its_beginning",),
    ),
    Fault(
        name="claim-too-early",
        harm="A game is claimed while its player has time.",
        module="bot.tables.play",
        function="_require_claimable",
        old="if clock.is_in_time(int(now)):",
        new="if clock.is_in_time(0):",
        tests=(
            "tests/bot/test_deadlines.py::test_a_claim_one_second_early_is_refused_and_then_is_not",
        ),
    ),
    Fault(
        name="weeks-read-as-days",
        harm="“2 weeks” is read as 2 days.",
        module="rules.time.duration",
        function="read_length",
        old="Fraction(number or 0) * unit",
        new="Fraction(number or 0) * min(unit, DAY)",
        tests=("tests/rules/time/test_time_control.py::test_spellings_are_forgiven",),
    ),
    Fault(
        name="standard-times-offered-before-the-typed-one",
        harm="Enter takes 7 days where 3 days were typed.",
        module="bot.messages.words.time",
        function="time_choices",
        old="found = [meant, *(each for each in offered if each.text.startswith(meant.text))]",
        new="found = [*offered, meant]",
        tests=("tests/bot/test_terms.py::test_the_first_time_offered_is_the_one_that_was_typed",),
    ),
    Fault(
        name="unread-times-get-the-standard-ones",
        harm="For a text that is no time others are offered, which contradict it.",
        module="bot.messages.words.time",
        function="time_choices",
        old="found = [*completed, *(each for each in offered if _has(each, part, locale))]",
        new="found = [*completed, *offered]",
        tests=("tests/bot/test_terms.py::test_no_time_offered_contradicts_what_was_typed",),
    ),
)
