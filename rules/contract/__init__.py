"""What a game is: the contract that every game keeps, and what it shows."""
