"""Money: taxes, ransom, bonuses, purchases (C-TAX, C-LOOT, C-RAN, C-BON, C-MON)."""
