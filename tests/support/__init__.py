"""What tests of more than one part are made with: players, peers, programs, terminals, scenes."""
