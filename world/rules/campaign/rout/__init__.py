"""What beaten armies do: retreat, rout, and what is lost on the way (C-ROUT)."""
