"""A match between two machines, entry by entry, and everything that can go wrong on the way.

protocol/    what is said: frames, invites, keys, limits, errors
transport/   how it gets there: ZeroMQ, links to one other machine, and whether that is still there
handshake/   how two meet, agree on a match, and find each other again
lockstep/    the match itself: entries, requests, chat, clocks, rematch, desync

Its front, which is all that is used from outside:

- handshake.host.TableHost and handshake.guest.join (a TableGuest) lead to a handshake.terms.HandshakeResult;
  handshake.reconnect.Reconnector leads back into a match that was left.
  - lockstep.peer.LockstepPeer plays what they came to: `run`, `leave`, `end_apart`, and what a player does
    through its parts, `requests.ask` and `answer`, `chat.say`, `rematch.votes`. All it has to tell goes to
    one listener, as a lockstep.events.PeerEvent; the clocks have their own, lockstep.clocks.ClockEvent. A
    match that can't go on raises a protocol.errors.NetError.
- lockstep.request, rematch.play_again, desync.Desync, chat.Unsaid, farewell.decline,
  transport.liveness.LinkNews and handshake.seed.check_seed are the types and few functions that belong to it.
- protocol is open to all: it is facts and needs no network.

What may not come in: a game by its name, a terminal, storage. Who listens keeps and shows what it is told.
"""
