-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_integrations

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_integrations()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('integrations', 'Connected services', 'until disconnected', 'user_id = $1', true, 'delete'),
    ('integration_syncs', 'History of syncs', '90 days', 'user_id = $1', true, 'delete'),
    ('push_channels', 'Push subscriptions at connected services', 'until disconnected', 'user_id = $1', false, 'delete'),
    ('remote_cursors', 'Sync cursors of connected services', 'until disconnected', 'user_id = $1', false, 'delete'),
    ('remote_objects', 'Links between remote and local objects', 'until disconnected', 'user_id = $1', false, 'delete'),
    ('card_accounts', 'Connected CardDAV address books', 'until disconnected', 'user_id = $1', true, 'delete'),
    ('webhooks', 'Outgoing webhooks', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('incoming_webhooks', 'Incoming webhooks', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('webhook_deliveries', 'Webhook deliveries in both directions', '30 days', 'user_id = $1', true, 'delete'),
    ('connection_requests', 'Connections being authorized', 'ten minutes', 'user_id = $1', false, 'delete');
  $$;
revoke all on function data_map_of_integrations() from public;
