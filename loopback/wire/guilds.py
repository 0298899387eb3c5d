"""Guilds in Discord's JSON."""

from loopback.model.people import Guild
from loopback.payload import Payload, timestamp
from loopback.wire.channels import channel, channel_of_guild
from loopback.wire.people import member_of_guild, role, role_of_rest
from loopback.world.state import World

LARGE = 50
"""The members of a guild of which, by default, more than these make it a large one."""


def partial_guild(what: Guild) -> Payload:
    """Write the guild of an interaction."""
    return {"id": str(what.id), "locale": what.locale, "features": _features(what)}


def _features(what: Guild) -> list[str]:
    return ["COMMUNITY"] if what.is_community else []


def guild(what: Guild) -> Payload:
    """Write a guild as REST gives it."""
    return _guild(what) | {
        "roles": [role_of_rest(each) for each in what.roles.values()],
        "embed_enabled": False,
        "embed_channel_id": None,
        "max_presences": None,
        "widget_enabled": False,
        "widget_channel_id": None,
    }


def _guild(what: Guild) -> Payload:
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "application_id": None,
        "region": "deprecated",
        "owner_id": str(what.owner_id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "emojis": [],
        "stickers": [],
        "features": _features(what),
        "mfa_level": 0,
        "system_channel_id": str(what.system_channel_id) if what.system_channel_id else None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "max_members": 25_000_000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "incidents_data": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": what.locale,
        "nsfw_level": 0,
        "nsfw": False,
        "premium_progress_bar_enabled": False,
        "description": None,
        "banner": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "hub_type": None,
        "inventory_settings": None,
        "latest_onboarding_question_id": None,
        "owner_configured_content_level": 0,
        "premium_progress_bar_enabled_user_updated_at": None,
    }


def guild_create(
    world: World, what: Guild, *, presences: bool = False, large_threshold: int = LARGE
) -> Payload:
    """Write a guild as the gateway gives it to a bot.

    A bot with the intent for `presences` gets the members, too (gateway-events.mdx, "Request Guild
    Members").
    """
    mine = what.members[world.bot.id]
    is_large = len(what.members) > large_threshold
    shown = [
        each
        for each in what.members.values()
        if each is mine or (presences and (not is_large or each.role_ids or each.nick))
    ]
    channels = [world.channels[each] for each in what.channel_ids]
    return _guild(what) | {
        "version": 0,
        "lazy": True,
        "roles": [role(each) | {"version": 0} for each in what.roles.values()],
        "activity_instances": [],
        "application_command_counts": {},
        "embedded_activities": [],
        "moderator_reporting": None,
        "premium_features": None,
        "profile": None,
        "joined_at": timestamp(mine.joined),
        "large": is_large,
        "unavailable": False,
        "member_count": len(what.members),
        "members": [member_of_guild(each) for each in shown],
        "channels": [channel_of_guild(world, each) for each in channels if each.thread is None],
        "threads": [
            channel(world, each)
            for each in channels
            if each.thread and not each.thread.archived and world.may_see(world.bot.id, each)
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
