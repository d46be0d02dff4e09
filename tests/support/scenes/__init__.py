"""Matches of both games that start in the middle, written in words."""
