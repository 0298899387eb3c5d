"""The controls of the panels for people who run a server."""
