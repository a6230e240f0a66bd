-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_email

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_email()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('emails', 'Emails', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('email_search_texts', 'Texts of emails in the form that searches compare', 'as long as the email',
      'user_id = $1',
      false, 'delete'),
    ('email_attachments', 'Email attachments', 'as long as the email', 'user_id = $1', true, 'delete'),
    ('email_templates', 'Email templates', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('mail_accounts', 'Connected email accounts', 'until disconnected', 'user_id = $1', true, 'delete'),
    ('mailboxes', 'Mailboxes (folders) of email accounts', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('mailbox_messages', 'Positions of emails in mailboxes (UIDs and flags)', 'as long as the account',
      'user_id = $1',
      false, 'delete'),
    ('mail_pending_operations', 'Changes not yet sent to the mail server', 'until done', 'user_id = $1', false, 'delete'),
    ('mail_deliveries', 'Outgoing emails and their delivery state', 'as long as the email', 'user_id = $1', true, 'delete'),
    ('mail_recipients', 'Recipients of emails', 'as long as the email', 'user_id = $1', true, 'delete'),
    ('mail_lanes', 'Mail servers that cannot be reached at the moment', 'until they answer', null, false, 'keep'),
    ('mail_references', 'Threads of emails', 'as long as the account', 'user_id = $1', false, 'delete'),
    ('mail_searches', 'Saved searches', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('mail_unsubscribes', 'Mailing lists that were unsubscribed from', 'as long as the account',
      'user_id = $1',
      true, 'delete'),
    ('mail_preferences', 'Email settings', 'as long as the account', 'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_email() from public;
