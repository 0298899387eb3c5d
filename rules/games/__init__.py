"""One file (or package) a game. Each ends in `GAME`, which the registry finds by itself."""
