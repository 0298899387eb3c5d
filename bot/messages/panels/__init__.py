"""Messages that one person sees, in private."""
