"""The contract that every game fulfils: state, choices, events, knowledge, chance, and the Game class.

Everybody may use it. It knows no match, no record and no game.
"""
