-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: may_reach, reachable_people, may_be_notified, presence_peers_of, my_colleagues
--   rows of other owners: has_recent_message

-- Fills the slot of src/features/communication/functions.sql.
create or replace function may_reach(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select person <> my_user_id() and (
      exists (select from workspace_members mine
        join workspaces w on w.id = mine.workspace_id and w.is_active and w.deleted_at is null
        join workspace_members other on other.workspace_id = w.id and other.state = 'active' and other.user_id = person
        where mine.user_id = my_user_id() and mine.state = 'active')
      or exists (select from conversation_participants mine
        join conversation_participants other on other.conversation_id = mine.conversation_id
          and other.user_id = person and other.left_at is null
        where mine.user_id = my_user_id() and mine.left_at is null)
      or exists (select from users u join contacts k on lower(k.contact_email) = lower(u.email)
          and address_counts(u.address_state, u.address_reason)
        where u.id = person and k.user_id = my_user_id() and k.deleted_at is null
          and (address_counts_of(my_user_id()) or is_sample_person(u.id))));
  $$;

-- Fills the slot of src/features/communication/functions.sql.
create or replace function reachable_people(asked text, most integer)
  returns table (user_id uuid, full_name text, avatar_url text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id, p.full_name, p.avatar_url
    from profiles p
    where p.user_id in (
      select other.user_id from workspace_members mine
        join workspaces w on w.id = mine.workspace_id and w.is_active and w.deleted_at is null
        join workspace_members other on other.workspace_id = w.id and other.state = 'active'
        where mine.user_id = my_user_id() and mine.state = 'active'
      union select other.user_id from conversation_participants mine
        join conversation_participants other
          on other.conversation_id = mine.conversation_id and other.left_at is null
        where mine.user_id = my_user_id() and mine.left_at is null
      union select u.id from contacts k join users u on lower(u.email) = lower(k.contact_email)
          and address_counts(u.address_state, u.address_reason)
        where k.user_id = my_user_id() and k.deleted_at is null
          and (address_counts_of(my_user_id()) or is_sample_person(u.id)))
      and p.user_id <> my_user_id()
      and (asked = '' or to_tsvector('simple', fold_text(p.full_name)) @@ search_query(asked))
    order by p.full_name collate "und-x-icu", p.user_id limit most;
  $$;

-- Fills the slot of src/platform/notify/functions.sql.
create or replace function may_be_notified(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select my_user_id() is null
      or person = my_user_id()
      or exists (
        select from workspace_members m
        where m.user_id = person and m.state <> 'removed' and m.workspace_id in (select my_workspaces()))
      or exists (
        select from conversation_participants p
        where p.user_id = person and p.left_at is null and p.conversation_id in (select my_conversations()))
      or exists (
        select from users u join team_invitations i on i.invited_email = u.email and i.accepted_at is null
          and i.revoked_at is null and i.expires_at > now() and address_counts(u.address_state, u.address_reason)
        where u.id = person and i.workspace_id in (select my_workspaces()))
      or exists (select from document_shares s where s.person_id = person and s.user_id = my_user_id());
  $$;

-- Who is online. One row per person and process, one heartbeat per process: opening, reloading or closing one of
-- several tabs writes nothing. `presence_peers_of` decides who may see whom; the relation is symmetric.

-- Whether a person has written in this conversation, among its last 500 messages.
drop function if exists has_posted(uuid, uuid);
create or replace function has_recent_message(conversation uuid, person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (
      select from (
        select m.sender_id from public.messages m where m.conversation_id = conversation
         order by m.created_at desc, m.id desc limit 500) latest
       where latest.sender_id = person);
  $$;

-- Fills the slot of src/platform/presence/functions.sql.
create or replace function presence_peers_of(person uuid) returns table (user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select other.user_id
      from public.workspace_members mine
      join public.workspaces w on w.id = mine.workspace_id and w.is_active and w.deleted_at is null
      join public.workspace_members other on other.workspace_id = mine.workspace_id and other.state = 'active'
     where mine.user_id = person and mine.state = 'active' and other.user_id <> person
    union
    select other.user_id
      from public.conversation_participants mine
      join public.conversations c on c.id = mine.conversation_id and c.deleted_at is null
      join public.conversation_participants other on other.conversation_id = mine.conversation_id
     where mine.user_id = person and mine.left_at is null and other.left_at is null and other.user_id <> person
       and (c.type = 'group' or (has_recent_message(c.id, person) and has_recent_message(c.id, other.user_id)))
    union
    select u.id
      from public.contacts mine
      join public.users u on u.email = lower(mine.contact_email) and address_counts(u.address_state, u.address_reason)
      join public.contacts other on other.user_id = u.id and other.deleted_at is null
      join public.users me on me.id = person and me.email = lower(other.contact_email)
        and address_counts(me.address_state, me.address_reason)
     where mine.user_id = person and mine.deleted_at is null and u.id <> person;
  $$;

-- Fills the slot of src/features/documents/functions.sql.
create or replace function my_colleagues() returns table (user_id uuid, full_name text, email text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id, p.full_name, p.email from profiles p
    where p.user_id <> my_user_id() and p.user_id in (
      select m.user_id from workspace_members m
        where m.state = 'active' and m.workspace_id in (select my_workspaces())
      union select c.user_id from conversation_participants c
        where c.left_at is null and c.conversation_id in (select my_conversations()))
    order by lower(p.full_name), p.email, p.user_id limit 500;
  $$;

revoke all on function has_recent_message(uuid, uuid) from public;
