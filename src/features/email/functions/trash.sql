-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: purge_email_trash

-- The nightly clean-up, across all users: deletes for good what has been in the trash for 30 days, in batches. The age
-- is fixed here, so that no caller can delete earlier. Returns the number of deleted rows.
create or replace function purge_email_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      emails_gone integer;
      templates_gone integer;
    begin
      if my_user_id() is not null then return 0; end if;
-- Mail that is still in a mailbox on its account's server is deleted only once it is gone there.
      delete from emails where id in (
        select e.id from emails e where e.deleted_at < oldest
          and not exists (select from mailbox_messages l where l.email_id = e.id) limit 1000);
      get diagnostics emails_gone = row_count;
      delete from email_attachments where id in (
        select id from email_attachments where email_id is null and created_at < now() - interval '2 days' limit 1000);
      delete from email_templates where id in (select id from email_templates where deleted_at < oldest limit 1000);
      get diagnostics templates_gone = row_count;
      delete from mail_searches where id in (select id from mail_searches where deleted_at < oldest limit 1000);
      return emails_gone + templates_gone;
    end
  $$;

revoke all on function purge_email_trash() from public;
grant execute on function purge_email_trash() to adjutant_app;
