-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: purge_communication_trash

-- The nightly purge for all users: deletes what has been in the trash for 30 days, one batch per call. Returns the
-- number of deleted rows.
create or replace function purge_communication_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      messages_gone integer;
      contacts_gone integer;
      conversations_gone integer;
    begin
      delete from messages where id in (select id from messages where deleted_at < oldest limit 1000);
      get diagnostics messages_gone = row_count;
      delete from contacts where id in (select id from contacts where deleted_at < oldest limit 1000);
      get diagnostics contacts_gone = row_count;
      delete from conversations where id in (select id from conversations where deleted_at < oldest limit 10);
      get diagnostics conversations_gone = row_count;
      return messages_gone + contacts_gone + conversations_gone;
    end
  $$;

revoke all on function purge_communication_trash() from public;
grant execute on function purge_communication_trash() to adjutant_app;
