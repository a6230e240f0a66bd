-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: announcements_since, stream_positions

-- New announcements of these people, each after that person's mark and in order. For the process that serves their open
-- streams, which acts as nobody: one statement for all who were notified at once.
create or replace function announcements_since(people uuid[], marks bigint[], most integer)
  returns table (id bigint, user_id uuid, resource text, record_ids text[])
  language sql stable security definer set search_path = public, pg_temp as $$
    select newer.id, newer.user_id, newer.resource, newer.record_ids
      from unnest(people, marks) as asked (person, mark)
      cross join lateral (
        select a.id, a.user_id, a.resource, a.record_ids from announcements a
         where a.user_id = asked.person and a.id > asked.mark order by a.id limit most) newer
     where my_user_id() is null
     order by newer.id;
  $$;

-- Where streams of these people begin, one row for each in the order asked: the latest announcement, whether the mark
-- that the stream resumes after is stored (0: all; null: from now on), and the rows since then.
create or replace function stream_positions(people uuid[], marks bigint[], most integer)
  returns table (latest bigint, is_known boolean, missed json)
  language sql stable security definer set search_path = public, pg_temp as $$
    select newest.id, known.is_known,
        case when known.is_known and asked.mark < newest.id then (
          select json_agg(json_build_object('id', later.id, 'resource', later.resource, 'ids', later.record_ids) order by later.id)
            from (select a.id, a.resource, a.record_ids from announcements a
                   where a.user_id = asked.person and a.id > asked.mark and a.id <= newest.id
                   order by a.id limit most) later) end
      from unnest(people, marks) with ordinality as asked (person, mark, place)
      cross join lateral (
        select coalesce(max(a.id), 0) as id from announcements a where a.user_id = asked.person) newest
      cross join lateral (
        select asked.mark is null or asked.mark in (0, newest.id) or exists (
          select from announcements a where a.user_id = asked.person and a.id = asked.mark) as is_known) known
     where my_user_id() is null
     order by asked.place;
  $$;

revoke all on function announcements_since(uuid[], bigint[], integer), stream_positions(uuid[], bigint[], integer)
  from public;
grant execute on function announcements_since(uuid[], bigint[], integer), stream_positions(uuid[], bigint[], integer)
  to adjutant_app;
