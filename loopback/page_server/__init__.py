"""The server of the chat page."""
