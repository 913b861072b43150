"""Text in, events out: reading articles, storing what was read, handing it on."""
