"""Matches between bots on several processors."""
