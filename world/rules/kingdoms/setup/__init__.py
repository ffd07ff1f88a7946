"""Setting up a game: seats, kingdoms and their approval, the start (K-SET, K-TRT, K-RAT)."""
