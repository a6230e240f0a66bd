-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_commitments

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_commitments()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('commitments', 'Promises and requests', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('commitment_threads', 'How far conversations were read for promises', 'as long as the account', 'user_id = $1',
      false, 'delete'),
    ('commitment_learning', 'When what was learned about promises was reset', 'as long as the account',
      'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_commitments() from public;
