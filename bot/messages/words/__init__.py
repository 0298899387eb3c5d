"""Sentences that several messages share, and their conversion to text for one reader."""
