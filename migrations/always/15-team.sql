-- Membership as policies need it. The functions run as the owner, who sees every row (10-row-level-security.sql);
-- each answers only about the user of the transaction. The policies stand here and not in tables.ts because the
-- generated migrations run before these functions exist; grants (20) come after them.

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

-- Just founded: nobody has ever been a member, so its creator may still enter.
create or replace function workspace_is_new(workspace uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (select from public.workspace_members m where m.workspace_id = workspace);
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

-- Workspaces: members read, their admins manage.

drop policy if exists workspaces_read on workspaces;
create policy workspaces_read on workspaces for select to adjutant_app
  using (id in (select my_workspaces()) or (created_by = (select my_user_id()) and workspace_is_new(id)));
drop policy if exists workspaces_found on workspaces;
create policy workspaces_found on workspaces for insert to adjutant_app
  with check (created_by = (select my_user_id()));
drop policy if exists workspaces_manage on workspaces;
create policy workspaces_manage on workspaces for update to adjutant_app
  using (id in (select my_administered_workspaces()))
  with check (id in (select my_administered_workspaces()));
drop policy if exists workspaces_remove on workspaces;
create policy workspaces_remove on workspaces for delete to adjutant_app
  using (id in (select my_administered_workspaces()));

-- Members: only the state 'active' gives access; an invited or removed person sees their own row and nothing else.

drop policy if exists workspace_members_read on workspace_members;
create policy workspace_members_read on workspace_members for select to adjutant_app
  using (user_id = (select my_user_id()) or workspace_id in (select my_workspaces()));
drop policy if exists workspace_members_found on workspace_members;
create policy workspace_members_found on workspace_members for insert to adjutant_app
  with check (user_id = (select my_user_id()) and role = 'admin' and state = 'active'
    and workspace_is_new(workspace_id)
    and exists (select from workspaces w where w.id = workspace_id and w.created_by = (select my_user_id())));
drop policy if exists workspace_members_invite on workspace_members;
create policy workspace_members_invite on workspace_members for insert to adjutant_app
  with check (state = 'invited' and workspace_id in (select my_administered_workspaces()));
-- Accept, decline or leave: one's own row, in the role it was given.
drop policy if exists workspace_members_answer on workspace_members;
create policy workspace_members_answer on workspace_members for update to adjutant_app
  using (user_id = (select my_user_id()) and state <> 'removed')
  with check (user_id = (select my_user_id()) and state <> 'invited'
    and (workspace_id, role) in (select m.workspace_id, m.role from my_memberships() m where m.state <> 'removed'));
-- Role and removal. Nobody is made active by another person: who was removed is invited again.
drop policy if exists workspace_members_manage on workspace_members;
create policy workspace_members_manage on workspace_members for update to adjutant_app
  using (workspace_id in (select my_administered_workspaces()))
  with check (workspace_id in (select my_administered_workspaces())
    and (state <> 'active' or is_active_member(workspace_id, user_id)));

-- Decisions: members read, workspace admins create and close. Viewers never vote; a completed decision takes no vote.

drop policy if exists team_decisions_read on team_decisions;
create policy team_decisions_read on team_decisions for select to adjutant_app
  using (workspace_id in (select my_workspaces()));
drop policy if exists team_decisions_create on team_decisions;
create policy team_decisions_create on team_decisions for insert to adjutant_app
  with check (created_by = (select my_user_id()) and workspace_id in (select my_administered_workspaces()));
drop policy if exists team_decisions_manage on team_decisions;
create policy team_decisions_manage on team_decisions for update to adjutant_app
  using (workspace_id in (select my_administered_workspaces()))
  with check (workspace_id in (select my_administered_workspaces()));
drop policy if exists team_decisions_remove on team_decisions;
create policy team_decisions_remove on team_decisions for delete to adjutant_app
  using (workspace_id in (select my_administered_workspaces()));
drop policy if exists decision_votes_read on decision_votes;
create policy decision_votes_read on decision_votes for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id));
drop policy if exists decision_votes_cast on decision_votes;
create policy decision_votes_cast on decision_votes for insert to adjutant_app
  with check (user_id = (select my_user_id()) and exists (
    select from team_decisions d
    where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
      and d.workspace_id in (select my_contributing_workspaces())));
drop policy if exists decision_votes_change on decision_votes;
create policy decision_votes_change on decision_votes for update to adjutant_app
  using (user_id = (select my_user_id()) and exists (
    select from team_decisions d
    where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
      and d.workspace_id in (select my_contributing_workspaces())))
  with check (user_id = (select my_user_id()) and exists (
    select from team_decisions d
    where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
      and d.workspace_id in (select my_contributing_workspaces())));

-- Invitations: nobody invites into a role above their own.

drop policy if exists team_invitations_read on team_invitations;
create policy team_invitations_read on team_invitations for select to adjutant_app
  using (workspace_id in (select my_workspaces()));
drop policy if exists team_invitations_send on team_invitations;
create policy team_invitations_send on team_invitations for insert to adjutant_app
  with check (invited_by = (select my_user_id()) and accepted_at is null
    and (workspace_id in (select my_administered_workspaces()) or (invited_role <> 'admin' and workspace_id in (select my_contributing_workspaces()))));
drop policy if exists team_invitations_manage on team_invitations;
create policy team_invitations_manage on team_invitations for update to adjutant_app
  using (workspace_id in (select my_administered_workspaces()))
  with check (workspace_id in (select my_administered_workspaces()));
drop policy if exists team_invitations_withdraw on team_invitations;
create policy team_invitations_withdraw on team_invitations for delete to adjutant_app
  using (workspace_id in (select my_administered_workspaces())
    or (invited_by = (select my_user_id()) and workspace_id in (select my_contributing_workspaces())));
