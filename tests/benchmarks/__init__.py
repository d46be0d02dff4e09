"""Measuring tesser: the rules core, its screens, and the way to another player. Clocks live here only."""
