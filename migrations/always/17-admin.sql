-- What administrators see and do beyond their own rows (security.md §2). Every function asks the database itself who
-- the caller is, so that a session which has just lost the role gets nothing. Accounts are users with a role: the
-- colleagues of sample workspaces have none and are left out.

create or replace function require_admin() returns void
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not i_am_admin() then
    raise exception 'Only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Of oneself; of others only for administrators (DEBUG-11).
create or replace function has_role(_user_id uuid, _role text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select (_user_id = my_user_id() or i_am_admin())
      and exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role);
  $$;

create or replace function is_current_user_admin() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$ select i_am_admin(); $$;

create or replace function admin_counters()
  returns table (users integer, conversations integer, contacts integer, documents integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select
    (select count(distinct r.user_id)::integer from public.user_roles r),
    (select count(*)::integer from public.conversations c where c.deleted_at is null),
    (select count(*)::integer from public.contacts c where c.deleted_at is null),
    (select count(*)::integer from public.documents d where d.deleted_at is null);
end $$;

-- Newest first. The page begins after the row with this moment and id; null begins at the newest.
drop function if exists admin_users(text, timestamptz, uuid, integer);
create or replace function admin_users(pattern text, after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, email text, full_name text, role text, created_at timestamptz, address_state text,
    address_ground text, address_by text, address_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select p.user_id, p.email, p.full_name, p.role, p.created_at,
      address_state_now(u.address_state, u.address_ground), u.address_ground,
      (select coalesce(nullif(v.full_name, ''), v.email) from public.profiles v where v.user_id = u.address_by), u.address_at
    from public.profiles p join public.users u on u.id = p.user_id
   where exists (select from public.user_roles r where r.user_id = p.user_id)
     and (pattern is null or p.email ilike pattern or p.full_name ilike pattern)
     and (after_at is null or (p.created_at, p.user_id) < (after_at, after_id))
   order by p.created_at desc, p.user_id desc limit most;
end $$;

create or replace function admin_contacts(pattern text, after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, contact_name text, contact_email text, user_id uuid, owner_name text, owner_email text,
    created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select c.id, c.contact_name, c.contact_email, c.user_id, p.full_name, p.email,
      c.created_at::timestamptz
    from public.contacts c left join public.profiles p on p.user_id = c.user_id
   where c.deleted_at is null
     and (pattern is null or c.contact_name ilike pattern or c.contact_email ilike pattern
       or p.full_name ilike pattern or p.email ilike pattern)
     and (after_at is null or (c.created_at, c.id) < (after_at, after_id))
   order by c.created_at desc, c.id desc limit most;
end $$;

-- Never what was said in them.
create or replace function admin_conversations(pattern text, most integer)
  returns table (id uuid, title text, type text, created_by uuid, creator_name text, creator_email text,
    people integer, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select c.id, c.title, c.type, c.created_by, p.full_name, p.email, cardinality(c.participants),
      c.created_at::timestamptz
    from public.conversations c left join public.profiles p on p.user_id = c.created_by
   where c.deleted_at is null
     and (pattern is null or c.title ilike pattern or p.full_name ilike pattern or p.email ilike pattern)
   order by c.created_at desc, c.id desc limit most;
end $$;

-- Into the trash and out of it again within its 30 days. Answer who has to be told; nobody where nothing was done.
create or replace function admin_delete_contact(contact uuid) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query update public.contacts c set deleted_at = now(), updated_at = now(), version = c.version + 1
    where c.id = contact and c.deleted_at is null returning c.user_id;
end $$;

create or replace function admin_restore_contact(contact uuid) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query update public.contacts c set deleted_at = null, updated_at = now(), version = c.version + 1
    where c.id = contact and c.deleted_at > now() - interval '30 days' returning c.user_id;
end $$;

create or replace function admin_delete_conversation(conversation uuid) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query with gone as (
      -- Two people whose conversation was deleted may begin another one: its pair is free again.
      update public.conversations c set deleted_at = now(), updated_at = now(), version = c.version + 1,
             pair = 'deleted ' || c.id || ' ' || c.pair
       where c.id = conversation and c.deleted_at is null returning c.created_by, c.participants)
    select distinct person from gone, unnest(gone.created_by || gone.participants) person;
end $$;

create or replace function admin_restore_conversation(conversation uuid) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query with back as (
      -- Where they have begun another one meanwhile, this one comes back beside it.
      update public.conversations c set deleted_at = null, updated_at = now(), version = c.version + 1,
             pair = case when c.pair like 'deleted %' and not exists (
               select from public.conversations other where other.pair = substr(c.pair, length('deleted ' || c.id || ' ') + 1))
             then substr(c.pair, length('deleted ' || c.id || ' ') + 1) else c.pair end
       where c.id = conversation and c.deleted_at > now() - interval '30 days'
       returning c.created_by, c.participants)
    select distinct person from back, unnest(back.created_by || back.participants) person;
end $$;

revoke all on function require_admin(), i_am_admin(), has_role(uuid, text), is_current_user_admin(), admin_counters(),
  admin_users(text, timestamptz, uuid, integer), admin_contacts(text, timestamptz, uuid, integer),
  admin_conversations(text, integer), admin_delete_contact(uuid), admin_restore_contact(uuid),
  admin_delete_conversation(uuid), admin_restore_conversation(uuid) from public;
grant execute on function require_admin(), i_am_admin(), has_role(uuid, text), is_current_user_admin(),
  admin_counters(), admin_users(text, timestamptz, uuid, integer),
  admin_contacts(text, timestamptz, uuid, integer), admin_conversations(text, integer), admin_delete_contact(uuid),
  admin_restore_contact(uuid), admin_delete_conversation(uuid), admin_restore_conversation(uuid) to adjutant_app;
