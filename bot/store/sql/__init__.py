"""The database under every store: connections, transactions, migrations, and privacy."""
