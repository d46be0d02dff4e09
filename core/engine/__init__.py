"""What turns a game into matches: entries, hashes, records, the table at which they are played, stops.

Everybody may use it but the games, which need the contract only.
"""
