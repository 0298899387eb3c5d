"""What a bot that runs for long has long drawn; the server that forks bots imports it first."""

from render import picture
from rules.registry import all_games

for game in all_games().values():
    picture(game.view(game.start()))
