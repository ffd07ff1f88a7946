"""Operations: doings of single persons or small teams outside any army (C-OPS)."""
