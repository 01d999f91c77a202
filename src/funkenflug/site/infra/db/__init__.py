"""The database: engine, schema, migrations, storage, export and import."""
