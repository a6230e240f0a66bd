-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: my_address

-- Fills the slot of src/platform/auth/functions.sql. Documents and conversations that also wait for the other side's
-- address are not counted: proving this one would not release them.
create or replace function my_address()
  returns table (state text, ground text, vouched_by text, at timestamptz, documents integer, invitations integer,
    mails integer, conversations integer)
  language sql stable security definer set search_path = public, pg_temp as $$
    with me as (
      select u.*, address_state_now(u.address_state, u.address_reason) as now_state
      from public.users u where u.id = my_user_id())
    select me.now_state, me.address_reason,
      (select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.user_id = me.address_by),
      me.address_at,
      case when me.now_state = 'unproven' then (
        select count(distinct d.id)::integer
        from public.document_shares s join public.documents d on d.id = s.document_id
        where s.by_address and d.deleted_at is null
          and ((s.person_id = me.id and address_counts_of(s.user_id))
            or (s.user_id = me.id and address_counts_of(s.person_id)))) else 0 end,
      case when me.now_state = 'unproven' then (
        select count(*)::integer from public.team_invitations i join public.workspaces w on w.id = i.workspace_id
        where i.invited_email = me.email and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
          and w.is_active and w.deleted_at is null) else 0 end,
      case when me.now_state = 'unproven' then (
        select count(*)::integer from public.mail_recipients r
        where r.state = 'held' and ((r.user_id = me.id and r.reason = 'Held until your email address is proven or vouched for')
          or (r.reason = 'Held until this email address is proven or vouched for'
            and position(lower(me.email) in lower(r.address)) > 0))) else 0 end,
      case when me.now_state = 'unproven' then (
        select count(*)::integer
        from public.conversations c
          join public.contacts k on k.id = c.contact_id and k.user_id = c.created_by and k.deleted_at is null
        where c.pair like 'contact:%' and c.deleted_at is null and c.last_message_at is not null
          and lower(k.contact_email) = lower(me.email) and c.created_by <> me.id and address_counts_of(c.created_by)) else 0 end
    from me;
  $$;
