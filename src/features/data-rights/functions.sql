-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: rows_of_person, files_of_person, account_deletion_blockers, due_account_deletions, erase_account,
--     expire_data_exports
--   near the data: data_map (its parts stand beside the tables that they describe)
--   asked by SQL: without_secrets

-- The data map (security.md D41): for every table its purpose, how long its rows are kept, which of them concern a
-- person (`$1`), whether they are exported, and what happens to them when the account is deleted. Each unit lists its own
-- tables in a function `data_map_of_<unit>` (its file functions/data-map.sql), which is found by that prefix. A test fails
-- if a table is missing. Export and deletion use this map and nothing else.
create or replace function data_map()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  part text;
begin
  for part in select p.proname from pg_proc p
               where p.pronamespace = 'public'::regnamespace and starts_with(p.proname, 'data_map_of_') loop
    return query execute format('select * from public.%I()', part);
  end loop;
end;
$$;

-- What no archive contains: secrets in any form, numbers that count the rows of everybody, and columns that only serve search and
-- internal work.
create or replace function without_secrets(given jsonb) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    select given - array['insertion_number', 'password_hash', 'token_hash', 'key_hash', 'state_hash', 'verifier', 'password', 'imap_password',
      'smtp_password', 'tokens', 'secret', 'public_key', 'credential_id', 'p256dh', 'auth', 'endpoint',
      'storage_key', 'search', 'lease_by', 'lease_until',
      'impersonated_by', 'impersonation_reason', 'impersonator_session'];
  $$;

-- For the export job: the rows of one table that concern the person.
create or replace function rows_of_person(person uuid, table_name text) returns setof jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  condition text := (select m.mine from data_map() m where m.name = table_name and m.is_exported);
begin
  if my_user_id() is not null then
    raise exception 'Only the export job reads all rows of a person' using errcode = 'insufficient_privilege';
  end if;
  if condition is null or to_regclass(format('public.%I', table_name)) is null then
    return;
  end if;
  return query execute format('select without_secrets(to_jsonb(t)) from public.%I t where %s', table_name, condition)
    using person;
end $$;

-- A person's stored files, each once, with its original name.
create or replace function files_of_person(person uuid)
  returns table (storage_key text, file_name text, area text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if my_user_id() is not null then
    raise exception 'Only the export job reads all rows of a person' using errcode = 'insufficient_privilege';
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

-- Why an account cannot be deleted yet: it is the last administrator of something that others take part in.
drop function if exists account_obstacles(uuid);
create or replace function account_deletion_blockers(person uuid) returns table (kind text, name text)
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
     order by w.name, w.id limit 50;
end $$;

create or replace function due_account_deletions() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select d.user_id from account_deletions d where my_user_id() is null and d.due_at <= now() order by d.due_at, d.user_id limit 20;
  $$;

-- Deletes an account that is due, over every table of the map; returns the files to delete afterwards.
create or replace function erase_account(person uuid) returns setof text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  place record;
begin
  if my_user_id() is not null
     or not exists (select from account_deletions d where d.user_id = person and d.due_at <= now()) then
    raise exception 'Only an account whose time has come is deleted' using errcode = 'insufficient_privilege';
  end if;
  -- The lock of src/platform/auth/accounts/set-role.ts: two administrators cannot leave at the same time.
  perform pg_advisory_xact_lock(1919904869);
  if exists (select from account_deletion_blockers(person)) then
    raise exception 'Somebody else has to administer first' using errcode = 'check_violation';
  end if;
  return query select f.storage_key from files_of_person(person) f;
  -- What others take part in gets another owner; what nobody else takes part in is deleted.
  delete from workspaces w where exists (select from workspace_members m where m.workspace_id = w.id and m.user_id = person
      and m.state = 'active')
    and not exists (select from workspace_members m where m.workspace_id = w.id and m.user_id <> person and m.state = 'active');
  update workspaces w set created_by = (select m.user_id from workspace_members m where m.workspace_id = w.id
      and m.user_id <> person and m.state = 'active' order by (m.role <> 'admin'), m.joined_at, m.user_id limit 1)
   where w.created_by = person and exists (select from workspace_members m where m.workspace_id = w.id
      and m.user_id <> person and m.state = 'active');
  delete from workspaces w where w.created_by = person;
  delete from conversations c where (c.created_by = person or person = any(c.participants))
    and not exists (select from conversation_participants p where p.conversation_id = c.id and p.user_id <> person
      and p.left_at is null);
  update conversations c set created_by = (select p.user_id from conversation_participants p where p.conversation_id = c.id
      and p.user_id <> person and p.left_at is null order by p.joined_at, p.user_id limit 1)
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

-- For the job: deletes expired archives, and those left unfinished for a day; returns their files.
create or replace function expire_data_exports() returns setof text
  language sql volatile security definer set search_path = public, pg_temp as $$
    with gone as (
      delete from data_exports e where my_user_id() is null
        and (e.expires_at <= now() or e.state <> 'ready' and e.created_at < now() - interval '1 day')
      returning e.storage_key)
    select storage_key from gone where storage_key is not null;
  $$;

revoke all on function rows_of_person(uuid, text), files_of_person(uuid), account_deletion_blockers(uuid),
  due_account_deletions(), erase_account(uuid), without_secrets(jsonb), data_map(), expire_data_exports() from public;
grant execute on function rows_of_person(uuid, text), files_of_person(uuid), account_deletion_blockers(uuid),
  due_account_deletions(), erase_account(uuid), data_map(), expire_data_exports() to adjutant_app;
