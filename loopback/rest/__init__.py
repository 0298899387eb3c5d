"""Discord's REST API v10: one file a resource, `service` puts them together."""
