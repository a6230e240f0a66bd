-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: wants_notifications, notification_zone
--   rows of other owners: purge_locations

-- Nightly, for all users: permanently deletes places that were deleted 30 days ago. The age is fixed here and no
-- argument, so that nobody can purge earlier.
create or replace function purge_locations() returns void
  language sql security definer set search_path = public, pg_temp as $$
    delete from user_locations where deleted_at < now() - interval '30 days';
  $$;

-- Fills the slot of src/platform/notify/functions.sql.
create or replace function wants_notifications(person uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  wanted boolean;
begin
  if to_regclass('public.daily_operations_settings') is not null then
    execute 'select smart_notifications_enabled from daily_operations_settings where user_id = $1'
      into wanted using person;
  end if;
  return coalesce(wanted, true);
end $$;

-- Fills the slot of src/platform/notify/functions.sql.
create or replace function notification_zone(person uuid) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  zone text;
begin
  if to_regclass('public.daily_operations_settings') is not null then
    execute 'select timezone from daily_operations_settings where user_id = $1' into zone using person;
  end if;
  zone := coalesce(zone, (select time_zone from profiles where user_id = person), 'UTC');
  perform now() at time zone zone;
  return zone;
exception when others then
  return 'UTC';
end $$;

revoke all on function purge_locations() from public;
grant execute on function purge_locations() to adjutant_app;
