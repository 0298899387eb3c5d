"""The controls of people's own panels."""
