-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_planning

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_planning()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('plan_settings', 'How you want to be planned', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('plan_blocks', 'What events of your plan are for, and why they are where they are', 'for a year, as long as the event is there',
      'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_planning() from public;
