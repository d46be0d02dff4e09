"""Matches at this machine: planned, made, run on a thread of their own, kept, and told.

The front for front ends: `plans` says what is to be played, `local`, `host_and_join`, `reconnect` and
`resume` start it and give a `worker.MatchWorker`; `client.MatchClient` is its state with typed `events`
out and typed `commands` in. Everything that a front end says in words comes from `*_texts`. Textual
never comes in here.
"""
