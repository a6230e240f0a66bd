-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_communication

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_communication()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('message_edits', 'Earlier text of edited messages', 'as long as the message',
      'message_id in (select m.id from public.messages m where m.sender_id = $1)',
      true, 'delete'),
    ('message_reactions', 'Reactions to messages', 'as long as the message', 'user_id = $1', true, 'delete'),
    ('message_outcomes', 'Tasks and events created from messages', 'as long as the message', 'user_id = $1', true, 'delete'),
    ('message_mails', 'Messages sent or received by email', 'as long as the message', 'user_id = $1', true, 'delete'),
    ('conversation_mutes', 'Muted conversations', 'as long as the conversation', 'user_id = $1', true, 'delete'),
    ('messages', 'Messages', 'as long as the conversation', 'sender_id = $1', true, 'delete'),
    ('conversation_participants', 'Participants of conversations', 'as long as the conversation',
      'user_id = $1',
      true, 'delete'),
    ('conversations', 'Conversations', 'until the last participant leaves', 'created_by = $1', true, 'hand over'),
    ('calls', 'Calls', 'as long as the conversation', 'started_by = $1', true, 'keep'),
    ('call_participants', 'Participants of calls', 'as long as the conversation', 'user_id = $1', true, 'delete'),
    ('call_signals', 'Signals that connect the browsers of a call', 'minutes',
      'user_id = $1 or sender_id = $1',
      false, 'delete');
  $$;
revoke all on function data_map_of_communication() from public;
