-- Whose address counts (src/platform/auth/address-state.ts). Every function and policy that takes an address for the person
-- who claims it asks address_counts; nothing else decides it.

-- Whether the machine itself vouches: it listens on loopback only and no mail server could prove an address.
create or replace function loopback_counts() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce((select p.loopback_counts from public.address_policy p), false);
  $$;

-- The state as it holds now: what was only vouched for on the machine itself is unproven as soon as others reach it.
create or replace function address_state_now(state text, ground text) returns text
  language sql stable set search_path = public, pg_temp as $$
    select case when state = 'vouched' and ground = 'loopback' and not loopback_counts() then 'unproven' else state end;
  $$;

create or replace function address_counts(state text, ground text) returns boolean
  language sql stable set search_path = public, pg_temp as $$ select address_state_now(state, ground) <> 'unproven'; $$;

-- Whether the address of this account counts; false where there is no such account.
create or replace function address_counts_of(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce((select address_counts(u.address_state, u.address_ground) from public.users u where u.id = person), false);
  $$;

-- Colleagues of a sample workspace, whom nobody is: accounts have a role, they have none.
create or replace function is_invented(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (select from public.user_roles r where r.user_id = person);
  $$;
