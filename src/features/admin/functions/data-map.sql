-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_admin

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_admin()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('analytics_consents', 'Consent to usage analytics', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('backups', 'Backups', 'as long as the backup is kept', null, false, 'keep'),
    ('backup_schedules', 'Backup schedules', 'as long as the instance', null, false, 'keep');
  $$;
revoke all on function data_map_of_admin() from public;
