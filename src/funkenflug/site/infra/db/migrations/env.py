"""The entry point of Alembic: run migrations in the given transaction."""

from alembic import context

from funkenflug.site.infra.db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
