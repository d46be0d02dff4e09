"""What screens and boards are made of: lists, forms, panels, texts to read, and the canvas that draws
cells.

They draw what they are given and post what was done with it. They know no game, no match and no deck.
"""
