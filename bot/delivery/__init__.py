"""Delivers messages to Discord, once each: as the answer to an interaction, or by the outbox."""
