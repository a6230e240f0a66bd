-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: publish_system_settings

-- Notifies every process after the commit (src/platform/system-settings/system-settings.ts).
create or replace function publish_system_settings() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('adjutant_signals', 'system_settings');
  return null;
end $$;

drop trigger if exists system_settings_tell on system_settings;
create or replace trigger system_settings_publish after insert or update on system_settings
  for each statement execute function publish_system_settings();
