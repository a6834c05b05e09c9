"""What all games stand on: seats, shuffles, events, options, the match and its record. Knows no game."""
