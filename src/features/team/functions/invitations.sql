-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: invitation_to_sign_up
--   rows of other owners: invitation_state, link_state, invitation_by_link, received_invitations, accept_invitation,
--     decline_invitation, message_invited

-- Whether the user can accept this invitation, or why not.
create or replace function invitation_state(invitation team_invitations) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select case
        when invitation.accepted_at is not null or invitation.revoked_at is not null or w.deleted_at is not null then 'unknown'
        when u.email <> invitation.invited_email then 'other_address'
        when invitation.expires_at <= now() then 'expired'
        when not address_counts(u.address_state, u.address_reason) then 'unconfirmed'
        when not w.is_active then 'inactive'
        else 'open' end
      from public.users u, public.workspaces w where u.id = my_user_id() and w.id = invitation.workspace_id;
  $$;

-- The same for a link. The mailed token proves the address, so it needs no confirmation.
create or replace function link_state(invitation team_invitations, hash text) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select case
        when invitation_state(invitation) = 'unconfirmed' and invitation.mailed_token_hash = hash
          then case when w.is_active then 'open' else 'inactive' end
        else invitation_state(invitation)
      end
      from public.workspaces w where w.id = invitation.workspace_id;
  $$;

-- The invitation of a link. The caller must hide its details in every state but open (invitations.ts).
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

-- Fills the slot of src/platform/auth/functions.sql.
create or replace function invitation_to_sign_up(hash text, address text)
  returns table (is_mailed boolean, invited_by uuid, counts boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select i.mailed_token_hash = hash, i.invited_by,
        i.mailed_token_hash = hash or (u.suspended_at is null and address_counts(u.address_state, u.address_reason))
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

-- Makes the user a member, once; an existing member keeps their role. By id it finds only invitations listed by
-- `received_invitations`; for a link it also returns why it does not work. Returns the workspace on success.
create or replace function accept_invitation(invitation uuid, hash text) returns table (state text, workspace_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_one public.team_invitations;
begin
  select * into found_one from public.team_invitations i where i.id = invitation or i.token_hash = hash or i.mailed_token_hash = hash for update;
  state := coalesce(link_state(found_one, hash), 'unknown');
  if state = 'open' then
    update public.users u set address_state = 'proven', address_reason = 'invitation_mail',
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

-- Puts an unread message from Adjutant into the mailbox of the invited account and returns that account; null if the
-- address has none or does not count. Only for administrators of that workspace, and never show them the result: it
-- reveals who has an account.
create or replace function message_invited(invitation uuid, subject text, body text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
    insert into public.emails (user_id, subject, body, recipients, sender, status, is_system)
      select u.id, message_invited.subject, message_invited.body, array[i.invited_email], 'Adjutant', 'received', true
        from public.team_invitations i join public.users u on u.email = i.invited_email
         and address_counts(u.address_state, u.address_reason)
       where i.id = invitation and i.workspace_id in (select my_administered_workspaces())
    returning user_id;
  $$;

revoke all on function invitation_state(team_invitations), invitation_by_link(text), received_invitations(),
  accept_invitation(uuid, text), decline_invitation(uuid), message_invited(uuid, text, text) from public;
grant execute on function invitation_by_link(text), received_invitations(), accept_invitation(uuid, text),
  decline_invitation(uuid), message_invited(uuid, text, text) to adjutant_app;
