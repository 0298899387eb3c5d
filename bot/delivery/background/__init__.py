"""The loops that run beside answering: timers, engines, notices to the owner, daily upkeep."""
