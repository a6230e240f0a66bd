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
-- Role and removal. Nobody can set another person active: a removed member has to be invited again.
drop policy if exists workspace_members_manage on workspace_members;
create policy workspace_members_manage on workspace_members for update to adjutant_app
  using (workspace_id in (select my_administered_workspaces()))
  with check (workspace_id in (select my_administered_workspaces())
    and (state <> 'active' or is_active_member(workspace_id, user_id)));

-- Invitations: workspace admins only.

drop policy if exists team_invitations_read on team_invitations;
create policy team_invitations_read on team_invitations for select to adjutant_app
  using (workspace_id in (select my_workspaces()));
drop policy if exists team_invitations_send on team_invitations;
create policy team_invitations_send on team_invitations for insert to adjutant_app
  with check (invited_by = (select my_user_id()) and accepted_at is null
    and workspace_id in (select my_administered_workspaces()));
drop policy if exists team_invitations_manage on team_invitations;
create policy team_invitations_manage on team_invitations for update to adjutant_app
  using (workspace_id in (select my_administered_workspaces()))
  with check (workspace_id in (select my_administered_workspaces()));
drop policy if exists team_invitations_withdraw on team_invitations;
create policy team_invitations_withdraw on team_invitations for delete to adjutant_app
  using (workspace_id in (select my_administered_workspaces()));

-- Policies.

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
-- Requests only move decisions to the trash; a nightly job deletes them.
drop policy if exists team_decisions_remove on team_decisions;

drop policy if exists decision_votes_read on decision_votes;
create policy decision_votes_read on decision_votes for select to adjutant_app
  using (user_id = (select my_user_id()) or cast_by = (select my_user_id())
    or exists (select from team_decisions d where d.id = decision_id and not is_concealed(d)));
drop policy if exists decision_votes_cast on decision_votes;
create policy decision_votes_cast on decision_votes for insert to adjutant_app
  with check (exists (
      select from team_decisions d
      where d.id = decision_id and d.workspace_id = decision_votes.workspace_id and d.status <> 'completed'
        and d.deleted_at is null and d.workspace_id in (select my_contributing_workspaces()))
    and case when cast_by is null then user_id = (select my_user_id())
      else cast_by = (select my_user_id()) and user_id in (select my_principals(decision_id)) end);
drop policy if exists decision_votes_change on decision_votes;
create policy decision_votes_change on decision_votes for update to adjutant_app
  using (exists (
      select from team_decisions d
      where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
        and d.workspace_id in (select my_contributing_workspaces()))
    -- A vote cast in person belongs to its voter; a vote cast by a proxy can be overridden.
    and (user_id = (select my_user_id()) or (cast_by is not null and user_id in (select my_principals(decision_id)))))
  with check (exists (
      select from team_decisions d where d.id = decision_id and d.workspace_id = decision_votes.workspace_id)
    and case when cast_by is null then user_id = (select my_user_id())
    else cast_by = (select my_user_id()) and user_id in (select my_principals(decision_id)) end);

-- The log is read through the functions of functions/decision-log.sql and written by triggers only.
drop policy if exists decision_log_read on decision_log;
create policy decision_log_read on decision_log for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id and (kind <> 'vote' or not is_concealed(d))));

drop policy if exists decision_papers_read on decision_papers;
create policy decision_papers_read on decision_papers for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id));
drop policy if exists decision_papers_attach on decision_papers;
create policy decision_papers_attach on decision_papers for insert to adjutant_app
  with check (attached_by = (select my_user_id()) and exists (
    select from team_decisions d
    where d.id = decision_id and d.workspace_id = decision_papers.workspace_id and d.status <> 'completed'
      and d.deleted_at is null and d.workspace_id in (select my_administered_workspaces())));
drop policy if exists decision_papers_detach on decision_papers;
create policy decision_papers_detach on decision_papers for delete to adjutant_app
  using (exists (
    select from team_decisions d where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
      and d.workspace_id in (select my_administered_workspaces())));

drop policy if exists decision_paper_reads_read on decision_paper_reads;
create policy decision_paper_reads_read on decision_paper_reads for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id));
drop policy if exists decision_paper_reads_sign on decision_paper_reads;
create policy decision_paper_reads_sign on decision_paper_reads for insert to adjutant_app
  with check (user_id = (select my_user_id()) and exists (
    select from decision_papers p where p.decision_id = decision_paper_reads.decision_id
      and p.workspace_id = decision_paper_reads.workspace_id and p.document_id = decision_paper_reads.document_id));

drop policy if exists vote_proxies_read on vote_proxies;
create policy vote_proxies_read on vote_proxies for select to adjutant_app
  using (workspace_id in (select my_workspaces()));
drop policy if exists vote_proxies_give on vote_proxies;
create policy vote_proxies_give on vote_proxies for insert to adjutant_app
  with check (grantor_id = (select my_user_id()) and proxy_id <> grantor_id and revoked_at is null
    and workspace_id in (select my_contributing_workspaces())
    and (decision_id is null or exists (
      select from team_decisions d where d.id = decision_id and d.workspace_id = vote_proxies.workspace_id)));
drop policy if exists vote_proxies_revoke on vote_proxies;
create policy vote_proxies_revoke on vote_proxies for update to adjutant_app
  using (grantor_id = (select my_user_id()) or workspace_id in (select my_administered_workspaces()))
  with check (revoked_at is not null);
