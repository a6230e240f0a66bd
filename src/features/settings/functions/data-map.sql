-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_settings

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_settings()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('profile_pictures', 'Picture of the person', 'until removed', 'user_id = $1', true, 'delete'),
    ('user_locations', 'Locations', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('daily_operations_settings', 'Daily Operations settings', 'as long as the account', 'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_settings() from public;
