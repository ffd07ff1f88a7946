"""Alembic's entry: run the revisions on the connection that the caller opened and locked."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
