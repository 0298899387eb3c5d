"""Messages for a channel. Nothing here knows anybody's plans."""
