-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: admin_jobs, admin_change_job, admin_health, admin_connections, admin_accounts,
--     admin_counters, admin_users, admin_contacts, admin_conversations, admin_delete_contact, admin_restore_contact,
--     admin_delete_conversation, admin_restore_conversation

-- What the admin pages read beyond the caller's own rows. The tables of the queue exist only after a program has run
-- jobs.
create or replace function admin_jobs(wanted text, most integer)
  returns table (id uuid, name text, state text, created_at timestamptz, due_at timestamptz, started_at timestamptz,
    ended_at timestamptz, tries integer, problem text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  if to_regclass('jobs.job') is null then
    return;
  end if;
  return query execute $sql$
    select j.id, j.name, j.state::text, j.created_on, j.start_after, j.started_on, j.completed_on, j.retry_count + (j.started_on is not null)::integer,
      left(coalesce(j.output ->> 'message', j.output #>> '{value,message}'), 500)
      from jobs.job j where j.name not like '\_\_%' and case $1 when 'waiting' then j.state in ('created', 'retry')
        when 'active' then j.state = 'active' when 'failed' then j.state in ('failed', 'cancelled')
        else j.state = 'completed' end
     order by coalesce(j.completed_on, j.started_on, j.created_on) desc, j.id limit $2 $sql$
    using wanted, most;
end $$;

create or replace function admin_change_job(job uuid, act text) returns setof uuid
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  if to_regclass('jobs.job') is null then
    return;
  end if;
  -- 'isDataStarted' of a system mail means that it may have been sent: whoever retries it has decided to send it again.
  if act = 'retry' then
    return query execute $sql$ update jobs.job j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(),
      completed_on = null, output = null, data = j.data - 'isDataStarted' where j.id = $1 and j.state in ('failed', 'cancelled') returning j.id $sql$ using job;
  else
    return query execute $sql$ update jobs.job j set state = 'cancelled', completed_on = now()
      where j.id = $1 and j.state in ('created', 'retry', 'failed') returning j.id $sql$ using job;
  end if;
end $$;

drop function if exists admin_health();
create or replace function admin_health()
  returns table (waiting integer, active integer, failed integer, oldest_waiting timestamptz, mail_accounts integer,
    mail_failing integer, mail_synced_at timestamptz, mail_uncertain integer, processes integer, file_places text[])
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  if to_regclass('jobs.job') is not null then
    execute $sql$ select count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::integer,
        count(*) filter (where j.state = 'active')::integer, count(*) filter (where j.state = 'failed')::integer,
        min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()),
        count(*) filter (where j.state = 'failed' and j.name = 'mail.send-system-mail' and j.output ->> 'code' = 'uncertain')::integer
      from jobs.job j where j.name not like '\_\_%' $sql$ into waiting, active, failed, oldest_waiting, mail_uncertain;
  else
    waiting := 0; active := 0; failed := 0; mail_uncertain := 0;
  end if;
  select count(*)::integer, count(*) filter (where a.failures > 0)::integer, min(a.synced_at)
    into mail_accounts, mail_failing, mail_synced_at from public.mail_accounts a where a.deleted_at is null;
  select count(*)::integer into processes from public.server_processes p where p.heartbeat_at > now() - interval '2 minutes';
  -- A shared disk may have another path on each machine: one is shown.
  select coalesce(array_agg(distinct known.location), '{}') into file_places
    from (select min(p.files_location) as location from public.server_processes p
           where process_is_alive(p.heartbeat_at) and p.files_place is not null group by p.files_place) known;
  return next;
end $$;

-- External accounts that people connected: how many, how many are failing, and when the stalest one was synced.
create or replace function admin_connections()
  returns table (connections integer, failing integer, synced_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select count(*)::integer, count(*) filter (where c.fails)::integer, min(c.at) from (
      select i.status = 'error' or i.failures > 0, case when i.auto_sync then i.last_sync end
        from public.integrations i where i.status in ('connected', 'error')
      union all
      select a.failures > 0, a.last_synced_at from public.calendar_accounts a where a.deleted_at is null
    ) c (fails, at);
end $$;

-- The rows of admin_users, with suspended_at, sessions and last_seen_at.
drop function if exists admin_accounts(text, timestamptz, uuid, integer);
create or replace function admin_accounts(pattern text, after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, email text, full_name text, role text, created_at timestamptz, suspended_at timestamptz,
    sessions integer, last_seen_at timestamptz, address_state text, address_reason text, address_by text,
    address_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select a.id, a.email, a.full_name, a.role, a.created_at, u.suspended_at,
      (select count(*)::integer from public.sessions s where s.user_id = a.id and s.expires_at > now()),
      (select l.seen_at::timestamptz from public.last_seen l where l.user_id = a.id),
      a.address_state, a.address_reason, a.address_by, a.address_at
    from admin_users(pattern, after_at, after_id, most) a join public.users u on u.id = a.id
   order by a.created_at desc, a.id desc;
end $$;

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
    address_reason text, address_by text, address_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select p.user_id, p.email, p.full_name, p.role, p.created_at,
      address_state_now(u.address_state, u.address_reason), u.address_reason,
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

-- Returns no message text.
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

-- Delete to the trash, and restore within 30 days. Each returns the users to notify; no rows if nothing changed.
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
      -- Frees the pair, so that the two people can start a new conversation.
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
      -- Restores the pair too, unless the two people have started a new conversation meanwhile.
      update public.conversations c set deleted_at = null, updated_at = now(), version = c.version + 1,
             pair = case when c.pair like 'deleted %' and not exists (
               select from public.conversations other where other.pair = substr(c.pair, length('deleted ' || c.id || ' ') + 1))
             then substr(c.pair, length('deleted ' || c.id || ' ') + 1) else c.pair end
       where c.id = conversation and c.deleted_at > now() - interval '30 days'
       returning c.created_by, c.participants)
    select distinct person from back, unnest(back.created_by || back.participants) person;
end $$;

revoke all on function admin_jobs(text, integer), admin_change_job(uuid, text), admin_health(), admin_connections(),
  admin_accounts(text, timestamptz, uuid, integer), admin_counters(), admin_users(text, timestamptz, uuid, integer),
  admin_contacts(text, timestamptz, uuid, integer), admin_conversations(text, integer), admin_delete_contact(uuid),
  admin_restore_contact(uuid), admin_delete_conversation(uuid), admin_restore_conversation(uuid) from public;
grant execute on function admin_jobs(text, integer), admin_change_job(uuid, text), admin_health(), admin_connections(),
  admin_accounts(text, timestamptz, uuid, integer), admin_counters(), admin_users(text, timestamptz, uuid, integer),
  admin_contacts(text, timestamptz, uuid, integer), admin_conversations(text, integer), admin_delete_contact(uuid),
  admin_restore_contact(uuid), admin_delete_conversation(uuid), admin_restore_conversation(uuid) to adjutant_app;
