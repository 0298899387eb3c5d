"""Discord's REST API v10: one file per resource, put together by `service`."""
