"""What a person hears beyond the turn itself."""
