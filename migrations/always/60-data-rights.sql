-- The data map (security.md D41): for every table what it is for, how long its rows stay, which of them concern a person
-- (`$1`), whether they are handed out with their data, and what becomes of them when the account is deleted. A test fails
-- where a table is missing. Export and deletion do what stands here and nothing else.
create or replace function data_map()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
  -- Accounts. Deleting the row in users takes the rest along.
  ('users', 'Who may sign in', 'as long as the account', 'id = $1', true, 'delete'),
  ('profiles', 'What a person says about themselves', 'as long as the account', 'user_id = $1', true, 'with users'),
  ('user_roles', 'What an account may do', 'as long as the account', 'user_id = $1', true, 'with users'),
  ('credentials', 'Password, hashed', 'as long as the account', 'user_id = $1', false, 'with users'),
  ('sessions', 'Browsers that are signed in', 'until they end', 'user_id = $1', true, 'with users'),
  ('api_keys', 'Keys of programs, hashed', 'as long as the account', 'user_id = $1', true, 'with users'),
  ('oauth_clients', 'Programs that may ask to act for people', 'as long as the instance', null, false, 'keep'),
  ('oauth_codes', 'Codes of agents that sign in, hashed', 'minutes', 'user_id = $1', false, 'with users'),
  ('set_up_links', 'The link that makes an administrator, hashed', 'a day', null, false, 'keep'),
  ('address_policy', 'Whether the machine itself vouches for addresses', 'as long as the instance', null, false, 'keep'),
  ('verifications', 'Links in messages, hashed', 'an hour or a week', 'user_id = $1', false, 'with users'),
  ('known_sources', 'Where somebody signed in with earlier versions', '90 days', 'user_id = $1', true, 'with users'),
  ('known_devices', 'Browsers in which somebody signed in before, hashed', 'a year', 'user_id = $1', false, 'with users'),
  ('passkeys', 'Keys of devices', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('totp_secrets', 'The second step of signing in, sealed', 'as long as the account', 'user_id = $1', false, 'delete'),
  ('recovery_codes', 'Codes for a lost device, hashed', 'as long as the account', 'user_id = $1', false, 'delete'),
  ('sign_in_steps', 'Sign-ins half done', 'minutes', 'user_id = $1', false, 'delete'),
  ('attempts', 'Counts of sign-ins under hashed addresses', 'a day', null, false, 'keep'),
  ('account_deletions', 'Accounts about to be deleted', 'until then', 'user_id = $1', true, 'delete'),
  ('data_exports', 'Archives like this one', 'a week', 'user_id = $1', true, 'delete'),
  -- Work.
  ('tasks', 'Tasks', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('projects', 'Projects', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('time_savings', 'Minutes that were saved', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('events', 'Appointments', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('event_occurrences', 'Their occurrences', 'with their event', 'user_id = $1', false, 'delete'),
  ('calendars', 'Calendars', 'until deleted', 'user_id = $1', true, 'delete'),
  ('calendar_accounts', 'Calendars elsewhere', 'until disconnected', 'user_id = $1', true, 'delete'),
  ('calendar_feeds', 'Addresses under which a calendar is read', 'until revoked', 'user_id = $1', true, 'delete'),
  ('calendar_settings', 'How the calendar looks', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('booking_pages', 'Pages on which others choose a time', 'until deleted', 'user_id = $1', true, 'delete'),
  ('bookings', 'Times that others chose', 'with their page', 'user_id = $1', true, 'delete'),
  -- Mail.
  ('emails', 'Mail', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('email_attachments', 'Their attachments', 'with their mail', 'user_id = $1', true, 'delete'),
  ('email_templates', 'Templates', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('mail_accounts', 'Mailboxes elsewhere', 'until disconnected', 'user_id = $1', true, 'delete'),
  ('mail_boxes', 'Their folders', 'with their account', 'user_id = $1', true, 'delete'),
  ('mail_locations', 'Where a mail lies there', 'with their account', 'user_id = $1', false, 'delete'),
  ('mail_ops', 'Changes on their way there', 'until done', 'user_id = $1', false, 'delete'),
  ('mail_deliveries', 'Mail on its way out', 'with their mail', 'user_id = $1', true, 'delete'),
  ('mail_recipients', 'To whom', 'with their mail', 'user_id = $1', true, 'delete'),
  ('mail_references', 'Which mail belongs together', 'as long as the account', 'user_id = $1', false, 'delete'),
  ('mail_searches', 'Kept searches', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('mail_unsubscribes', 'Lists that were left', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('mail_preferences', 'How mail is written', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('model_uses', 'How often a language model was asked', 'as long as the account', 'user_id = $1', true, 'delete'),
  -- Connections.
  ('integrations', 'Accounts elsewhere', 'until disconnected', 'user_id = $1', true, 'delete'),
  ('integration_syncs', 'When they were read', '90 days', 'user_id = $1', true, 'delete'),
  ('push_channels', 'Where other accounts tell of changes', 'until disconnected', 'user_id = $1', false, 'delete'),
  ('remote_cursors', 'How far they were read', 'until disconnected', 'user_id = $1', false, 'delete'),
  ('remote_links', 'Which of their objects is which here', 'until disconnected', 'user_id = $1', false, 'delete'),
  ('card_accounts', 'Address books elsewhere', 'until disconnected', 'user_id = $1', true, 'delete'),
  ('webhooks', 'Programs that are told of changes', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('incoming_hooks', 'Programs that leave something here', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('hook_deliveries', 'What they were told and what they left', '30 days', 'user_id = $1', true, 'delete'),
  ('connection_requests', 'Connections being made', 'ten minutes', 'user_id = $1', false, 'delete'),
  -- Documents.
  ('documents', 'Documents', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('document_versions', 'Earlier files', 'with their document', 'user_id = $1', true, 'delete'),
  ('document_texts', 'Words of their files', 'with their document', 'user_id = $1', false, 'delete'),
  ('document_uploads', 'Uploads half done', 'a day', 'user_id = $1', true, 'delete'),
  ('document_upload_parts', 'Their parts', 'a day', 'user_id = $1', false, 'delete'),
  ('document_dates', 'Days named in them', 'with their document', 'user_id = $1', true, 'delete'),
  ('document_links', 'Links that show them', 'until they end', 'user_id = $1', true, 'delete'),
  ('document_link_visits', 'Who opened them', '90 days', 'user_id = $1', true, 'delete'),
  ('document_shares', 'With whom they are shared', 'until taken back', 'user_id = $1 or person_id = $1', true, 'delete'),
  -- People.
  ('contacts', 'Contacts', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('message_edits', 'What they said before', 'with their message',
    'message_id in (select m.id from public.messages m where m.sender_id = $1)', true, 'delete'),
  ('message_reactions', 'Emoji on messages', 'with their message', 'user_id = $1', true, 'delete'),
  ('message_outcomes', 'Tasks and events made of messages', 'with their message', 'user_id = $1', true, 'delete'),
  ('message_mails', 'Messages that went or came by mail', 'with their message', 'user_id = $1', true, 'delete'),
  ('conversation_mutes', 'Conversations that are muted', 'as long as the conversation', 'user_id = $1', true, 'delete'),
  ('messages', 'Messages', 'as long as the conversation', 'sender_id = $1', true, 'delete'),
  ('conversation_participants', 'Who takes part', 'as long as the conversation', 'user_id = $1', true, 'delete'),
  ('conversations', 'Conversations', 'until the last has left', 'created_by = $1', true, 'hand over'),
  ('calls', 'Calls', 'as long as the conversation', 'started_by = $1', true, 'keep'),
  ('call_participants', 'Who took part', 'as long as the conversation', 'user_id = $1', true, 'delete'),
  ('call_signals', 'How their browsers find each other', 'minutes', 'user_id = $1 or sender_id = $1', false, 'delete'),
  ('workspaces', 'Workspaces', 'until deleted', 'created_by = $1', true, 'hand over'),
  ('workspace_members', 'Who belongs to them', 'as long as the workspace', 'user_id = $1', true, 'delete'),
  ('team_invitations', 'Invitations', '30 days after their end',
    'invited_by = $1 or invited_email = (select u.email from public.users u where u.id = $1 and public.address_counts(u.address_state, u.address_ground))', true, 'delete'),
  ('vote_proxies', 'Who votes for whom', 'a year', 'grantor_id = $1 or proxy_id = $1', true, 'delete'),
  ('team_decisions', 'Decisions', 'as long as the workspace', 'created_by = $1', true, 'keep'),
  ('decision_votes', 'Votes', 'as long as the decision', 'user_id = $1', true, 'keep'),
  ('decision_papers', 'Papers of decisions', 'as long as the decision', 'attached_by = $1', true, 'keep'),
  ('paper_readings', 'Who read them', 'as long as the decision', 'user_id = $1', true, 'keep'),
  ('decision_log', 'The sealed log of decisions', 'as long as the decision', null, false, 'keep'),
  -- The day.
  ('morning_briefings', 'Briefings', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('briefing_runs', 'When they were made', 'as long as the account', 'user_id = $1', false, 'delete'),
  ('news_articles', 'News', '30 days', 'user_id = $1', true, 'delete'),
  ('news_feeds', 'Where they come from', 'until deleted', 'user_id = $1', true, 'delete'),
  ('news_interests', 'What somebody reads about', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('weather_data', 'Weather', 'until the next reading', 'user_id = $1', true, 'delete'),
  ('traffic_data', 'Ways', 'until the next reading', 'user_id = $1', true, 'delete'),
  ('assistant_chats', 'Talks with the assistant', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('assistant_messages', 'What was said in them', 'with their talk', 'user_id = $1', true, 'delete'),
  ('assistant_memories', 'What it was asked to remember', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('assistant_settings', 'How it works', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('agent_requests', 'What agents asked to be allowed to do', '30 days', 'user_id = $1', true, 'delete'),
  ('assistant_proposals', 'What it proposed to do', 'with their talk', 'user_id = $1', true, 'delete'),
  ('voice_commands', 'Commands', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('smart_notifications', 'Notifications', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('notice_deliveries', 'How they were sent on', '30 days', 'user_id = $1', true, 'delete'),
  ('notification_policies', 'Which somebody wants and when', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('push_devices', 'Browsers that are told', 'until switched off', 'user_id = $1', true, 'delete'),
  ('push_keys', 'The key of the instance that signs them', 'as long as the instance', null, false, 'keep'),
  ('leave_times', 'When to leave for an appointment', 'with their appointment', 'user_id = $1', true, 'delete'),
  ('user_locations', 'Places', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
  ('daily_operations_settings', 'How the day begins', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('sample_workspaces', 'Whether the sample is loaded', 'as long as the account', 'user_id = $1', false, 'delete'),
  ('sample_records', 'What belongs to the sample', 'as long as the sample', 'user_id = $1', false, 'delete'),
  -- The house.
  ('announcements', 'What open pages are told', '2 days', 'user_id = $1', false, 'delete'),
  ('idempotency_keys', 'Answers kept for a repeated request', 'a day', 'user_id = $1', false, 'delete'),
  ('presences', 'Who is here', 'while they are', 'user_id = $1', false, 'delete'),
  ('last_seen', 'When somebody was here last', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('server_processes', 'Programs that run', 'while they do', null, false, 'keep'),
  ('audit_log', 'Who did what; without names', 'as long as the instance', 'user_id = $1', true, 'keep'),
  ('audit_seals', 'The chain over it', 'as long as the instance', null, false, 'keep'),
  ('payments', 'Bookkeeping', 'as the law asks', 'user_id = $1', true, 'keep'),
  ('payment_days', 'Its sums by day', 'as long as the payments', null, false, 'keep'),
  ('payment_syncs', 'When it was read', 'as long as the instance', null, false, 'keep'),
  ('analytics_consents', 'Whether pages may be counted', 'as long as the account', 'user_id = $1', true, 'delete'),
  ('system_settings', 'Settings of the instance', 'as long as the instance', null, false, 'keep'),
  ('system_secrets', 'Its passwords, sealed', 'until removed', null, false, 'keep'),
  ('system_settings_changes', 'Who changed them', 'as long as the instance', 'user_id = $1', true, 'take the name out'),
  ('backups', 'Backups made', 'as long as they are kept', null, false, 'keep'),
  ('backup_schedules', 'When they are made', 'as long as the instance', null, false, 'keep')
  $$;

-- What no archive holds: secrets in whatever form, and what is only there to find things.
create or replace function without_secrets(given jsonb) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    select given - array['password_hash', 'token_hash', 'key_hash', 'state_hash', 'verifier', 'password', 'imap_password',
      'smtp_password', 'tokens', 'secret', 'public_key', 'credential_id', 'p256dh', 'auth', 'endpoint',
      'storage_key', 'search', 'search_text', 'recipients_text', 'lease_by', 'lease_until',
      'impersonated_by', 'impersonation_reason', 'impersonator_session'];
  $$;

-- For the job that makes the archive: the rows of one table that concern the person.
create or replace function rows_of_person(person uuid, table_name text) returns setof jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  condition text := (select m.mine from data_map() m where m.name = table_name and m.is_exported);
begin
  if my_user_id() is not null then
    raise exception 'Only the house makes archives' using errcode = 'insufficient_privilege';
  end if;
  if condition is null or to_regclass(format('public.%I', table_name)) is null then
    return;
  end if;
  return query execute format('select without_secrets(to_jsonb(t)) from public.%I t where %s', table_name, condition)
    using person;
end $$;

-- Stored files that are a person's, each once, with the name it had.
create or replace function files_of_person(person uuid)
  returns table (storage_key text, file_name text, area text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if my_user_id() is not null then
    raise exception 'Only the house makes archives' using errcode = 'insufficient_privilege';
  end if;
  return query
    select distinct on (f.key) f.key, f.name, f.place from (
      select d.storage_key as key, d.file_name as name, 'documents' as place from documents d where d.user_id = person
      union all select v.storage_key, v.file_name, 'documents/earlier' from document_versions v where v.user_id = person
      union all select a.storage_key, a.filename, 'mail' from email_attachments a where a.user_id = person
      union all select p.storage_key, 'part', 'uploads' from document_upload_parts p where p.user_id = person
      union all select e.storage_key, 'archive.zip', 'exports' from data_exports e where e.user_id = person) f
    where f.key is not null;
end $$;

-- Why an account cannot go yet: it is the last that administers something in which others take part.
create or replace function account_obstacles(person uuid) returns table (kind text, name text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if my_user_id() is not null and my_user_id() <> person then
    return;
  end if;
  if exists (select from user_roles r where r.user_id = person and r.role = 'admin')
     and not exists (select from user_roles r where r.user_id <> person and r.role = 'admin') then
    return query select 'instance', '';
  end if;
  return query
    select 'workspace', w.name from workspaces w
      join workspace_members mine on mine.workspace_id = w.id and mine.user_id = person and mine.state = 'active'
       and mine.role = 'admin'
     where w.deleted_at is null
       and exists (select from workspace_members m where m.workspace_id = w.id and m.user_id <> person and m.state = 'active')
       and not exists (select from workspace_members m where m.workspace_id = w.id and m.user_id <> person
         and m.state = 'active' and m.role = 'admin')
     order by w.name limit 50;
end $$;

create or replace function due_account_deletions() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select d.user_id from account_deletions d where my_user_id() is null and d.due_at <= now() order by d.due_at limit 20;
  $$;

-- Deletes an account whose time has come, over every table of the map; gives the files that are to follow.
create or replace function erase_account(person uuid) returns setof text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  place record;
begin
  if my_user_id() is not null
     or not exists (select from account_deletions d where d.user_id = person and d.due_at <= now()) then
    raise exception 'Only an account whose time has come is deleted' using errcode = 'insufficient_privilege';
  end if;
  -- The lock of src/platform/auth/set-role.ts: two administrators who go at once do not spare each other.
  perform pg_advisory_xact_lock(1919904869);
  if exists (select from account_obstacles(person)) then
    raise exception 'Somebody else has to administer first' using errcode = 'check_violation';
  end if;
  return query select f.storage_key from files_of_person(person) f;
  -- What others take part in goes on without them; what nobody else takes part in goes.
  delete from workspaces w where exists (select from workspace_members m where m.workspace_id = w.id and m.user_id = person
      and m.state = 'active')
    and not exists (select from workspace_members m where m.workspace_id = w.id and m.user_id <> person and m.state = 'active');
  update workspaces w set created_by = (select m.user_id from workspace_members m where m.workspace_id = w.id
      and m.user_id <> person and m.state = 'active' order by m.role <> 'admin', m.joined_at limit 1)
   where w.created_by = person and exists (select from workspace_members m where m.workspace_id = w.id
      and m.user_id <> person and m.state = 'active');
  delete from workspaces w where w.created_by = person;
  delete from conversations c where (c.created_by = person or person = any(c.participants))
    and not exists (select from conversation_participants p where p.conversation_id = c.id and p.user_id <> person
      and p.left_at is null);
  update conversations c set created_by = (select p.user_id from conversation_participants p where p.conversation_id = c.id
      and p.user_id <> person and p.left_at is null order by p.joined_at limit 1)
   where c.created_by = person;
  update system_settings_changes s set user_name = 'Deleted account' where s.user_id = person;
  for place in
    select m.name, m.mine from data_map() m
     where m.on_erase = 'delete' and m.name <> 'users' and to_regclass(format('public.%I', m.name)) is not null
  loop
    execute format('delete from public.%I where %s', place.name, place.mine) using person;
  end loop;
  if to_regclass('jobs.job') is not null then
    execute 'delete from jobs.job where data::text like ''%'' || $1 || ''%'' and state <> ''active''' using person::text;
  end if;
  delete from users u where u.id = person;
end $$;

revoke all on function rows_of_person(uuid, text), files_of_person(uuid), account_obstacles(uuid),
  due_account_deletions(), erase_account(uuid), without_secrets(jsonb), data_map() from public;
grant execute on function rows_of_person(uuid, text), files_of_person(uuid), account_obstacles(uuid),
  due_account_deletions(), erase_account(uuid), data_map() to adjutant_app;

-- For the job: archives whose week is over, and what a lost job left in the making for a day; gives their files.
create or replace function expire_data_exports() returns setof text
  language sql volatile security definer set search_path = public, pg_temp as $$
    with gone as (
      delete from data_exports e where my_user_id() is null
        and (e.expires_at <= now() or e.state <> 'ready' and e.created_at < now() - interval '1 day')
      returning e.storage_key)
    select storage_key from gone where storage_key is not null;
  $$;
revoke all on function expire_data_exports() from public;
grant execute on function expire_data_exports() to adjutant_app;
