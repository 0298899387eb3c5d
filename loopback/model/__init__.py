"""What there is on Discord, as values and records without behaviour."""
