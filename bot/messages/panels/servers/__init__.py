"""Panels for people who run a server, and for the owner of the bot."""
