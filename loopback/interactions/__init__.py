"""Commands, interactions and the responses to them."""
