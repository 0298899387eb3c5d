"""All that is kept about tables: logs and what follows from them, results, ratings, studies."""
