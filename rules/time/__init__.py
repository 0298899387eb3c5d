"""Time controls, and the clocks that follow from a log."""
