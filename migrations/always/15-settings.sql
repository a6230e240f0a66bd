-- The nightly sweep, for everybody: a place that was deleted 30 days ago goes for good. The age is written here and not
-- given, so that nobody can sweep earlier.
create or replace function purge_locations() returns void
  language sql security definer set search_path = public, pg_temp as $$
    delete from user_locations where deleted_at < now() - interval '30 days';
  $$;
revoke all on function purge_locations() from public;
grant execute on function purge_locations() to adjutant_app;
