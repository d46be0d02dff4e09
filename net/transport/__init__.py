"""How frames get from one machine to another: ZeroMQ behind CURVE keys.

A Listener and a Connector give Links: frames to and from one other machine, known by its key, whatever TCP
lines come and go under it. For net alone, but for liveness.py, which says how the other side is. What a frame
means may not come in: a link knows bytes, pace and silence, and no match.
"""
