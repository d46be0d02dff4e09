"""The archive: every match of this player in one SQLite file, written as it is played.

The front: `database.Archive` opens the file, `store.MatchStore` keeps a running match with its lock,
`queries` finds and reads matches, `changes` takes them in, ends and deletes them, `record_files` turns
them into records and back, `salvage` reads what is left of a damaged file. It knows no screen and no
thread.
"""
