"""`make fast`: the engine's search and the games as machine code, beside their sources."""
