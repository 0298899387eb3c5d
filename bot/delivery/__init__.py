"""Delivers each message to Discord once: as the answer to an interaction, or by the outbox."""
