"""One match, played in step by two machines: only entries travel, and after each both compare its hash.

peer.py is the loop; sender.py and receiver.py are the two directions; entry_sync.py, requests.py, chat.py,
clocks.py and rematch.py are its parts, each with frames of its own; permissions.py says who may append what,
desync.py what is found where the two sides differ. Used from outside: LockstepPeer, its events, and the types
these carry. Sockets and storage may not come in, and no part tells a front end anything but by an event.
"""
