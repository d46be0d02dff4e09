"""What two machines say to each other, as facts: frames (frames.py), the invite, who a player is
(identity.py), how much a peer may ask for (limits.py), and every way in which it can fail (errors.py).

Open to all. Nothing here opens a socket or waits, and ZeroMQ may not come in: reading an invite takes no
time.
"""
