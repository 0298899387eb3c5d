"""Capabilities beside play at tables, in packages that the core doesn't know."""
