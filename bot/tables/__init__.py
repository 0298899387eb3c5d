"""The domain service: everything that changes a table, and every check of permission."""
