"""What a bot that runs for long has long drawn; the server that forks bots imports it first."""

from bot import scenes

scenes.warm_up()
