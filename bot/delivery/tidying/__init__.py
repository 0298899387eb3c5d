"""Messages that were sent, made what they are to be since then."""
