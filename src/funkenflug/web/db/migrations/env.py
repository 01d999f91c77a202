"""Where Alembic begins: migrations run in the transaction that they are given."""

from alembic import context

from funkenflug.web.db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
