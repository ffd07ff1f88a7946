"""The year's end: is there a winner, what befalls whom, who revolts (K-YEA, K-EVT, K-VIC)."""
