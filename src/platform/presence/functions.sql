-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: presence_peers_of, contact_address_of
--   rows of other owners: is_online, presence_audience, change_presences, heartbeat_presence, end_processes,
--     visible_presence
--   asked by SQL: process_is_alive

drop function if exists acquaintances_of(uuid);

-- People who share an active workspace or a conversation, and those who have each other as contacts. One-sided contacts
-- do not count: otherwise anybody could learn whether an address has an account and is online. Nor does a direct
-- conversation in which not both have written, because anybody may open one with a contact.
-- Slot: filled by src/app/functions/visible-people.sql.
create or replace function presence_peers_of(person uuid) returns table (user_id uuid)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid where false;
  $$;

create or replace function process_is_alive(beat timestamptz) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$ select beat > now() - interval '45 seconds' $$;

create or replace function is_online(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (
      select from public.presences p join public.server_processes s on s.id = p.process_id
       where p.user_id = person and process_is_alive(s.heartbeat_at));
  $$;

-- Who is notified that this person came or left: peers who are online.
create or replace function presence_audience(person uuid) returns uuid[]
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(array_agg(a.user_id), '{}') from presence_peers_of(person) a where is_online(a.user_id);
  $$;

drop function if exists enter_presence(uuid);
drop function if exists leave_presence(uuid);

-- Writes who came to this process and who left it, for a transaction that acts as nobody: after a restart all come at
-- once. Returns who is to be notified of each: peers who are online and did not come themselves; null if the person was
-- already online, or still is, at another process.
create or replace function change_presences(process uuid, arriving uuid[], leaving uuid[])
  returns table (person uuid, is_here boolean, audience uuid[])
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  were_online uuid[];
  others uuid[];
begin
  if my_user_id() is not null then
    raise exception 'Presence is written by the server' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('presence ' || changed.id, 0))
    from (select id from unnest(arriving || leaving) as id order by id) changed;
  were_online := array(select a.id from unnest(arriving) as a (id) where is_online(a.id));
  insert into public.presences (user_id, process_id) select a.id, process from unnest(arriving) as a (id)
    on conflict do nothing;
  delete from public.presences p where p.user_id = any(leaving) and p.process_id = process;
  insert into public.last_seen (user_id, seen_at) select l.id, now() from unnest(leaving) as l (id)
    on conflict (user_id) do update set seen_at = greatest(last_seen.seen_at, excluded.seen_at);
  others := array(select distinct p.user_id from public.presences p
    join public.server_processes s on s.id = p.process_id and process_is_alive(s.heartbeat_at)
    where p.user_id <> all(arriving));
  return query
    select changed.id, changed.is_here,
        case when changed.was_online then null when others = '{}' then '{}'::uuid[]
          else array(select a.user_id from presence_peers_of(changed.id) a where a.user_id = any(others)) end
      from (select a.id, true as is_here, a.id = any(were_online) as was_online from unnest(arriving) as a (id)
            union all select l.id, false, is_online(l.id) from unnest(leaving) as l (id)) changed;
end $$;

-- True if the process was registered without interruption; else its users have to be entered again.
drop function if exists heartbeat_presence(uuid);
create or replace function heartbeat_presence(process uuid, place uuid default null, location text default null)
  returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update public.server_processes set heartbeat_at = now() where id = process and process_is_alive(heartbeat_at);
  if found then
    return true;
  end if;
  delete from public.server_processes where id = process;
  insert into public.server_processes (id, files_place, files_location) values (process, place, location);
  return false;
end $$;

-- Deletes a process that is ending, or without an id all that stopped sending heartbeats. Returns each person who
-- thereby went offline, and who is to be notified.
create or replace function end_processes(ended uuid) returns table (person uuid, audience uuid[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone record;
begin
  for gone in
    select s.id, s.heartbeat_at, s.id = ended is true as is_shutdown from public.server_processes s
     where s.id = ended or (ended is null and not process_is_alive(s.heartbeat_at)) for update skip locked
  loop
    for person in delete from public.presences p where p.process_id = gone.id returning p.user_id loop
      insert into public.last_seen (user_id, seen_at)
        values (person, case when gone.is_shutdown then now() else gone.heartbeat_at end)
        on conflict (user_id) do update set seen_at = greatest(last_seen.seen_at, excluded.seen_at);
      if not is_online(person) then
        audience := presence_audience(person);
        return next;
      end if;
    end loop;
    delete from public.server_processes s where s.id = gone.id;
  end loop;
end $$;

-- The address with which the user has this person as a contact; null if the user does not.
-- Slot: filled by src/features/contacts/functions.sql.
create or replace function contact_address_of(person uuid) returns text
  language sql stable set search_path = public, pg_temp as $$
    select null::text;
  $$;

-- The presence visible to the user: of the people asked for, or of everyone who is online (a thousand at most).
-- `contact_email` is the address with which the user has the person as a contact.
create or replace function visible_presence(asked uuid[])
  returns table (user_id uuid, is_online boolean, last_seen_at timestamptz, contact_email text)
  language sql stable security definer set search_path = public, pg_temp as $$
    with here as (
      select distinct p.user_id from public.presences p
        join public.server_processes s on s.id = p.process_id and process_is_alive(s.heartbeat_at)
    ), known as (
      select a.user_id from presence_peers_of(my_user_id()) a union select my_user_id()
    )
    select k.user_id, h.user_id is not null, seen.seen_at, contact_address_of(k.user_id)
      from known k
      left join here h on h.user_id = k.user_id
      left join public.last_seen seen on seen.user_id = k.user_id
     where case when asked is null then h.user_id is not null else k.user_id = any(asked) end
     order by k.user_id
     limit 1000;
  $$;

revoke all on function contact_address_of(uuid), presence_peers_of(uuid), is_online(uuid), presence_audience(uuid), change_presences(uuid, uuid[], uuid[]),
  heartbeat_presence(uuid, uuid, text), end_processes(uuid), visible_presence(uuid[]) from public;
grant execute on function change_presences(uuid, uuid[], uuid[]), heartbeat_presence(uuid, uuid, text), end_processes(uuid),
  visible_presence(uuid[]) to adjutant_app;
