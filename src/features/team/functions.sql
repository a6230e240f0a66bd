-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   policies ask: my_memberships, my_workspaces, my_administered_workspaces, my_contributing_workspaces,
--     workspace_is_new, is_active_member
--   fill slots: workspaces_to_share_with, people_of_workspace, people_to_meet
--   rows of other owners: workspace_is_active, my_teammates, teammate_name, team_people, workspace_audience, teammates_online

-- Membership as policies need it. The functions run as the owner, who sees every row (platform/database/functions.sql);
-- each answers only about the user of the transaction. The policies stand in policies.sql and not in tables.ts
-- because the generated migrations run before these functions exist; grants come after them.

create or replace function my_memberships() returns table (workspace_id uuid, role text, state text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.workspace_id, m.role, m.state from public.workspace_members m
    where m.user_id = my_user_id();
  $$;

create or replace function my_workspaces() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.workspace_id from public.workspace_members m
    where m.user_id = my_user_id() and m.state = 'active';
  $$;

create or replace function my_administered_workspaces() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.workspace_id from public.workspace_members m
    where m.user_id = my_user_id()
      and m.state = 'active' and m.role = 'admin';
  $$;

-- Where the user may vote and invite: everywhere but as a viewer.
create or replace function my_contributing_workspaces() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.workspace_id from public.workspace_members m
    where m.user_id = my_user_id()
      and m.state = 'active' and m.role <> 'viewer';
  $$;

-- True if it has never had a member, so that its creator may join.
create or replace function workspace_is_new(workspace uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (select from public.workspace_members m where m.workspace_id = workspace);
  $$;

-- Nothing is decided in an inactive workspace. For jobs and for its members; a departure asks after it took effect.
create or replace function workspace_is_active(workspace uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (
      select from public.workspaces w
      where w.id = workspace and w.is_active and w.deleted_at is null
        and (my_user_id() is null or exists (
          select from public.workspace_members mine where mine.workspace_id = w.id and mine.user_id = my_user_id())));
  $$;

create or replace function is_active_member(workspace uuid, person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (
      select from public.workspace_members m
      where m.workspace_id = workspace and m.user_id = person and m.state = 'active'
        and m.workspace_id in (select public.my_administered_workspaces())
    );
  $$;

-- Everyone whom the user works with, once each, the user included.
create or replace function my_teammates() returns table (user_id uuid, full_name text, joined_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.user_id, min(p.full_name), min(coalesce(m.joined_at, m.created_at))
      from public.workspace_members m
      join public.workspaces w on w.id = m.workspace_id and w.is_active and w.deleted_at is null
      left join public.profiles p on p.user_id = m.user_id
     where m.state = 'active' and m.workspace_id in (select my_workspaces())
     group by m.user_id;
  $$;

-- Of earlier releases; now in team-audience.ts.
drop function if exists lock_workspace(uuid);

-- The name of a current or former teammate of the user; null for everybody else.
create or replace function teammate_name(person uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.full_name from public.profiles p
     where p.user_id = person and (person = my_user_id() or exists (
       select from public.workspace_members m
        where m.user_id = person and m.workspace_id in (select my_workspaces())));
  $$;

-- The members of one workspace, or of all active ones of the user; each once, with their memberships in the workspaces
-- that both belong to. `asked` is an ILIKE pattern for names and addresses.
create or replace function team_people(workspace uuid, asked text)
  returns table (user_id uuid, full_name text, email text, joined_at timestamptz, memberships jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.user_id, p.full_name, p.email, min(coalesce(m.joined_at, m.created_at)),
           jsonb_agg(jsonb_build_object('workspaceId', w.id, 'workspaceName', w.name, 'isActive', w.is_active,
             'role', m.role) order by w.name, w.id)
      from public.workspace_members m
      join public.workspaces w on w.id = m.workspace_id and w.deleted_at is null
      join public.profiles p on p.user_id = m.user_id
     where m.state = 'active' and m.workspace_id in (select my_workspaces())
       and (asked is null or p.full_name ilike asked or p.email ilike asked)
     group by m.user_id, p.full_name, p.email
    having bool_or(case when workspace is null then w.is_active else w.id = workspace end);
  $$;

-- The members who receive changes of a workspace that the user belongs or belonged to.
create or replace function workspace_audience(workspace uuid) returns uuid[]
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(array_agg(m.user_id), '{}') from public.workspace_members m
     where m.workspace_id = workspace and m.state = 'active' and exists (
       select from public.workspace_members mine where mine.workspace_id = workspace and mine.user_id = my_user_id());
  $$;

-- Fills the slot of src/features/documents/functions.sql.
create or replace function workspaces_to_share_with() returns table (id uuid, name text)
  language sql stable set search_path = public, pg_temp as $$
    select w.id, w.name from workspaces w
    where w.id in (select my_workspaces()) and w.is_active and w.deleted_at is null;
  $$;

-- Fills the slot of src/features/documents/functions.sql.
create or replace function people_of_workspace(workspace uuid) returns setof uuid
  language sql stable set search_path = public, pg_temp as $$
    select m.user_id from workspace_members m
    where m.workspace_id = workspace and m.state = 'active' and m.workspace_id in (select my_workspaces());
  $$;

-- Fills the slot of src/features/calendar/functions/booking.sql.
create or replace function people_to_meet()
  returns table (user_id uuid, full_name text, email text, zone text, days integer[], from_minute integer, to_minute integer,
    other_hours jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id, coalesce(nullif(p.full_name, ''), p.email), p.email, w.zone, w.days, w.from_minute, w.to_minute,
      w.other_hours
      from profiles p cross join lateral working_hours(p.user_id) w
     where my_user_id() is not null and (p.user_id = my_user_id() or p.user_id in (select t.user_id from my_teammates() t))
     order by p.user_id <> my_user_id(), lower(p.full_name), p.email, p.user_id limit 500
  $$;

-- How many of the user's teammates are online, including the user.
create or replace function teammates_online() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*)::int from my_teammates() t where exists (
      select from public.presences p join public.server_processes s on s.id = p.process_id
       where p.user_id = t.user_id and process_is_alive(s.heartbeat_at));
  $$;

revoke all on function teammate_name(uuid), team_people(uuid, text), workspace_audience(uuid),
  teammates_online() from public;
grant execute on function teammate_name(uuid), team_people(uuid, text), workspace_audience(uuid),
  teammates_online() to adjutant_app;
