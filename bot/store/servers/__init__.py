"""All that is kept about servers: settings, facts and outages."""
