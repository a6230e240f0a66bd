-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: announcements_since

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

revoke all on function announcements_since(uuid[], bigint[], integer) from public;
grant execute on function announcements_since(uuid[], bigint[], integer) to adjutant_app;
