-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: refresh_due_notifications
--   asked by SQL: returns_from_snooze

-- Whether a mail comes back into view when its snooze ends.
create or replace function returns_from_snooze(mail emails) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select mail.deleted_at is null and mail.folder <> 'junk';
  $$;

-- Asked at the moment of the announcement, because mail leaves in many ways and may be restored before its time.
-- Where the mail that is named does not return, another one that returns then takes its place, in one notification
-- for each time; else it is deleted.
-- Fills the slot of src/platform/notify/functions.sql.
create or replace function refresh_due_notifications() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    with due as (
      select n.id, n.user_id, n.scheduled_for, split_part(n.dedupe_key, ' ', 2) as email_id
        from smart_notifications n
       where my_user_id() is null and not n.is_sent and n.snoozed_from is null and n.scheduled_for <= now()
         and n.dedupe_key like 'snooze %'
       for update skip locked
    ), stale as (
      select due.*, row_number() over (partition by due.user_id, due.scheduled_for order by due.id) as place
        from due
       where not exists (select from emails e
         where e.id = due.email_id::uuid and e.user_id = due.user_id and e.snoozed_until = due.scheduled_for
           and returns_from_snooze(e))
    ), renamed as (
      update smart_notifications n
         set title = left(left(n.title, strpos(n.title, ': ') + 1) || other.subject, 200),
             href = replace(n.href, stale.email_id, other.id::text),
             dedupe_key = replace(n.dedupe_key, stale.email_id, other.id::text)
        from stale cross join lateral (
          select e.id, e.subject from emails e
           where e.user_id = stale.user_id and e.snoozed_until = stale.scheduled_for and returns_from_snooze(e)
             and not exists (select from smart_notifications own where own.user_id = e.user_id
               and own.dedupe_key like 'snooze ' || e.id || ' %' and own.scheduled_for = stale.scheduled_for)
           order by e.created_at, e.id limit 1) other
       where n.id = stale.id and stale.place = 1
      returning n.id
    )
    delete from smart_notifications n
     using stale where n.id = stale.id and n.id not in (select renamed.id from renamed);
  $$;
