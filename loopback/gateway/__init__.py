"""The gateway: sessions and their events."""
