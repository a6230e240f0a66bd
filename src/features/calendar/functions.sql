-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: mark_event_unsynced
--   rows of other owners: analyze_events, event_day, purge_events_trash, series_to_renew, calendars_to_sync,
--     open_calendar_feed

-- Every single event, exception and occurrence of a series as one row. Row-level security is that of the tables. The
-- columns are those of events, whatever its fields; before.sql drops the views so that columns may change. Each half
-- has a name, so that a list takes its first rows by the index and no more.
do $$
  declare
    shared text := (select string_agg(format('e.%I', attname), ', ' order by attnum) from pg_attribute
      where attrelid = 'events'::regclass and attnum > 0 and not attisdropped
        and attname not in ('id', 'user_id', 'start_time', 'end_time', 'series_id', 'recurrence_id', 'sync_error'));
  begin
    execute format('create or replace view single_event_times with (security_invoker = true) as
      select e.id, e.user_id, e.start_time, e.end_time, e.series_id, e.recurrence_id, %s
      from events e where not e.is_series', shared);
    execute format('create or replace view occurrence_event_times with (security_invoker = true) as
      select o.id, o.user_id, o.start_time, o.end_time, e.id as series_id, o.start_time as recurrence_id, %s
      from event_occurrences o join events e on e.id = o.event_id', shared);
  end
$$;
create or replace view event_times with (security_invoker = true) as
  select * from single_event_times union all select * from occurrence_event_times;
grant select on single_event_times, occurrence_event_times, event_times to adjutant_app;

-- After a bulk insert: without statistics, lists are planned as if the tables were empty. Does nothing if another
-- process has the lock, for example to analyze them already.
create or replace function analyze_events() returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
    begin
      analyze events;
      analyze event_occurrences;
    exception when lock_not_available then null;
    end
  $$;

-- The day of an event for the palette, in the zone of its owner's profile; an all-day event has its day in UTC.
create or replace function event_day(start_time timestamptz, is_all_day boolean) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select to_char(start_time at time zone case when is_all_day then 'UTC' else coalesce(
      (select p.time_zone from profiles p where p.user_id = (select my_user_id())), 'UTC') end, 'Mon DD, YYYY')
  $$;

-- The nightly purge, for all users; the age is a constant and no argument, so that nobody can purge earlier.
create or replace function purge_events_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      gone integer;
    begin
      delete from events where id in (
        select id from events where deleted_at < now() - interval '30 days' limit 1000);
      get diagnostics gone = row_count;
      delete from calendars where deleted_at < now() - interval '30 days';
      delete from calendar_accounts where deleted_at < now() - interval '30 days';
      delete from booking_pages where deleted_at < now() - interval '30 days';
      return gone;
    end
  $$;

-- For the nightly renewal, which then acts as each owner: series that end too soon, and those with reminders.
create or replace function series_to_renew(after uuid, most integer)
  returns table (id uuid, user_id uuid, is_short boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select e.id, e.user_id, coalesce(e.expanded_until < now() + interval '700 days', true)
      from events e
     where my_user_id() is null and e.is_series and e.deleted_at is null and e.id > after
       and (coalesce(e.expanded_until < now() + interval '700 days', true)
            or jsonb_array_length(coalesce(e.reminder_settings -> 'minutesBefore', '[]')) > 0)
     order by e.id limit most
  $$;

-- External calendars of all users that are due, or the named one. Sets their next sync time, so that no two workers
-- sync the same calendar.
drop function if exists calendars_to_sync(uuid, integer);
create function calendars_to_sync(named uuid, most integer)
  returns table (id uuid, user_id uuid, kind text, url text, etag text, last_modified text, failures integer,
    integration_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update calendars c set next_sync_at = now() + interval '30 minutes'
     where my_user_id() is null and c.id in (
       select due.id from calendars due
        where due.deleted_at is null and due.url is not null
          and (due.id = named or (named is null and due.next_sync_at <= now()))
        order by due.next_sync_at, due.id limit most for update skip locked)
    returning c.id, c.user_id, c.kind, c.url, c.etag, c.last_modified, c.failures, c.integration_id
  $$;

-- The owner of the events behind a feed address; null rows if it never existed or was revoked.
drop function if exists open_calendar_feed(text);
create function open_calendar_feed(hash text)
  returns table (user_id uuid, calendar_id uuid, includes_private boolean)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update calendar_feeds f set last_read_at = now()
     where f.token_hash = hash and f.revoked_at is null
    returning f.user_id, f.calendar_id, f.includes_private
  $$;

-- Marks every local change to an event of a CalDAV, Google or Microsoft calendar for push; changes made by sync itself
-- are not marked. An exception is pushed with its series.
create or replace function mark_event_unsynced() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
    begin
      if current_setting('app.calendar_sync', true) = 'on' then
        return null;
      end if;
      update events e set sync_state = 'pending' from calendars c
       where e.id = coalesce(new.series_id, new.id) and c.id = e.calendar_id and c.kind in ('caldav', 'google', 'microsoft')
         and c.deleted_at is null and (e.sync_state is null or e.sync_state = 'refused');
      return null;
    end
  $$;

create or replace trigger events_unsynced
  after insert or update of title, description, start_time, end_time, location, meeting_link, attendees, category,
    is_all_day, reminder_settings, rrule, rdates, exdates, zone, status, transparency, visibility, participants, deleted_at
  on events for each row when (new.calendar_id is not null)
  execute function mark_event_unsynced();

revoke all on function analyze_events(), series_to_renew(uuid, integer), calendars_to_sync(uuid, integer),
  open_calendar_feed(text), event_day(timestamptz, boolean), purge_events_trash() from public;
grant execute on function analyze_events(), series_to_renew(uuid, integer), calendars_to_sync(uuid, integer),
  open_calendar_feed(text), purge_events_trash() to adjutant_app;
