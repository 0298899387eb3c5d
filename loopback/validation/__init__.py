"""What Discord refuses in the body of a request, and how it says so."""
