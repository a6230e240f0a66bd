-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: people_to_meet, defended_times
--   rows of other owners: busy_times, working_hours, open_booking_page, open_booking, booking_slots,
--     booking_slug_is_taken, bookings_from, busy_times_of_people

-- Free times: of a person for visitors who book, of colleagues for those who look for a time. They show only that a
-- time is taken, nothing else of the calendar.

-- The hours that a person wants free of meetings.
-- Slot: filled by src/features/planning/functions.sql.
create or replace function defended_times(person uuid, clock text, since timestamptz, until timestamptz)
  returns table (start_time timestamptz, end_time timestamptz)
  language sql stable set search_path = public, pg_temp as $$
    select null::timestamptz, null::timestamptz where false;
  $$;

-- When a person is busy: own events that are opaque, not cancelled and not declined. All-day events cover their days
-- in the person's time zone. Both branches are range scans; only few events last longer than a day. Nothing tells what
-- is an event from hours that the person defends; these have no event, so their id is that of none.
create or replace function busy_times(person uuid, clock text, since timestamptz, until timestamptz)
  returns table (event_id uuid, start_time timestamptz, end_time timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id, shown.from_time, shown.to_time
      from (
        select * from event_times where user_id = person and start_time >= since - interval '2 days' and start_time < until + interval '1 day'
        union all
        select * from event_times where user_id = person and end_time - start_time > interval '1 day'
          and end_time > since - interval '1 day' and start_time < since - interval '2 days'
      ) t
      cross join lateral (select
        case when t.is_all_day then (t.start_time at time zone 'UTC') at time zone clock else t.start_time end as from_time,
        case when t.is_all_day then (t.end_time at time zone 'UTC') at time zone clock else t.end_time end as to_time) shown
     where t.deleted_at is null and t.transparency = 'opaque' and t.status <> 'cancelled'
       and shown.from_time < until and shown.to_time > since
       and not exists (
         select from jsonb_array_elements(t.participants) one
          where one ->> 'status' = 'declined'
            and lower(one ->> 'address') = (select lower(p.email) from profiles p where p.user_id = person))
    union all
    select '00000000-0000-0000-0000-000000000000', d.start_time, d.end_time from defended_times(person, clock, since, until) d
  $$;

-- When a person works; the defaults of calendar_settings where nothing was saved.
drop function if exists working_hours(uuid);
create or replace function working_hours(person uuid)
  returns table (zone text, days integer[], from_minute integer, to_minute integer, other_hours jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(nullif(p.time_zone, ''), 'UTC'), coalesce(s.working_days, '{1,2,3,4,5}'),
      coalesce(s.work_from, 540), coalesce(s.work_to, 1020), coalesce(s.other_hours, '[]')
      from profiles p left join calendar_settings s on s.user_id = p.user_id where p.user_id = person
  $$;

-- The page with this slug, while it is open. For anybody.
create or replace function open_booking_page(asked text) returns table (id uuid, user_id uuid, owner_name text, time_zone text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select b.id, b.user_id, coalesce(nullif(p.full_name, ''), ''), coalesce(nullif(p.time_zone, ''), 'UTC')
      from booking_pages b join profiles p on p.user_id = b.user_id
     where b.slug = asked and b.is_open and b.deleted_at is null
  $$;

-- The booking of the link in a visitor's mail, even if its page has been closed since.
create or replace function open_booking(hash text) returns table (id uuid, user_id uuid, slug text, owner_name text, time_zone text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select k.id, k.user_id, b.slug, coalesce(nullif(p.full_name, ''), ''), coalesce(nullif(p.time_zone, ''), 'UTC')
      from bookings k join booking_pages b on b.id = k.page_id join profiles p on p.user_id = k.user_id
     where k.token_hash = hash and b.deleted_at is null
  $$;

-- The start times that a page offers between two instants, for 45 days at most. `ignored` is the event of a booking
-- that is being moved: it does not count as busy. A day that has reached its limit offers nothing.
create or replace function booking_slots(
    page uuid, moment timestamptz, since timestamptz, until timestamptz, ignored uuid)
  returns table (start_time timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    with offer as materialized (
      select b.id, b.user_id, w.zone, coalesce(b.days, w.days) as days,
        coalesce(b.from_minute, w.from_minute) as from_minute, coalesce(b.to_minute, w.to_minute) as to_minute,
        case when b.from_minute is null and b.to_minute is null then w.other_hours else '[]' end as other_hours,
        b.minutes, b.slot_minutes, b.max_per_day, make_interval(mins => b.minutes) as length,
        make_interval(mins => b.buffer_before) as before, make_interval(mins => b.buffer_after) as after,
        greatest(since, moment + make_interval(mins => b.notice_minutes)) as first,
        least(until, since + interval '45 days', moment + make_interval(days => b.days_ahead)) as last
      from booking_pages b cross join lateral working_hours(b.user_id) w
      where b.id = page and b.deleted_at is null
    ), busy as materialized (
      select t.start_time, t.end_time from offer
        cross join lateral busy_times(offer.user_id, offer.zone, offer.first - interval '1 day', offer.last + interval '1 day') t
      where t.event_id is distinct from ignored
    ), taken as materialized (
      select (e.start_time at time zone offer.zone)::date as day, count(*) as times
        from offer join bookings k on k.page_id = offer.id and k.cancelled_at is null
        join events e on e.id = k.event_id and e.deleted_at is null and e.id is distinct from ignored
       where e.start_time >= offer.first - interval '2 days' and e.start_time < offer.last + interval '2 days'
       group by 1
    ), starts as (
      select distinct day::date as day, (day + make_interval(mins => minute)) at time zone offer.zone as at
        from offer
        cross join lateral generate_series((offer.first at time zone offer.zone)::date::timestamp,
          (offer.last at time zone offer.zone)::date::timestamp, interval '1 day') day
        left join lateral (
          select (one ->> 'from')::integer as from_minute, (one ->> 'to')::integer as to_minute
            from jsonb_array_elements(offer.other_hours) one
           where (one ->> 'weekday')::integer = extract(dow from day)::integer) other on true
        cross join lateral generate_series(coalesce(other.from_minute, offer.from_minute),
          coalesce(other.to_minute, offer.to_minute) - offer.minutes, offer.slot_minutes) minute
       where offer.first < offer.last and extract(dow from day)::integer = any(offer.days)
    )
    select starts.at from starts cross join offer left join taken on taken.day = starts.day
     where starts.at >= offer.first and starts.at < offer.last
       and (offer.max_per_day is null or coalesce(taken.times, 0) < offer.max_per_day)
       and not exists (
         select from busy where busy.start_time < starts.at + offer.length + offer.after
           and busy.end_time > starts.at - offer.before)
     order by 1 limit 3000
  $$;

-- Closed pages keep their slug too.
create or replace function booking_slug_is_taken(asked text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from booking_pages where slug = asked and deleted_at is null)
  $$;

-- The number of bookings from this source in the last hour, on all pages.
create or replace function bookings_from(source text) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*)::integer from bookings where source_hash = source and created_at > now() - interval '1 hour'
  $$;

drop function if exists people_to_meet();

-- The members of the caller's workspaces, the caller first, with their working hours: with whom the caller may look
-- for a time.
-- Slot: filled by src/features/team/functions.sql.
create or replace function people_to_meet()
  returns table (user_id uuid, full_name text, email text, zone text, days integer[], from_minute integer, to_minute integer,
    other_hours jsonb)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid, null::text, null::text, null::text, null::integer[], null::integer, null::integer, null::jsonb where false;
  $$;

-- When these people are busy, within 32 days, and nothing else of their calendars.
create or replace function busy_times_of_people(people uuid[], since timestamptz, until timestamptz)
  returns table (user_id uuid, start_time timestamptz, end_time timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id, greatest(b.start_time, since), least(b.end_time, least(until, since + interval '32 days'))
      from people_to_meet() p
      cross join lateral busy_times(p.user_id, p.zone, since, least(until, since + interval '32 days')) b
     where p.user_id = any(people)
     order by 1, 2 limit 20000
  $$;

revoke all on function defended_times(uuid, text, timestamptz, timestamptz), busy_times(uuid, text, timestamptz, timestamptz), working_hours(uuid), open_booking_page(text),
  open_booking(text), bookings_from(text), booking_slug_is_taken(text),
  booking_slots(uuid, timestamptz, timestamptz, timestamptz, uuid), people_to_meet(),
  busy_times_of_people(uuid[], timestamptz, timestamptz) from public;
grant execute on function defended_times(uuid, text, timestamptz, timestamptz), open_booking_page(text), open_booking(text), bookings_from(text), booking_slug_is_taken(text),
  booking_slots(uuid, timestamptz, timestamptz, timestamptz, uuid), people_to_meet(),
  busy_times_of_people(uuid[], timestamptz, timestamptz) to adjutant_app;
