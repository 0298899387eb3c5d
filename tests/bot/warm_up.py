"""What a bot that runs for long has long drawn; the server that forks bots imports it first."""

from bot.messages import pictures

pictures.warm_up()
