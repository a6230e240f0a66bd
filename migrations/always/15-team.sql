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

-- One act after the other in a workspace: votes, roles, members and decisions. Ends with the transaction.
create or replace function lock_workspace(workspace uuid) returns void
  language sql volatile set search_path = pg_catalog, pg_temp as $$
    select pg_advisory_xact_lock(hashtextextended('workspace ' || workspace, 0));
  $$;

-- The name of somebody who works or worked with the user; null for everybody else.
create or replace function teammate_name(person uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.full_name from public.profiles p
     where p.user_id = person and (person = my_user_id() or exists (
       select from public.workspace_members m
        where m.user_id = person and m.workspace_id in (select my_workspaces())));
  $$;

-- The people of one workspace, or of all active ones that the user belongs to; each once, with what they are in the
-- workspaces that both belong to. `asked` is a pattern of ILIKE for names and addresses.
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

-- What stands between the user and this invitation.
create or replace function invitation_state(invitation team_invitations) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select case
        when invitation.accepted_at is not null or invitation.revoked_at is not null or w.deleted_at is not null then 'unknown'
        when u.email <> invitation.invited_email then 'other_address'
        when invitation.expires_at <= now() then 'expired'
        when not address_counts(u.address_state, u.address_ground) then 'unconfirmed'
        when not w.is_active then 'inactive'
        else 'open' end
      from public.users u, public.workspaces w where u.id = my_user_id() and w.id = invitation.workspace_id;
  $$;

-- The same for who holds a link: the one that only a mail to the address held proves the address, so it waits for nothing.
create or replace function link_state(invitation team_invitations, hash text) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select case
        when invitation_state(invitation) = 'unconfirmed' and invitation.mailed_token_hash = hash
          then case when w.is_active then 'open' else 'inactive' end
        else invitation_state(invitation)
      end
      from public.workspaces w where w.id = invitation.workspace_id;
  $$;

-- What a link says to who holds it: nothing of the workspace where it was made for another address.
create or replace function invitation_by_link(hash text)
  returns table (state text, id uuid, workspace_name text, inviter_name text, invited_role text, welcome_message text,
    expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select link_state(i, hash), i.id, w.name, p.full_name, i.invited_role, i.welcome_message, i.expires_at
      from public.team_invitations i
      join public.workspaces w on w.id = i.workspace_id
      join public.profiles p on p.user_id = i.invited_by
     where i.token_hash = hash or i.mailed_token_hash = hash;
  $$;

-- Whether an address may make an account with this link, and what the link says of it: `counts` where the word of who invited
-- does. Only sign-up asks, before there is a user.
create or replace function invitation_to_sign_up(hash text, address text)
  returns table (is_mailed boolean, invited_by uuid, counts boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select i.mailed_token_hash = hash, i.invited_by,
        i.mailed_token_hash = hash or (u.suspended_at is null and address_counts(u.address_state, u.address_ground))
      from public.team_invitations i
      join public.workspaces w on w.id = i.workspace_id and w.is_active and w.deleted_at is null
      join public.users u on u.id = i.invited_by
     where my_user_id() is null and (i.token_hash = hash or i.mailed_token_hash = hash)
       and i.invited_email = address and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
  $$;

-- Open invitations to the user's confirmed address, without a link.
create or replace function received_invitations()
  returns table (id uuid, workspace_name text, inviter_name text, invited_role text, welcome_message text,
    expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select i.id, w.name, p.full_name, i.invited_role, i.welcome_message, i.expires_at
      from public.users u
      join public.team_invitations i on i.invited_email = u.email and i.accepted_at is null and i.revoked_at is null
      join public.workspaces w on w.id = i.workspace_id
      join public.profiles p on p.user_id = i.invited_by
     where u.id = my_user_id() and invitation_state(i) = 'open'
     order by i.sent_at desc, i.id limit 50;
  $$;

-- Makes the user a member, once. Who is a member already stays what they are. By id only what `received_invitations`
-- shows can be found; a link also tells why it does not work. Gives the workspace where it worked.
create or replace function accept_invitation(invitation uuid, hash text) returns table (state text, workspace_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_one public.team_invitations;
begin
  select * into found_one from public.team_invitations i where i.id = invitation or i.token_hash = hash or i.mailed_token_hash = hash for update;
  state := coalesce(link_state(found_one, hash), 'unknown');
  if state = 'open' then
    update public.users u set address_state = 'proven', address_ground = 'invitation_mail',
        address_by = found_one.invited_by, address_at = now()
      where u.id = my_user_id() and found_one.mailed_token_hash = hash and u.address_state <> 'proven';
    workspace_id := found_one.workspace_id;
    update public.team_invitations i set accepted_at = now() where i.id = found_one.id;
    insert into public.workspace_members as m (workspace_id, user_id, role, state, joined_at)
      values (found_one.workspace_id, my_user_id(), found_one.invited_role, 'active', now())
      on conflict on constraint workspace_members_workspace_id_user_id_pk do update
        set role = case when m.state = 'active' then m.role else excluded.role end,
            joined_at = case when m.state = 'active' then m.joined_at else excluded.joined_at end,
            state = 'active';
  elsif hash is null and state <> 'expired' then
    state := 'unknown';
  end if;
  return next;
end $$;

create or replace function decline_invitation(invitation uuid) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.team_invitations i set revoked_at = now()
     where i.id = invitation and invitation_state(i) = 'open' returning i.workspace_id;
  $$;

-- Puts a message from Adjutant, unread, into the mailbox of the account that an invitation is for, and gives that account;
-- null where the address has none or is not confirmed. Only for who administers that workspace, and never to be shown to
-- them: it would tell who has an account.
create or replace function message_invited(invitation uuid, subject text, body text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
    insert into public.emails (user_id, subject, body, recipients, sender, status, is_system)
      select u.id, message_invited.subject, message_invited.body, array[i.invited_email], 'Adjutant', 'received', true
        from public.team_invitations i join public.users u on u.email = i.invited_email
         and address_counts(u.address_state, u.address_ground)
       where i.id = invitation and i.workspace_id in (select my_administered_workspaces())
    returning user_id;
  $$;

-- Everyone who has to hear of a change in a workspace that the user belongs or belonged to.
create or replace function workspace_audience(workspace uuid) returns uuid[]
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(array_agg(m.user_id), '{}') from public.workspace_members m
     where m.workspace_id = workspace and m.state = 'active' and exists (
       select from public.workspace_members mine where mine.workspace_id = workspace and mine.user_id = my_user_id());
  $$;

create or replace function purge_team_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      gone integer;
      old_invitations integer;
    begin
      delete from public.team_decisions where id in (
        select id from public.team_decisions where deleted_at < now() - interval '30 days' limit 1000);
      get diagnostics gone = row_count;
      -- Addresses of people who never came are not kept.
      delete from public.team_invitations where id in (
        select id from public.team_invitations
         where coalesce(accepted_at, revoked_at, expires_at) < now() - interval '30 days' limit 1000);
      get diagnostics old_invitations = row_count;
      return gone + old_invitations;
    end
  $$;

-- For the palette: what belongs to the workspaces of the user, spelled out, for policies hide a search index.
create or replace function search_workspaces(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select w.id, w.name, coalesce(left(w.description, 120), ''), ts_rank(w.search, asks.query) as rank
      from public.workspaces w, (select palette_query(asked) as query offset 0) asks
     where w.id in (select my_workspaces()) and w.deleted_at is null and w.search @@ asks.query
     order by rank desc, w.created_at desc limit most
  $$;

create or replace function search_decisions(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, found.title, (select w.name from public.workspaces w where w.id = found.workspace_id),
          ts_rank(found.search, $2) as rank
        from (
          select d.* from public.team_decisions d
          where $1 is not null and d.workspace_id in (select my_workspaces()) and d.deleted_at is null and d.search @@ $2
          order by d.created_at desc limit 300
        ) found
        order by rank desc, found.created_at desc limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

create or replace function search_workspaces_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.name, coalesce(left(near.description, 120), ''), near.rank from (
      select w.*, word_similarity((select fold_text(asked)), w.name) as rank from public.workspaces w
       where w.id in (select my_workspaces()) and w.deleted_at is null
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.created_at desc limit most
  $$;

create or replace function search_decisions_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.title, (select w.name from public.workspaces w where w.id = near.workspace_id), near.rank
    from (
      select d.*, word_similarity((select fold_text(asked)), d.title) as rank from (
        select newest.* from my_workspaces() mine(id)
          cross join lateral (
            select * from public.team_decisions
             where workspace_id = mine.id and deleted_at is null
             order by created_at desc, id desc limit 500) newest
      ) d
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.created_at desc limit most
  $$;

revoke all on function teammate_name(uuid), team_people(uuid, text),
  invitation_state(team_invitations), invitation_by_link(text), received_invitations(), accept_invitation(uuid, text),
  decline_invitation(uuid), message_invited(uuid, text, text), workspace_audience(uuid), purge_team_trash(), search_workspaces(text, integer), search_decisions(text, integer),
  search_workspaces_nearly(text, integer), search_decisions_nearly(text, integer) from public;
grant execute on function teammate_name(uuid), team_people(uuid, text), invitation_by_link(text),
  received_invitations(), accept_invitation(uuid, text), decline_invitation(uuid), message_invited(uuid, text, text),
  workspace_audience(uuid), purge_team_trash(),
  search_workspaces(text, integer), search_decisions(text, integer), search_workspaces_nearly(text, integer),
  search_decisions_nearly(text, integer) to adjutant_app;
