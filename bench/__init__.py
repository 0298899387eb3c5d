"""What is measured, each beside its yardstick in the same run."""
