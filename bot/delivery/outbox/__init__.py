"""Messages to channels and people, sent once, from the rows of the outbox."""
