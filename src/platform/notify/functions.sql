-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: may_be_notified, wants_notifications, notification_zone, has_favorite, accepts_replies,
--     refresh_due_notifications
--   rows of other owners: notification_policy, quiet_until, next_digest, plan_deliveries, notify_people, reword_notifications,
--     due_notifications, release_due_notifications, claim_notification_deliveries, sweep_notifications, push_public_key, store_push_keys

-- Whom the user of the transaction may notify: themselves, and people with whom they share a workspace (also an
-- invitation to it), a conversation or a document. Without a signed-in user, a job acts for the product and may notify
-- anyone.
-- Slot: filled by src/app/functions/visible-people.sql.
create or replace function may_be_notified(person uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select false;
  $$;

-- False if the person has switched smart notifications off in Settings: they are then stored as read.
-- Slot: filled by src/features/settings/functions.sql.
create or replace function wants_notifications(person uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select true;
  $$;

-- The time zone of quiet hours and of the daily mail.
-- Slot: filled by src/features/settings/functions.sql.
create or replace function notification_zone(person uuid) returns text
  language sql stable set search_path = public, pg_temp as $$
    select 'UTC';
  $$;

-- A person's policy for a kind of notification, else the default. `rules` comes from src/platform/notify/policy.ts:
-- {"kinds": {type: kind}, "defaults": {kind: {inApp, push, mail}}}.
create or replace function notification_policy(person uuid, word text, rules jsonb) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(
      (select p.kinds -> named.kind from notification_policies p where p.user_id = person),
      rules -> 'defaults' -> named.kind)
    from (select coalesce(rules -> 'kinds' ->> word, 'other') as kind) named;
  $$;

-- Whether this person has the other among their favourite contacts.
-- Slot: filled by src/features/contacts/functions.sql.
create or replace function has_favorite(person uuid, other uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select false;
  $$;

-- The end of a person's quiet hours, if they apply at this time to this weight and doer; else null.
drop function if exists quiet_until(uuid, text, timestamptz);
create or replace function quiet_until(person uuid, weight text, at timestamptz, doer uuid) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
    select case
        when p.quiet_from < p.quiet_to and clock.hour >= p.quiet_from::time and clock.hour < p.quiet_to::time
          then (clock.day + p.quiet_to::time) at time zone zone
        when p.quiet_from > p.quiet_to and clock.hour >= p.quiet_from::time
          then (clock.day + 1 + p.quiet_to::time) at time zone zone
        when p.quiet_from > p.quiet_to and clock.hour < p.quiet_to::time
          then (clock.day + p.quiet_to::time) at time zone zone
      end
    from notification_policies p
    cross join lateral (select notification_zone(person) as zone) clocks
    cross join lateral (
      select (at at time zone zone)::time as hour, (at at time zone zone)::date as day
    ) clock
    where p.user_id = person and p.quiet_enabled and not (weight = 'urgent' and p.allows_urgent)
      and not (p.allows_favorites and has_favorite(person, doer));
  $$;

-- The time of the next digest mail.
create or replace function next_digest(person uuid, at timestamptz) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
    select case when today.due > at then today.due else (clock.day + 1 + clock.hour) at time zone zone end
    from (select notification_zone(person) as zone) clocks
    cross join lateral (
      select (at at time zone zone)::date as day,
        coalesce((select p.digest_time from notification_policies p where p.user_id = person), '17:00')::time as hour
    ) clock
    cross join lateral (select (clock.day + clock.hour) at time zone zone as due) today;
  $$;

-- Adds new notifications to the outbox of push and mail, by each person's policy, after quiet hours.
drop function if exists plan_deliveries(uuid[], jsonb);
create or replace function plan_deliveries(notifications uuid[], rules jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    insert into notification_deliveries as planned (user_id, notification_id, channel, due_at)
      select n.user_id, n.id, way.channel, way.due
      from smart_notifications n
      cross join lateral (
        select notification_policy(n.user_id, n.type, rules) as policy,
          coalesce(quiet_until(n.user_id, n.priority, now(), n.notified_by), now()) as due
      ) choice
      cross join lateral (
        select 'push' as channel, choice.due as due
          where (choice.policy ->> 'push')::boolean
            and exists (select from push_devices d where d.user_id = n.user_id)
        union all
        select 'mail', choice.due where choice.policy ->> 'mail' = 'at_once'
        union all
        select 'digest', next_digest(n.user_id, now()) where choice.policy ->> 'mail' = 'digest'
      ) way
      where n.id = any(notifications) and wants_notifications(n.user_id)
    on conflict (notification_id, channel) do update
      set state = 'waiting', due_at = excluded.due_at, attempts = 0, reason = null
      where planned.state in ('done', 'failed');
  $$;

-- Inserts one row per person who may be notified and has none with this key yet. What its person does not want in the
-- product is stored as read. Returns the inserted rows.
drop function if exists notify_people(uuid[], text, text, text, text, jsonb, text, timestamptz, text, jsonb);
create or replace function notify_people(people uuid[], about text, words text, kind text, weight text, facts jsonb,
    leads_to text, at timestamptz, once text, rules jsonb)
  returns table (id uuid, person uuid, sent boolean, language text)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  made uuid[];
begin
  with inserted as (
    insert into smart_notifications (user_id, title, message, type, priority, context_data, href, scheduled_for,
        is_sent, is_read, read_at, dedupe_key, notified_by, hold_reason)
      select u.id, left(about, 200), left(words, 2000), kind, weight, facts, leads_to, coalesce(at, now()),
        choice.is_due, not choice.is_wanted, case when not choice.is_wanted then now() end, once, my_user_id(),
        case when not choice.is_wanted then 'unwanted'
             when choice.is_due and quiet_until(u.id, weight, now(), my_user_id()) is not null then 'quiet' end
      from users u
      cross join lateral (
        select coalesce(at <= now(), true) as is_due,
          wants_notifications(u.id) and coalesce((notification_policy(u.id, kind, rules) ->> 'inApp')::boolean, true) as is_wanted
      ) choice
      where u.id in (select unnest(people) limit 1000) and may_be_notified(u.id)
    on conflict (user_id, dedupe_key) do nothing
    returning smart_notifications.id
  )
  select array_agg(inserted.id) into made from inserted;
  perform plan_deliveries(array(
    select n.id from smart_notifications n where n.id = any(made) and n.is_sent), rules);
  return query select n.id, n.user_id, n.is_sent, p.language from smart_notifications n
    left join profiles p on p.user_id = n.user_id where n.id = any(made);
end $$;

-- The words of notifications that this transaction has made, in the language of their readers.
create or replace function reword_notifications(notifications uuid[], about text, words text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    update smart_notifications n set title = left(about, 200), message = left(words, 2000)
    where n.id = any(notifications) and n.created_at = now()::timestamptz(3);
  $$;

-- Deletes or corrects due notifications whose record is not any more what they say.
-- Slot: filled by src/features/email/functions/snooze.sql.
create or replace function refresh_due_notifications() returns void
  language sql volatile set search_path = public, pg_temp as $$
    select null where false;
  $$;

-- For the job: those of some kinds among the notifications that the next batch shows.
create or replace function due_notifications(kinds text[], most integer) returns table (id uuid, person uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select due.id, due.user_id from (
      select n.id, n.user_id, n.type from smart_notifications n
      where my_user_id() is null and not n.is_sent and n.scheduled_for <= now()
      order by n.scheduled_for, n.id limit most) due
    where due.type = any(kinds)
    order by due.user_id, due.id;
  $$;

-- For the job: shows notifications that are due; skip locked, so that two workers never release the same one. Snoozed ones are shown
-- again whatever their kind.
drop function if exists release_due_notifications(integer);
create or replace function release_due_notifications(most integer, rules jsonb) returns table (id uuid, person uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  released uuid[];
begin
  perform refresh_due_notifications();
  with due as (
    select n.id from smart_notifications n
    where my_user_id() is null and not n.is_sent and n.scheduled_for <= now()
    order by n.scheduled_for, n.id limit most for update skip locked
  ), shown as (
    update smart_notifications due_one set is_sent = true, snoozed_from = null,
      hold_reason = case when quiet_until(due_one.user_id, due_one.priority, now(), due_one.notified_by) is not null then 'quiet' else due_one.hold_reason end
    from due where due_one.id = due.id
    returning due_one.id
  )
  select array_agg(shown.id) into released from shown;
  perform plan_deliveries(released, rules);
  return query select n.id, n.user_id from smart_notifications n where n.id = any(released);
end $$;

-- Claims due deliveries, each for one worker: one can be claimed again after five minutes, in case its worker dies.
-- Only for jobs, which have no user.
create or replace function claim_notification_deliveries(most integer) returns table (id uuid, person uuid, channel text, attempts integer)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update notification_deliveries d set state = 'taken', attempts = d.attempts + 1, due_at = now() + interval '5 minutes'
    from (
      select w.id from notification_deliveries w
      where w.state in ('waiting', 'taken') and w.due_at <= now() and my_user_id() is null
      order by w.due_at, w.id limit most for update skip locked
    ) due
    where d.id = due.id
    returning d.id, d.user_id, d.channel, d.attempts;
  $$;

create or replace function sweep_notifications() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    delete from notification_deliveries where state in ('done', 'failed') and due_at < now() - interval '7 days';
    delete from smart_notifications where scheduled_for < now() - interval '1 year'
      or (is_read and scheduled_for < now() - interval '90 days');
  $$;

-- Whether a reply by the user of the transaction to a mail of Adjutant is a command: the user enabled it, has a mail
-- account here in whose sent folder the reply can be found, and neither the user nor the user's agents are suspended.
-- Slot: filled by src/app/assistant/functions.sql.
create or replace function accepts_replies() returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select false;
  $$;

create or replace function push_public_key() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select public_key from push_keys;
  $$;

-- If two callers create a pair at once, the first one is stored. Returns the stored public key.
create or replace function store_push_keys(public_half text, sealed text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into push_keys (id, public_key, private_key) values (true, public_half, sealed) on conflict do nothing;
  return (select public_key from push_keys);
end $$;

revoke all on function may_be_notified(uuid), wants_notifications(uuid), notification_zone(uuid), notification_policy(uuid, text, jsonb),
  has_favorite(uuid, uuid), quiet_until(uuid, text, timestamptz, uuid), next_digest(uuid, timestamptz),
  plan_deliveries(uuid[], jsonb), notify_people(uuid[], text, text, text, text, jsonb, text, timestamptz, text, jsonb),
  reword_notifications(uuid[], text, text),
  due_notifications(text[], integer), release_due_notifications(integer, jsonb), claim_notification_deliveries(integer), sweep_notifications(), accepts_replies(),
  refresh_due_notifications(), push_public_key(), store_push_keys(text, text) from public;
grant execute on function notify_people(uuid[], text, text, text, text, jsonb, text, timestamptz, text, jsonb),
  reword_notifications(uuid[], text, text),
  due_notifications(text[], integer), release_due_notifications(integer, jsonb), claim_notification_deliveries(integer), sweep_notifications(), accepts_replies(),
  push_public_key(), store_push_keys(text, text) to adjutant_app;
