"""What a channel sees. Nothing here knows what a person plans."""
