-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_dashboard

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_dashboard()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('sample_workspaces', 'Whether the sample data is loaded', 'as long as the account', 'user_id = $1', false, 'delete'),
    ('sample_records', 'Records that belong to the sample data', 'as long as the sample data',
      'user_id = $1',
      false, 'delete');
  $$;
revoke all on function data_map_of_dashboard() from public;
