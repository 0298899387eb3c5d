"""The controls of the panels for a server's admins."""
