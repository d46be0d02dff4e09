"""A deck that is open: what can be done to it, and what becomes of that when others change its file."""
