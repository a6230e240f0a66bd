-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: due_briefings, people_to_refresh, due_feeds, sweep_daily_operations,
--     failing_connections
--   asked by SQL: known_zone

-- Null for a time zone that PostgreSQL does not know: one unknown name would fail the query for everybody.
create or replace function known_zone(name text) returns text
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  perform now() at time zone name;
  return name;
exception when others then
  return 'UTC';
end $$;

-- People whose briefing is due at the instant, and its local date: the local time has reached briefing_time (a time
-- skipped by a clock change is taken after the gap, a repeated one the second time), and no run is recorded for that
-- day. Not for instants before the account or the schedule was created. A day that has ended meanwhile is caught up
-- within an hour, so that 23:59 is not lost to a late run. Only for jobs, which run without a user.
create or replace function due_briefings(at timestamptz, most integer) returns table (person uuid, day date)
  language sql stable security definer set search_path = public, pg_temp as $$
    with people as (
      select u.id, coalesce(s.timezone, p.time_zone, 'UTC') as zone, coalesce(s.briefing_time, '08:00')::time as wanted,
             greatest(u.created_at, s.scheduled_at) as since, coalesce(s.weekdays, '{1,2,3,4,5,6,7}') as weekdays
        from users u
        join profiles p on p.user_id = u.id
        left join daily_operations_settings s on s.user_id = u.id
       where coalesce(s.briefing_enabled, true)
         and exists (select from user_roles r where r.user_id = u.id)
    ), zones as materialized (
      select zone, known_zone(zone) as name from (select distinct zone from people) named
    )
    select people.id, days.day
      from people
      join zones using (zone)
      cross join lateral (
        select (at at time zone zones.name)::date as today
      ) clock
      cross join lateral (values (clock.today), (clock.today - 1)) days (day)
      cross join lateral (
        select (days.day + people.wanted) at time zone zones.name as due
      ) moment
     where my_user_id() is null
       and moment.due <= at and moment.due > people.since
       and (moment.due at time zone zones.name)::date = days.day
       and extract(isodow from days.day) = any(people.weekdays)
       and (days.day = clock.today or at - moment.due < interval '1 hour')
       and not exists (select from briefing_runs r where r.user_id = people.id and r.briefing_date = days.day)
     order by moment.due, people.id
     limit most
  $$;

-- People with places, active within two days, with readings half an hour old. Only for jobs, which run without a user.
create or replace function people_to_refresh(most integer) returns table (person uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select seen.user_id
      from last_seen seen
      left join daily_operations_settings s on s.user_id = seen.user_id
     where my_user_id() is null
       and seen.seen_at > now() - interval '2 days'
       and (coalesce(s.weather_enabled, true) or coalesce(s.traffic_enabled, true))
       and exists (select from user_locations l where l.user_id = seen.user_id and l.deleted_at is null)
       and not exists (select from weather_data w where w.user_id = seen.user_id
                        and w.last_updated > now() - interval '30 minutes')
     order by seen.seen_at desc, seen.user_id
     limit most
  $$;

-- Only for jobs, which run without a user.
create or replace function due_feeds(most integer) returns table (person uuid, feed uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select f.user_id, f.id
      from news_feeds f
      left join daily_operations_settings s on s.user_id = f.user_id
     where my_user_id() is null and f.deleted_at is null and f.next_read_at <= now()
       and coalesce(s.news_enabled, true)
     order by f.next_read_at, f.id
     limit most
  $$;

create or replace function sweep_daily_operations() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    delete from news_articles where published_at < now() - interval '30 days';
    delete from voice_commands where created_at < now() - interval '1 year';
    delete from news_feeds where deleted_at < now() - interval '30 days';
    delete from briefing_runs where briefing_date < current_date - 30;
  $$;

-- Connections that only their owner can fix and whose owner was not notified. `key` is unique per failure, because it
-- contains the time of the last success. Temporary errors are left out. Only for jobs, which run without a user.
drop function if exists failing_connections(integer);
create or replace function failing_connections(most integer)
  returns table (person uuid, key text, kind text, name text, message text, href text)
  language sql stable security definer set search_path = public, pg_temp as $$
    with failing as (
      select user_id, 'mail' as kind, id, synced_at as well_at, address as name,
             concat_ws(' ', reason, remedy) as message, '/email' as href
        from mail_accounts where deleted_at is null and state = 'needs_you'
      union all
      select user_id, 'integration', id, last_sync,
             initcap(replace(provider, '_', ' ')), last_error, '/integrations'
        from integrations where status = 'error' and sync_state = 'needs_you'
      union all
      select user_id, 'calendar', id, last_synced_at, left(name, 100),
             last_error, '/calendar'
        from calendars where deleted_at is null and state in ('auth_failed', 'refused')
    )
    select alert.user_id, alert.key, alert.kind, alert.name, coalesce(alert.message, ''), alert.href
      from (select *, 'sync ' || kind || ' ' || id || ' ' || coalesce(extract(epoch from well_at)::bigint, 0) as key
              from failing) alert
     where my_user_id() is null
       and not exists (select from smart_notifications n where n.user_id = alert.user_id and n.dedupe_key = alert.key)
     limit most
  $$;

revoke all on function due_briefings(timestamptz, integer), people_to_refresh(integer), due_feeds(integer),
  sweep_daily_operations(), failing_connections(integer) from public;
grant execute on function due_briefings(timestamptz, integer), people_to_refresh(integer), due_feeds(integer),
  sweep_daily_operations(), failing_connections(integer) to adjutant_app;
