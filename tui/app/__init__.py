"""The application of the screens, and the matches it has open. What it shows is in tui/screens."""
