-- get_integration_stats of the specification: per provider, counted from the runs. Row-level security binds the caller,
-- so that it answers nothing about anybody else.
create or replace function get_integration_stats(user_uuid uuid)
  returns table (provider text, last_sync timestamptz, total_syncs integer, successful_syncs integer)
  language sql stable set search_path = public, pg_temp as $$
    select runs.provider, max(runs.finished_at) filter (where runs.is_successful),
           count(*)::integer, (count(*) filter (where runs.is_successful))::integer
      from public.integration_syncs runs
     where runs.user_id = user_uuid
     group by runs.provider
     order by runs.provider;
  $$;

-- Whose connected accounts are due to be synced by themselves; the job then acts as each of them.
create or replace function due_integrations(older_than interval) returns table (user_id uuid, provider text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select due.user_id, due.provider
      from public.integrations due
     where due.status = 'connected' and due.auto_sync
       and (due.last_sync is null or due.last_sync < now() - older_than)
     order by due.last_sync nulls first
     limit 1000;
  $$;

-- Runs older than 90 days and connections that nobody came back from.
create or replace function purge_integration_history() returns integer
  language sql security definer set search_path = public, pg_temp as $$
    with runs as (
      delete from public.integration_syncs where id in (
        select id from public.integration_syncs where started_at < now() - interval '90 days' limit 1000)
      returning 1
    ), requests as (
      delete from public.connection_requests where id in (
        select id from public.connection_requests where expires_at < now() limit 1000)
      returning 1
    )
    select (select count(*) from runs)::integer + (select count(*) from requests)::integer;
  $$;

revoke all on function due_integrations(interval), purge_integration_history() from public;
grant execute on function due_integrations(interval), purge_integration_history() to adjutant_app;
