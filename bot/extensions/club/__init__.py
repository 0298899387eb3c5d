"""The club board of a server."""
