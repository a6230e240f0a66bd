-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_attention

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_attention()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('attention_marks', 'What you decided about what needs you, and what the order learns from it', 'for a year', 'user_id = $1', true,
      'delete');
  $$;
revoke all on function data_map_of_attention() from public;
