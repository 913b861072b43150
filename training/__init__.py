"""Scripts that learn the weights and derive the word lists of recognition; not installed."""
