"""Measurements in the small, so that none breaks unseen."""
