"""A table as a message: text, picture, and buttons as plain data. Nothing is sent from here."""
