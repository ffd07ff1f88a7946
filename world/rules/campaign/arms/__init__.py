"""What money makes of troops: guns bought, detachments retrained (C-ART-02, C-SPEC-02)."""
