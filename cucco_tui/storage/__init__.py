"""What is kept on disk: matches, settings, and the statistics made from the matches."""
