"""Panels for newcomers: the introduction, rulebooks, opponents and invitations."""
