"""The board of Wrinkles in Time."""
