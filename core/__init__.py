"""The rules core: pure, deterministic, seeded. No I/O, no clock, no global randomness."""

VERSION = "0.1.0"
"""Version of the program, in records and handshakes; the package takes its own from here."""
