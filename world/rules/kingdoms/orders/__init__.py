"""What kingdoms may order in a turn, and how their orders are held until it closes (K-ORD)."""
