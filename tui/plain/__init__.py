"""Plain mode: the whole of tesser in sentences and numbered questions, without moving a cursor.

For screen readers, dumb terminals, pipes and scripts. Textual is never imported here.
"""
