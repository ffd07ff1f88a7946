"""Orders given in advance, one after another and on conditions (O-QUEUE, C-TIME-08)."""
