"""Work that waits: rows of the outbox, timers, and messages that are kept up to date."""
