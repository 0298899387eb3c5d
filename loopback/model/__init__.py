"""The things of Discord, as values and records without behaviour."""
