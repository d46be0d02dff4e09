"""The board of Time Masters."""
