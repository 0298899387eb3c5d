"""The connections to Discord, and what comes over them without being asked for."""
