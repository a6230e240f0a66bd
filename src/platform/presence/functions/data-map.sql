-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_presence

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_presence()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('presences', 'Open pages of the person', 'as long as a page is open', 'user_id = $1', false, 'delete'),
    ('last_seen', 'When the person was last online', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('server_processes', 'Running server processes', 'as long as the process runs', null, false, 'keep');
  $$;
revoke all on function data_map_of_presence() from public;
