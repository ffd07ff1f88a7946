"""Mutiny and defection: detachments that go over to somebody else (C-MOR-05 to C-MOR-07)."""
