"""Tests of weeks: what is read, chosen and told of them."""
