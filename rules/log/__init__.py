"""The log of a table: the kinds of events, and the entries that hold them."""
