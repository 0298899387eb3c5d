"""Discord's REST API v10: one file for each resource, put together by `service`."""
