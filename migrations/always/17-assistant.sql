-- Chats and facts that have lain in the trash for more than 30 days, of everybody; for the nightly job only.
create or replace function purge_assistant_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      chats_gone integer;
      memories_gone integer;
    begin
      if my_user_id() is not null then
        raise exception 'only jobs empty the trash' using errcode = '42501';
      end if;
      delete from assistant_chats where id in (select id from assistant_chats where deleted_at < oldest limit 200);
      get diagnostics chats_gone = row_count;
      delete from assistant_memories where id in
        (select id from assistant_memories where deleted_at < oldest limit 1000);
      get diagnostics memories_gone = row_count;
      return chats_gone + memories_gone;
    end
  $$;

revoke all on function purge_assistant_trash() from public;
grant execute on function purge_assistant_trash() to adjutant_app;
