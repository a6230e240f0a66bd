-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_assistant

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_assistant()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('assistant_chats', 'Chats with the assistant', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('assistant_messages', 'Messages of chats with the assistant', 'as long as the chat', 'user_id = $1', true, 'delete'),
    ('assistant_memories', 'Memories of the assistant', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('assistant_settings', 'Assistant settings', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('assistant_proposals', 'Actions proposed by the assistant', 'as long as the chat', 'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_assistant() from public;
