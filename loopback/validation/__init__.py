"""The checks of Discord on the body of a request, and its errors."""
