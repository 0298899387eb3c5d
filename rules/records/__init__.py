"""Games as files: written from a match and its log, and read back with suspicion.

JSON holds the whole log of any game. PDN and SGF are the formats of the field, for the games that
have one; text has the turns of any game. `reading` finds out which of them a file is.
"""
