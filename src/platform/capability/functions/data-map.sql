-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_capability

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_capability()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('time_savings', 'Minutes saved by automation', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('agent_requests', 'Actions of agents that need approval', '30 days', 'user_id = $1', true, 'delete'),
    ('idempotency_keys', 'Stored answers to repeated requests', 'one day', 'user_id = $1', false, 'delete'),
    ('audit_log', 'Audit log, without names', 'as long as the instance', 'user_id = $1', true, 'keep'),
    ('audit_seals', 'Hash chain of the audit log', 'as long as the instance', null, false, 'keep');
  $$;
revoke all on function data_map_of_capability() from public;
