"""Matches at this machine: planned, made, run on their thread, kept, and told."""
