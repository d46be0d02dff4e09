"""The screen of a match, and what belongs to it only."""
