"""What a digest says of events."""

from rules.time.duration import DAY, HOUR
from tests.bot.timed_host import Host
from tests.extensions.events.event_host import DIRECTOR, PEOPLE, EventHost, at_event, czech
from tests.extensions.news.test_digests import FIRST, SEVEN, digests, host, text_of

__all__ = ["host"]


async def test_changes_of_ones_events_are_told_once(host: Host) -> None:
    event = EventHost(host)
    await event.open(czech(), 4)
    who, left = PEOPLE[0], PEOPLE[1]
    await host.prefers(who.id, SEVEN)
    await host.prefers(left.id, SEVEN)
    await host.of_events.acts.leave(event.event_id, at_event(left), host.request())
    await host.at(HOUR)
    await host.of_events.directing.cancel(
        event.event_id, at_event(DIRECTOR, may_moderate=True), host.request()
    )
    await host.at(FIRST)
    found = await digests(host, who)
    assert [each.change for each in found[FIRST].events] == ["cancelled"]
    cancelled = "[Czech draughts tournament](https://discord.com/channels/5/10) was cancelled."
    assert cancelled in await text_of(host, who)
    assert await digests(host, left) == {}, "they left"
    await host.at(FIRST + 2 * DAY)
    assert len(await digests(host, who)) == 1
    await host.prefers(PEOPLE[2].id, SEVEN)
    await host.at(FIRST + 4 * DAY)
    assert await digests(host, PEOPLE[2]) == {}, "that was days ago"
