"""Messages for a channel. Nothing here knows anyone's plans."""
