"""The rules core: pure, deterministic, seeded. No I/O, no clock, no global randomness."""
