-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: wants_notifications, notification_zone
--   rows of other owners: purge_locations, visible_pictures
--   policies ask: may_see_pictures_of

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

-- Whose picture the user may see: those whose presence is visible, who share a workspace or a conversation with the
-- user, or have each other as contacts.
create or replace function may_see_pictures_of() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select a.user_id from presence_peers_of(my_user_id()) a;
  $$;

-- Their pictures, with the addresses by which mail and invitations name them: nobody gets a face by an address that does
-- not count.
create or replace function visible_pictures(most integer) returns table (id uuid, user_id uuid, email text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.id, p.user_id, case when address_counts(u.address_state, u.address_reason) then u.email end
      from profile_pictures p join users u on u.id = p.user_id
     where p.user_id = my_user_id() or p.user_id in (select may_see_pictures_of())
     order by p.created_at desc, p.id limit most;
  $$;

revoke all on function purge_locations(), may_see_pictures_of(), visible_pictures(integer) from public;
grant execute on function purge_locations(), may_see_pictures_of(), visible_pictures(integer) to adjutant_app;
