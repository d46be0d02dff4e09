"""How two machines meet, agree on a match and draw its seed, and how they find each other again.

host.py and guest.py are the two sides of a table, steps.py and seed.py what they do in turn, terms.py what
they agree on and what comes of it, reconnect.py the way back into a match. Used from outside: TableHost,
join, make_terms and the types of terms.py, Reconnector, check_seed. No entry of a match may come in: that
begins where a HandshakeResult is handed on.
"""
