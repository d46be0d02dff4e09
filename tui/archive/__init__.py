"""The archive: every match of this player in one SQLite file, written as it is played.

`schema.py` is the file (made, refused, set aside), `reading.py` lists, finds and reads, `writing.py` changes,
`store.py` keeps a running match, `running.py` says who plays what, `export.py` turns matches into records
and back.
"""
