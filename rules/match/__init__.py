"""A match as a fold of its log: offers, ends, series, plans."""
