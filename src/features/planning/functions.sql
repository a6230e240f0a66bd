-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: defended_times
--   rows of other owners: purge_plan_blocks, people_whose_blocks_move
--   fill slots: ride_of

-- The nightly purge, for all users: what blocks were for, once their events are gone or a year old; the age is a constant
-- and no argument, so that nobody can purge earlier. Returns the number of deleted rows.
create or replace function purge_plan_blocks() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      gone integer;
    begin
      delete from plan_blocks where id in (
        select b.id from plan_blocks b
         where b.planned_end < now() - interval '1 year' or not exists (select from events e where e.id = b.event_id)
         limit 1000);
      get diagnostics gone = row_count;
      return gone;
    end
  $$;

-- Slot of src/features/calendar/functions/booking.sql: the focus hours within the working hours, day by day on the
-- person's clock, where they said that these are to be defended. Who asks as themselves reads their own rows only.
create or replace function defended_times(person uuid, clock text, since timestamptz, until timestamptz)
  returns table (start_time timestamptz, end_time timestamptz)
  language sql stable set search_path = public, pg_temp as $$
    select greatest(hours.from_time, since), least(hours.to_time, until)
      from plan_settings s
      left join calendar_settings c on c.user_id = s.user_id
      cross join lateral generate_series((since at time zone clock)::date::timestamp,
        (until at time zone clock)::date::timestamp, interval '1 day') day
      cross join lateral jsonb_to_recordset(s.focus) stretch ("from" integer, "to" integer)
      left join lateral (
        select one."from", one."to" from jsonb_to_recordset(c.other_hours) one (weekday integer, "from" integer, "to" integer)
         where one.weekday = extract(dow from day)::integer) other on true
      cross join lateral (select
        (day + make_interval(mins => greatest(stretch."from", other."from", case when other."from" is null
          then coalesce(c.work_from, 540) end))) at time zone clock as from_time,
        (day + make_interval(mins => least(stretch."to", other."to", case when other."to" is null
          then coalesce(c.work_to, 1020) end))) at time zone clock as to_time) hours
     where s.user_id = person and s.defends_focus <> 'off'
       and (other."from" is not null or extract(dow from day)::integer = any(coalesce(c.working_days, '{1,2,3,4,5}')))
       and hours.from_time < hours.to_time and hours.from_time < until and hours.to_time > since
  $$;

-- For the job that moves blocks: who allowed it and has blocks in the coming two days, in pages by id.
create or replace function people_whose_blocks_move(after uuid, most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select s.user_id from plan_settings s
     where my_user_id() is null and s.moves_by_itself and s.user_id > after
       and exists (select from plan_blocks b where b.user_id = s.user_id
         and b.planned_start between now() - interval '1 day' and now() + interval '2 days')
     order by s.user_id limit most
  $$;

-- Fills the slot of src/features/attention/functions.sql.
create or replace function ride_of(person uuid, event uuid) returns uuid
  language sql stable set search_path = public, pg_temp as $$
    select split_part(reason ->> 'item', ':', 2)::uuid
      from plan_blocks b cross join jsonb_array_elements(b.reasons) reason
     where b.user_id = person and b.event_id = event and reason ->> 'kind' = 'ride' limit 1
  $$;

revoke all on function purge_plan_blocks(), people_whose_blocks_move(uuid, integer) from public;
grant execute on function purge_plan_blocks(), people_whose_blocks_move(uuid, integer) to adjutant_app;
