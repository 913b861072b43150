"""One blueprint for each page."""
