-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_payments

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_payments()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('payments', 'Payments (bookkeeping)', 'as required by law', 'user_id = $1', true, 'keep'),
    ('payment_days', 'Payment totals by day', 'as long as the payments', null, false, 'keep'),
    ('payment_syncs', 'When payments were synced', 'as long as the instance', null, false, 'keep');
  $$;
revoke all on function data_map_of_payments() from public;
