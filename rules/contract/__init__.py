"""The contract that every game keeps, and the data by which it is shown."""
