"""Run by Alembic: brings the schema up to date on the connection that `upgrading` hands over."""

from alembic import context

from kilowatt.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
