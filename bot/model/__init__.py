"""Values: tables, players, users, terms, errors, the secret of the dice. No I/O."""
