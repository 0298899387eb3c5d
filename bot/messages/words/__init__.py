"""Sentences that several messages share, and how they become text for one reader."""
