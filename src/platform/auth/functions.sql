-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: my_address, invitation_to_sign_up
--   triggers: mirror_role, mirror_email
--   policies ask: i_am_admin
--   rows of other owners: loopback_counts, address_counts_of, is_sample_person, require_admin, has_role,
--     is_current_user_admin
--   asked by SQL: address_state_now, address_counts

-- Which addresses count (src/platform/auth/address-state.ts). Every function and policy that treats an address as its
-- owner's calls address_counts; nothing else decides it.

-- Whether requests from the machine itself vouch: it listens on loopback only and no mail server could prove an
-- address.
create or replace function loopback_counts() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce((select p.loopback_counts from public.address_policy p), false);
  $$;

-- The current state: an address vouched for only on the machine itself is unproven as soon as others can reach the
-- instance.
create or replace function address_state_now(state text, ground text) returns text
  language sql stable set search_path = public, pg_temp as $$
    select case when state = 'vouched' and ground = 'loopback' and not loopback_counts() then 'unproven' else state end;
  $$;

create or replace function address_counts(state text, ground text) returns boolean
  language sql stable set search_path = public, pg_temp as $$ select address_state_now(state, ground) <> 'unproven'; $$;

-- Whether the address of this account counts; false where there is no such account.
create or replace function address_counts_of(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce((select address_counts(u.address_state, u.address_reason) from public.users u where u.id = person), false);
  $$;

-- Invented colleagues of a sample workspace: they have no role, and every account has one.
create or replace function is_sample_person(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (select from public.user_roles r where r.user_id = person);
  $$;

-- Checks the database: a session that has just lost the role has its statements refused.
create or replace function i_am_admin() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from public.user_roles r where r.user_id = my_user_id() and r.role = 'admin');
  $$;

-- For substring search in names and addresses over every account and contact.
create index if not exists profiles_words on profiles using gin (email gin_trgm_ops, full_name gin_trgm_ops);

-- What administrators see and do beyond their own rows (security.md §2). Every function checks the caller in the
-- database, so that a session that has just lost the role gets nothing. Accounts are users with a role; the colleagues
-- of sample workspaces have none and are left out.

create or replace function require_admin() returns void
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not i_am_admin() then
    raise exception 'Only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- For the caller's own role; for others' only if the caller is an administrator (DEBUG-11).
create or replace function has_role(_user_id uuid, _role text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select (_user_id = my_user_id() or i_am_admin())
      and exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role);
  $$;

create or replace function is_current_user_admin() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$ select i_am_admin(); $$;

-- profiles.role and profiles.email are read-only mirrors (ROLE-01, DATA-02); the highest role counts.
create or replace function mirror_role() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update public.profiles
     set role = coalesce((select role from public.user_roles where user_id = person
                           order by array_position(array['admin', 'moderator', 'user'], role), 1 limit 1), 'user')
   where user_id = person;
  return null;
end $$;

create or replace trigger user_roles_mirror
  after insert or update or delete on user_roles
  for each row execute function mirror_role();

create or replace function mirror_email() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.profiles set email = new.email where user_id = new.id;
  return null;
end $$;

create or replace trigger users_mirror_email
  after update of email on users
  for each row execute function mirror_email();

-- The state of the caller's own address, and how much waits for it: counts only, because the caller is not yet proven
-- to own it.
-- Dropped first: until 2026-11 it returned no conversations.
drop function if exists my_address();
-- Slot: filled by src/app/functions/addresses.sql.
create or replace function my_address()
  returns table (state text, ground text, vouched_by text, at timestamptz, documents integer, invitations integer,
    mails integer, conversations integer)
  language sql stable set search_path = public, pg_temp as $$
    select null::text, null::text, null::text, null::timestamptz, null::integer, null::integer, null::integer, null::integer
    where false;
  $$;

-- Whether an address may create an account with this link, and what the link proves: `counts` if the inviter's own
-- address counts. Called only by sign-up, before there is a user.
-- Slot: filled by src/features/team/functions/invitations.sql.
create or replace function invitation_to_sign_up(hash text, address text)
  returns table (is_mailed boolean, invited_by uuid, counts boolean)
  language sql stable set search_path = public, pg_temp as $$
    select null::boolean, null::uuid, null::boolean where false;
  $$;

revoke all on function require_admin(), i_am_admin(), has_role(uuid, text), is_current_user_admin(),
  my_address() from public;
grant execute on function require_admin(), i_am_admin(), has_role(uuid, text), is_current_user_admin(),
  my_address() to adjutant_app;
