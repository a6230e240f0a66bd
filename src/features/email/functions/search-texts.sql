-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: insert_email_search_texts, update_email_search_text
--   asked by SQL: folded_email, folded_recipients
--   near the data: after_restore_search_texts (a restore runs it by its name before there is a program)

-- The searched text of each mail (MAIL-76) is in a row of its own (decision 0133), which only these triggers write: a
-- change of the mail that search does not see leaves it as it is. The body counts as far as people can write one.
create or replace function folded_email(subject text, sender text, body text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$ select public.fold_text(subject || ' ' || sender) || ' ' || public.fold_text(left(body, 100000)) $$;

create or replace function folded_recipients(recipients text[], cc text[], bcc text[]) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$ select public.fold_text(recipients) || ' ' || public.fold_text(cc) || ' ' || public.fold_text(bcc) $$;

create or replace function insert_email_search_texts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into email_search_texts (email_id, user_id, content, recipients)
      select e.id, e.user_id, folded_email(e.subject, e.sender, e.body), folded_recipients(e.recipients, e.cc, e.bcc)
      from new_rows e;
      return null;
    end
  $$;

create or replace function update_email_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update email_search_texts t set user_id = new.user_id, content = folded_email(new.subject, new.sender, new.body),
        recipients = folded_recipients(new.recipients, new.cc, new.bcc)
      where t.email_id = new.id;
      return null;
    end
  $$;

create or replace trigger search_texts_of_inserted after insert on emails
  referencing new table as new_rows for each statement execute function insert_email_search_texts();
create or replace trigger search_text_of_updated after update of user_id, subject, sender, body, recipients, cc, bcc on emails
  for each row when ((old.user_id, old.subject, old.sender, old.body, old.recipients, old.cc, old.bcc)
    is distinct from (new.user_id, new.subject, new.sender, new.body, new.recipients, new.cc, new.bcc))
  execute function update_email_search_text();

-- Backups are without these texts (src/platform/database/backup/backup.ts): they follow from the mails.
comment on table email_search_texts is 'derived';
create or replace function after_restore_search_texts() returns void
  language sql volatile set search_path = public, pg_temp as $$
    insert into email_search_texts (email_id, user_id, content, recipients)
    select e.id, e.user_id, folded_email(e.subject, e.sender, e.body), folded_recipients(e.recipients, e.cc, e.bcc)
    from emails e
    where not exists (select from email_search_texts t where t.email_id = e.id)
  $$;

revoke all on function insert_email_search_texts(), update_email_search_text(), after_restore_search_texts() from public;
