-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: queue_webhook_deliveries
--   rows of other owners: due_integrations, receive_push_channel, users_importing_channel, push_channels_to_renew,
--     people_with_connections, due_card_accounts, purge_integration_history, claim_webhook_deliveries, open_incoming_webhook
--   near the data: get_integration_stats (named by the specification)

-- get_integration_stats of the specification: per provider, counted from the runs. Row-level security limits it to the
-- caller's own data.
create or replace function get_integration_stats(user_uuid uuid)
  returns table (provider text, last_sync timestamptz, total_syncs integer, successful_syncs integer)
  language sql stable set search_path = public, pg_temp as $$
    select runs.provider, max(runs.finished_at) filter (where runs.is_successful),
           count(*)::integer, (count(*) filter (where runs.is_successful))::integer
      from public.integration_syncs runs
     where runs.user_id = user_uuid
     group by runs.provider
     order by 1;
  $$;

-- Users whose connected accounts are due for an automatic sync; the job then acts as each of them.
create or replace function due_integrations(older_than interval) returns table (user_id uuid, provider text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select due.user_id, due.provider
      from public.integrations due
     where my_user_id() is null and due.status = 'connected' and due.auto_sync and due.tokens is not null
       and (due.sync_state <> 'running' or due.lease_until < now())
       and (due.wait_until is null or due.wait_until <= now())
       and case when due.retry_at is not null then due.retry_at <= now()
         else due.last_sync is null or due.last_sync < now() - older_than or due.wait_until is not null end
     order by due.last_sync nulls first, due.id
     limit 1000;
  $$;

-- CardDAV accounts whose sync is due; the job then acts as the owner of each.
create or replace function due_card_accounts() returns table (user_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select due.user_id, due.id from public.card_accounts due
     where my_user_id() is null and due.deleted_at is null and due.next_sync_at <= now()
     order by due.next_sync_at, due.id
     limit 1000;
  $$;

-- The owner of the push channel that reported a change; no row if it never existed or has ended.
create or replace function receive_push_channel(hash text) returns table (user_id uuid, provider text, resource text)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.push_channels channel set last_received_at = now() from public.integrations i
     where my_user_id() is null and channel.token_hash = hash and channel.expires_at > now() and i.id = channel.source_id
       and i.auto_sync
    returning channel.user_id, channel.provider, channel.resource;
  $$;

-- Users to sync when a Slack workspace reports a change in a channel: those who already import the channel.
drop function if exists people_in_outside_talk(text, text), external_conversation_participants(text, text);
create or replace function users_importing_channel(account_prefix text, remote text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select i.user_id from public.integrations i
     where my_user_id() is null and i.provider = 'slack' and i.status = 'connected' and i.auto_sync
       and i.tokens is not null and starts_with(i.account_id, account_prefix)
       and exists (select from public.remote_cursors c where c.source_id = i.id and c.resource = remote)
     limit 1000;
  $$;

-- Users whose push channels end soon, for the job that renews them.
create or replace function push_channels_to_renew() returns table (user_id uuid, provider text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select distinct due.user_id, due.provider from public.push_channels due
     where my_user_id() is null
       and due.expires_at < now() + least((due.expires_at - due.created_at) / 3, interval '1 day')
     limit 1000;
  $$;

-- Users with sealed secrets, for the nightly re-encryption with the newest master key.
create or replace function people_with_connections() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select user_id from public.integrations where my_user_id() is null and tokens is not null
    union select user_id from public.card_accounts where my_user_id() is null and deleted_at is null
    union select user_id from public.webhooks where my_user_id() is null and deleted_at is null
    union select user_id from public.incoming_webhooks where my_user_id() is null and deleted_at is null and secret is not null;
  $$;

-- Deletes runs older than 90 days, expired connection attempts, webhook deliveries older than 30 days, and webhooks and
-- CardDAV accounts deleted 30 days ago.
create or replace function purge_integration_history() returns integer
  language sql security definer set search_path = public, pg_temp as $$
    with runs as (
      delete from public.integration_syncs where id in (
        select id from public.integration_syncs where started_at < now() - interval '90 days' limit 1000)
      returning 1
    ), requests as (
      delete from public.connection_requests where id in (
        select id from public.connection_requests where expires_at < now() limit 1000)
      returning 1
    ), deliveries as (
      delete from public.webhook_deliveries where id in (
        select id from public.webhook_deliveries where created_at < now() - interval '30 days' limit 1000)
      returning 1
    ), outgoing as (
      delete from public.webhooks where deleted_at < now() - interval '30 days' returning 1
    ), incoming as (
      delete from public.incoming_webhooks where deleted_at < now() - interval '30 days' returning 1
    ), address_books as (
      delete from public.card_accounts where deleted_at < now() - interval '30 days' returning 1
    )
    select (select count(*) from runs)::integer + (select count(*) from requests)::integer
      + (select count(*) from deliveries)::integer;
  $$;

-- Queues a webhook delivery for every announcement that the user receives, in the transaction of the change: resource
-- and ids, never the content of records.
create or replace function queue_webhook_deliveries() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into webhook_deliveries (user_id, webhook_id, direction, event, payload)
      select w.user_id, w.id, 'out', announced.resource || '.changed',
             jsonb_build_object('resource', announced.resource, 'ids', to_jsonb(announced.record_ids))
        from announced join webhooks w on w.user_id = announced.user_id and w.is_active and w.deleted_at is null
         and announced.resource = any(w.resources);
      return null;
    end
  $$;

create or replace trigger announcements_reach_webhooks after insert on announcements
  referencing new table as announced for each statement execute function queue_webhook_deliveries();

-- Leases deliveries for a minute; after that they count as interrupted and are sent again, under the same id.
create or replace function claim_webhook_deliveries(most integer) returns table (id uuid, user_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update webhook_deliveries d set state = 'sending', attempts = d.attempts + 1, lease_until = now() + interval '1 minute'
     where my_user_id() is null and d.id in (
       select due.id from webhook_deliveries due
        where due.direction = 'out' and ((due.state = 'queued' and due.due_at <= now())
          or (due.state = 'sending' and due.lease_until < now()))
        order by due.due_at, due.id limit most for update skip locked)
    returning d.id, d.user_id
  $$;

-- The owner of the private address; no row if it never existed, is deleted or paused.
create or replace function open_incoming_webhook(hash text) returns table (user_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update incoming_webhooks h set last_used_at = now()
     where h.token_hash = hash and h.deleted_at is null and h.is_active
    returning h.user_id
  $$;

revoke all on function due_integrations(interval), due_card_accounts(), people_with_connections(), purge_integration_history(),
  receive_push_channel(text), users_importing_channel(text, text), push_channels_to_renew(), queue_webhook_deliveries(),
  claim_webhook_deliveries(integer), open_incoming_webhook(text) from public;
grant execute on function due_integrations(interval), due_card_accounts(), people_with_connections(), purge_integration_history(),
  receive_push_channel(text), users_importing_channel(text, text), push_channels_to_renew(), claim_webhook_deliveries(integer),
  open_incoming_webhook(text) to adjutant_app;
