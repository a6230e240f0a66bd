-- Of identities the app role sees, of its own rows, what its person may see on the screen, and changes only what is
-- theirs to change: never a role, an address, a hash or the end of a session.
revoke all on users, profiles, user_roles, sessions, api_keys from adjutant_app;
grant select on users, profiles, user_roles to adjutant_app;
grant update (full_name, avatar_url, address, time_zone, density, motion, version, agents_paused_at) on profiles to adjutant_app;
grant select (id, user_id, created_at, renewed_at, expires_at, address, user_agent), delete on sessions to adjutant_app;
grant select (id, user_id, name, last_four, scopes, created_at, last_used_at, expires_at, revoked_at, tool_groups, client_id, refresh_expires_at, is_agent, acts_alone) on api_keys to adjutant_app;
grant insert, update (revoked_at, acts_alone) on api_keys to adjutant_app;

-- profiles.role and profiles.email are read-only mirrors (ROLE-01, DATA-02); the highest role counts.
create or replace function mirror_role() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update public.profiles
     set role = coalesce((select role from public.user_roles where user_id = person
                           order by array_position(array['admin', 'moderator', 'user'], role) limit 1), 'user')
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
