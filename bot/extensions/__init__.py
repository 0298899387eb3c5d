"""Capabilities beside play at tables, each a package that the core doesn't know."""
