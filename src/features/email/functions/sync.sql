-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: queue_mail_operation, queue_draft_operation
--   rows of other owners: has_synced_accounts, claim_mail_leases, renew_mail_leases, release_mail_leases

-- A local change to a message of a connected account has to be repeated on its server: this trigger queues it in
-- `mail_pending_operations` in the same transaction. Changes that came from the server (app.mail_sync) are not sent
-- back.
create or replace function queue_mail_operation() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
    declare
      added text[] := '{}';
      removed text[] := '{}';
      target text;
    begin
      if current_setting('app.mail_sync', true) = 'on'
        or not (new.is_unplaced or exists (select from mailbox_messages l where l.email_id = new.id)) then
        return null;
      end if;
      if new.is_read <> old.is_read and new.status = 'received' then
        if new.is_read then added := added || '\Seen'::text; else removed := removed || '\Seen'::text; end if;
      end if;
      if new.is_starred <> old.is_starred then
        if new.is_starred then added := added || '\Flagged'::text; else removed := removed || '\Flagged'::text; end if;
      end if;
      if new.is_answered and not old.is_answered then added := added || '\Answered'::text; end if;
      if cardinality(added) + cardinality(removed) > 0 then
        insert into mail_pending_operations (user_id, account_id, email_id, kind, detail)
        values (new.user_id, new.account_id, new.id, 'flag',
          jsonb_build_object('kind', 'flag', 'add', added, 'remove', removed));
      end if;
      target := case
        when new.deleted_at is not null and old.deleted_at is null then 'trash'
        when new.deleted_at is null and old.deleted_at is not null
          then case when new.status in ('sent', 'uncertain') then 'sent' when new.status = 'draft' then 'drafts' when new.category = 'archived' then 'archive' else 'inbox' end
        when new.deleted_at is not null or new.status <> 'received' then null
        when new.category = 'archived' and old.category is distinct from 'archived' then 'archive'
        when old.category = 'archived' and new.category is distinct from 'archived' then 'inbox'
      end;
      if target is not null then
        insert into mail_pending_operations (user_id, account_id, email_id, kind, detail)
        values (new.user_id, new.account_id, new.id, 'move', jsonb_build_object('kind', 'move', 'role', target, 'path', null));
      end if;
      return null;
    end
  $$;

drop trigger if exists emails_note_mail_op on emails;
create trigger emails_note_mail_op
  after update of is_read, is_starred, is_answered, category, deleted_at on emails
  for each row when (new.account_id is not null)
  execute function queue_mail_operation();

-- A draft of an account is also stored in its Drafts folder: saved there when the writer pauses, and removed when it is
-- sent or moved to another account; deleting and restoring are moves (above).
create or replace function queue_draft_operation() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
    declare
      was_draft boolean := tg_op = 'UPDATE' and old.status = 'draft' and old.account_id is not null;
      is_draft boolean := new.status = 'draft' and new.account_id is not null and new.deleted_at is null;
    begin
      if current_setting('app.mail_sync', true) = 'on' then return null; end if;
      insert into mail_pending_operations (user_id, account_id, email_id, kind, detail, due_at)
      select new.user_id, account, new.id, 'draft', '{"kind": "draft"}'::jsonb,
        now() + case when is_draft then interval '10 seconds' else interval '0' end
      from (
        select new.account_id as account where is_draft or (was_draft and old.account_id = new.account_id
          and new.status <> 'draft')
        union
        select old.account_id where was_draft and old.account_id is distinct from new.account_id
      ) accounts
      where not exists (select from mail_pending_operations o
        where o.email_id = new.id and o.account_id = account and o.kind = 'draft' and o.state = 'queued')
        and exists (select from mailboxes b where b.account_id = account and b.role = 'drafts');
      return null;
    end
  $$;

drop trigger if exists emails_note_draft on emails;
create trigger emails_note_draft
  after insert or update of subject, body, html, recipients, cc, bcc, status, account_id, has_attachments, is_receipt_requested
    on emails
  for each row execute function queue_draft_operation();

-- Whether anybody has an account whose mailbox is read.
create or replace function has_synced_accounts() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select my_user_id() is null
      and exists (select from mail_accounts where deleted_at is null and state <> 'leaving')
  $$;

-- Leases accounts without a valid lease to the process with this id, for 60 seconds.
drop function if exists claim_mail_leases(uuid, integer);
create or replace function claim_mail_leases(process uuid, most integer)
  returns table (account_id uuid, user_id uuid)
  language sql security definer set search_path = public, pg_temp as $$
    update mail_accounts a
    set lease_by = process, lease_until = now() + interval '60 seconds'
    from (
      select m.id from mail_accounts m
      where my_user_id() is null and m.deleted_at is null and m.state not in ('needs_you', 'leaving')
        and (m.lease_until is null or m.lease_until < now())
        and (m.retry_at is null or m.retry_at <= now())
      order by m.lease_until nulls first, m.id limit most for update of m skip locked
    ) free
    where a.id = free.id
    returning a.id, a.user_id
  $$;

-- Renews the leases of this process and returns the accounts it still holds, with whether operations are pending for
-- their servers and whether a sync was requested.
drop function if exists renew_mail_leases(uuid, uuid[]);
create function renew_mail_leases(process uuid, held uuid[])
  returns table (account_id uuid, has_work boolean, is_asked boolean)
  language sql security definer set search_path = public, pg_temp as $$
    with prolonged as (
      update mail_accounts a set lease_until = now() + interval '60 seconds'
      where my_user_id() is null and a.id = any (held) and a.lease_by = process and a.deleted_at is null
        and a.lease_until < now() + interval '40 seconds'
      returning a.id)
    select a.id,
      exists (select from mail_pending_operations o where o.account_id = a.id and o.state = 'queued' and o.due_at <= now()),
      coalesce(a.retry_at <= now(), false)
    from mail_accounts a
    where my_user_id() is null and a.id = any (held) and a.lease_by = process and a.deleted_at is null
      and a.state <> 'leaving'
  $$;

drop function if exists release_mail_leases(uuid);
create or replace function release_mail_leases(process uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update mail_accounts set lease_by = null, lease_until = null
    where my_user_id() is null and lease_by = process
  $$;

revoke all on function has_synced_accounts(), release_mail_leases(uuid), claim_mail_leases(uuid, integer),
  renew_mail_leases(uuid, uuid[]) from public;
grant execute on function has_synced_accounts(), release_mail_leases(uuid), claim_mail_leases(uuid, integer),
  renew_mail_leases(uuid, uuid[]) to adjutant_app;
