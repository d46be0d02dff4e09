"""Wrinkles in Time: Good against Evil, two seats."""
