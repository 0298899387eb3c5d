"""How a message reaches Discord, once: as the answer to an interaction, or through the outbox."""
