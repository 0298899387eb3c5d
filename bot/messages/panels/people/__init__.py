"""People's own panels: their data, and what they are told of."""
