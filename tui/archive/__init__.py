"""The archive: every match of this player in one SQLite file, written as it is played.

`file.py` is the file (opened, refused), `schema.py` its tables, `aside.py` those that were damaged and set
aside; `reading.py` lists, finds and reads, `writing.py` changes, `store.py` keeps a running match,
`running.py` says who plays what, `export.py` turns matches into records and back.
"""
