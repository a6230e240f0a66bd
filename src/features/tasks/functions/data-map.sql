-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_tasks

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_tasks()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('tasks', 'Tasks', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('task_dependencies', 'Which tasks wait for which', 'as long as both tasks', 'user_id = $1', true, 'delete'),
    ('projects', 'Projects', 'until deleted, then 30 days', 'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_tasks() from public;
