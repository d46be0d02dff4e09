"""The contract that every game fulfils: its rules (Game) and texts (Texts), states, choices, events, chance.

Everybody may use it. It knows no match, no record and no game.
"""
