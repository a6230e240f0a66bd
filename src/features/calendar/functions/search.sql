-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: matching_events, search_events, search_events_fuzzy

-- As in tasks: search runs as the table owner, because row-level security prevents the use of its index, and filters
-- by user itself.

create or replace function matching_events(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select e.id from events e
    where e.user_id = (select my_user_id()) and e.search @@ search_query(asked) and e.deleted_at is null
    limit most
  $$;

-- For the palette, as in tasks: newest means latest start.
create or replace function search_events(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      words tsquery := palette_query(asked);
      matches uuid[];
    begin
      matches := array(
        select newest.id from (
          select e.id, e.search from events e where e.user_id = me and e.deleted_at is null
          order by e.start_time desc, e.id desc limit 2000
        ) newest
        where newest.search @@ words);
      if cardinality(matches) < most then
        matches := array(
          with held as materialized (
            select e.id, e.start_time from events e
            where e.user_id = me and e.search @@ words and e.deleted_at is null
          )
          select held.id from held order by held.start_time desc, held.id desc limit 300);
      end if;
      return query
        select best.id, best.title, concat_ws(' · ', event_day(best.start_time, best.is_all_day), best.location), best.fit
        from (
          select e.*, ts_rank(e.search, words) as fit from events e where e.id = any (matches)
          order by fit desc, e.start_time desc, e.id desc limit most
        ) best
        order by best.fit desc, best.start_time desc, best.id desc;
    end
  $$;

-- For misspelled words: similar titles among the newest thousand, which bounds the work.
drop function if exists search_events_nearly(text, integer);
create or replace function search_events_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select best.id, best.title, concat_ws('' · '', event_day(best.start_time, best.is_all_day), best.location), best.rank
        from (
          select near.* from (
            select e.*, word_similarity($2, e.title) as rank from (
              select e.id, e.title, e.start_time, e.is_all_day, e.location from events e
              where e.user_id = $1 and e.deleted_at is null
              order by e.created_at desc, e.id desc limit 1000
            ) e
          ) near
          where near.rank >= 0.45 order by near.rank desc, near.start_time desc, near.id desc limit $3
        ) best
        order by best.rank desc, best.start_time desc, best.id desc
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

revoke all on function matching_events(text, integer), search_events(text, integer),
  search_events_fuzzy(text, integer) from public;
grant execute on function matching_events(text, integer), search_events(text, integer),
  search_events_fuzzy(text, integer) to adjutant_app;
