"""What one person sees, in private."""
