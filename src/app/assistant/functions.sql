-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: accepts_replies
--   rows of other owners: purge_assistant_trash

-- Deletes all users' chats and facts 30 days after their deletion, and old requests of agents. Nightly job only.
create or replace function purge_assistant_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      chats_gone integer;
      memories_gone integer;
      requests_gone integer;
    begin
      if my_user_id() is not null then
        raise exception 'only jobs empty the trash' using errcode = '42501';
      end if;
      delete from assistant_chats where id in (select id from assistant_chats where deleted_at < oldest limit 200);
      get diagnostics chats_gone = row_count;
      delete from assistant_memories where id in
        (select id from assistant_memories where deleted_at < oldest limit 1000);
      get diagnostics memories_gone = row_count;
      -- Requests of agents, 30 days after they expired.
      delete from agent_requests where id in
        (select id from agent_requests where expires_at < oldest order by expires_at, id limit 1000);
      get diagnostics requests_gone = row_count;
      return chats_gone + memories_gone + requests_gone;
    end
  $$;

-- Fills the slot of src/platform/notify/functions.sql.
create or replace function accepts_replies() returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select exists (select from assistant_settings s where s.user_id = my_user_id() and s.accepts_replies)
      and exists (select from mail_accounts a where a.user_id = my_user_id() and a.deleted_at is null)
      and exists (select from profiles p where p.user_id = my_user_id() and p.agents_paused_at is null)
      and exists (select from users u where u.id = my_user_id() and u.suspended_at is null)
  $$;

revoke all on function purge_assistant_trash() from public;
grant execute on function purge_assistant_trash() to adjutant_app;
