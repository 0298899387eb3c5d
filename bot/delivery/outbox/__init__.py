"""Messages to channels and people, each sent once, from the rows of the outbox."""
