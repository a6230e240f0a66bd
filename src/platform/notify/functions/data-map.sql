-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_notify

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_notify()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('smart_notifications', 'Notifications', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('notification_deliveries', 'Deliveries of notifications by push and email', '30 days', 'user_id = $1', true, 'delete'),
    ('notification_policies', 'Notification settings', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('push_devices', 'Browsers subscribed to push notifications', 'until turned off', 'user_id = $1', true, 'delete'),
    ('push_keys', 'Key of the instance for push notifications', 'as long as the instance', null, false, 'keep');
  $$;
revoke all on function data_map_of_notify() from public;
