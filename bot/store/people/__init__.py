"""All that is kept about people: accounts, preferences, pings and reminders."""
