-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: release_held_mail, record_delivery_step
--   rows of other owners: local_mailboxes, claim_due_reminders
--   near the data: after_restore_hold_mail (a restore runs it by its name before there is a program)

-- The users of this instance by address. Sample colleagues have no mailbox that anybody reads.
drop function if exists local_mailboxes(text[]);
create function local_mailboxes(addresses text[])
  returns table (address text, user_id uuid, address_counts boolean, has_account boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select lower(u.email), u.id, address_counts(u.address_state, u.address_reason), exists (
      select from mail_accounts a
      where a.user_id = u.id and lower(a.address) = lower(u.email) and a.deleted_at is null)
    from users u
    where lower(u.email) = any (addresses) and lower(u.email) not like '%.example'
  $$;

-- Queues mail that was held for an address as soon as the address counts: mail sent from it, and mail sent to it. The
-- two reasons are those of src/features/email/delivery/delivery-reasons.ts. A message that still may not be sent is held again.
create or replace function release_held_mail() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not address_counts(new.address_state, new.address_reason) then
    return null;
  end if;
  with released as (
    update mail_recipients r set state = 'queued', reason = null
    where r.state = 'held' and (
      (r.user_id = new.id and r.reason = 'Held until your email address is proven or vouched for')
      or (r.reason = 'Held until this email address is proven or vouched for'
        and position(lower(new.email) in lower(r.address)) > 0))
    returning r.delivery_id)
  update mail_deliveries d set state = 'queued', reason = null, due_at = now(), attempt = 0, is_external = false,
      updated_at = now()
    where d.id in (select delivery_id from released) and d.state = 'held';
  return null;
end $$;

create or replace trigger users_release_mail after update of email, address_state, address_reason on users
  for each row when (new.address_state <> 'unproven') execute function release_held_mail();

-- A restored instance may not send what the instance that was saved has sent since (see `restore`).
create or replace function after_restore_hold_mail() returns void
  language sql set search_path = public, pg_temp as $$
    update mail_recipients set state = 'held', reason = 'Not delivered: this workspace was restored from a backup'
    where state = 'queued';
    update mail_deliveries set state = 'held', reason = 'Not delivered: this workspace was restored from a backup',
      lease_by = null, lease_until = null
    where state in ('queued', 'sending');
    update emails e set status = 'held', sent_at = null, folder = 'outbox' from mail_deliveries d
    where d.email_id = e.id and d.state = 'held' and e.status = 'sent';
    update mail_pending_operations set state = 'refused', reason = 'This workspace was restored from a backup' where state = 'queued';
    update mail_accounts set state = 'needs_you', lease_by = null, lease_until = null,
      reason = 'This workspace was restored from a backup.', remedy = 'Press Sync now if it is to follow this account.'
    where deleted_at is null;
  $$;

-- Due reminders for sent mail, across all users: returns each once, with whether anybody replied. Nobody can reply to
-- mail that was not, or perhaps not, sent: its reminder waits.
create or replace function claim_due_reminders(most integer)
  returns table (id uuid, user_id uuid, subject text, answered boolean)
  language sql security definer set search_path = public, pg_temp as $$
    update emails e set remind_at = null, version = e.version + 1
    from (
      select m.id from emails m where my_user_id() is null and m.remind_at <= now() and m.deleted_at is null and m.status = 'sent'
      order by m.remind_at, m.id limit most for update skip locked
    ) due
    where e.id = due.id
    returning e.id, e.user_id, e.subject, exists (
      select 1 from emails r where r.user_id = e.user_id and r.thread_id = e.thread_id
        and r.created_at > e.created_at and r.status = 'received' and not r.is_automatic)
  $$;

-- The delivery history of one recipient: every change of its state adds a step, and so does an attempt with the same
-- result as the one before. The newest fifty are kept.
create or replace function record_delivery_step() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
    begin
      if jsonb_array_length(old.history) >= 50 then
        new.history := old.history - 0;
      end if;
      new.history := new.history || jsonb_build_array(
        jsonb_build_object('at', clock_timestamp(), 'state', new.state, 'reason', new.reason));
      return new;
    end
  $$;

drop trigger if exists mail_recipients_note_step on mail_recipients;
create trigger mail_recipients_note_step
  before update of state, reason on mail_recipients
  for each row execute function record_delivery_step();

revoke all on function after_restore_hold_mail(), claim_due_reminders(integer), local_mailboxes(text[]) from public;
grant execute on function claim_due_reminders(integer), local_mailboxes(text[]) to adjutant_app;
