-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_system_settings

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_system_settings()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('system_settings', 'Instance settings', 'as long as the instance', null, false, 'keep'),
    ('instance_identity', 'Id of the instance', 'as long as the instance', null, false, 'keep'),
    ('system_secrets', 'Passwords of the instance, encrypted', 'until removed', null, false, 'keep'),
    ('system_settings_changes', 'Changes of instance settings and who made them', 'as long as the instance',
      'user_id = $1',
      true, 'take the name out');
  $$;
revoke all on function data_map_of_system_settings() from public;
