"""Settings of channels (reference, "Modify Channel")."""

from loopback.model.channels import AUTO_ARCHIVE_MINUTES, WITH_POSTS, Channel, Overwrite
from loopback.payload import Payload
from loopback.validation.form import Form

ROLE, MEMBER = 0, 1
MOST_OVERWRITES = 100
SLOWEST = 21_600
"""Seconds between two messages of one person."""
_NOT_KEPT = (
    *("rtc_region", "video_quality_mode", "default_reaction_emoji", "default_tag_setting"),
    *("default_thread_rate_limit_per_user", "default_sort_order", "default_forum_layout"),
    *("available_tags", "flags"),
)
_NOT_KEPT_OF_THREADS = ("applied_tags", "flags")


def check(form: Form, body: Payload, channel: Channel) -> None:
    """Check the settings of a channel that is not a thread, except for its name and its parent."""
    form.text(body, "topic", 0, 4096 if channel.type in WITH_POSTS else 1024, required=False)
    form.number(body, "rate_limit_per_user", 0, SLOWEST, default=0)
    form.number(body, "position", 0, 2**31 - 1, default=0)
    form.number(body, "bitrate", 8_000, 384_000, default=8_000)
    form.number(body, "user_limit", 0, 10_000, default=0)
    if body.get("default_auto_archive_duration") is not None:
        form.choice(body, "default_auto_archive_duration", AUTO_ARCHIVE_MINUTES)
    form.boolean(body, "nsfw")
    form.not_kept(body, _NOT_KEPT)


def check_thread(form: Form, body: Payload) -> None:
    """Check the settings of a thread, except for its name."""
    if "auto_archive_duration" in body:
        form.choice(body, "auto_archive_duration", AUTO_ARCHIVE_MINUTES)
    form.number(body, "rate_limit_per_user", 0, SLOWEST, default=0)
    for key in ("archived", "locked", "invitable"):
        form.boolean(body, key)
    form.not_kept(body, _NOT_KEPT_OF_THREADS)


def apply(channel: Channel, body: Payload) -> None:
    """Change the settings of a channel that `check` found right; a null resets one."""
    channel.topic = body.get("topic", channel.topic) or ""
    channel.slowmode = body.get("rate_limit_per_user", channel.slowmode) or 0
    channel.position = body.get("position", channel.position) or 0
    channel.bitrate = body.get("bitrate", channel.bitrate) or channel.bitrate
    channel.user_limit = body.get("user_limit", channel.user_limit) or 0
    channel.nsfw = bool(body.get("nsfw", channel.nsfw))
    channel.auto_archive_minutes = body.get(
        "default_auto_archive_duration", channel.auto_archive_minutes
    )


def overwrites(form: Form, body: Payload) -> dict[int, Overwrite] | None:
    """Read the overwrites of a channel by the ids of their roles and members, if they are there."""
    if body.get("permission_overwrites") is None:
        return None
    found: dict[int, Overwrite] = {}
    for place, raw in form.each(body, "permission_overwrites", 0, MOST_OVERWRITES):
        found[place.id(raw, "id", required=True) or 0] = overwrite(place, raw)
    return found


def overwrite(form: Form, raw: Payload) -> Overwrite:
    """Read what a channel gives to a role or member, and takes from them."""
    kind = form.choice(raw, "type", (ROLE, MEMBER), default=ROLE)
    allow, deny = (form.permissions(raw, key) for key in ("allow", "deny"))
    return Overwrite(allow or 0, deny or 0, person=kind == MEMBER)
