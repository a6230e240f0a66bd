-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: people_with_commitments

-- For jobs: everybody whose mail and chats are read for promises, or only who has promises to be met or that a task has
-- met, in pages by id.
create or replace function people_with_commitments(after uuid, most integer, only_active boolean) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.id from users u
     where my_user_id() is null and u.suspended_at is null and u.id > after
       and not is_sample_person(u.id)
       and (not only_active or exists (
         select from commitments c where c.user_id = u.id and c.kind = 'promise'
           and (c.state in ('proposed', 'open') or c.state = 'met' and c.evidence_kind = 'task' and c.task_id is not null)))
     order by u.id limit most;
  $$;
revoke all on function people_with_commitments(uuid, integer, boolean) from public;
grant execute on function people_with_commitments(uuid, integer, boolean) to adjutant_app;
