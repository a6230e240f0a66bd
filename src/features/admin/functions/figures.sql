-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: admin_figures

-- Counts for the pages of the admin area that are announced: never a name, an address or a text.
drop function if exists admin_figures();
create or replace function admin_figures()
  returns table (accounts integer, administrators integer, unproven integer, suspended integer, new_accounts integer,
    active_today integer, active_week integer, keys integer, agents integer, keys_used integer, mailboxes integer,
    mail_waiting integer, mail_failed integer, system_mail_waiting integer, system_mail_failed integer,
    deliveries_waiting integer, deliveries_failed integer, devices integer, templates integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  select count(*)::integer, count(*) filter (where exists (
      select from public.user_roles r where r.user_id = u.id and r.role = 'admin'))::integer,
      count(*) filter (where not address_counts(u.address_state, u.address_reason))::integer,
      count(u.suspended_at)::integer, count(*) filter (where u.created_at > now() - interval '30 days')::integer
    into accounts, administrators, unproven, suspended, new_accounts
    from public.users u where exists (select from public.user_roles r where r.user_id = u.id);
  -- Whose page is open now is in presences: last_seen is written when the visit ends.
  select count(*) filter (where v.at > now() - interval '1 day')::integer, count(*)::integer into active_today, active_week
    from (select seen.id, max(seen.at) as at from (
        select l.user_id as id, l.seen_at::timestamptz as at from public.last_seen l
        union all select p.user_id, now() from public.presences p) seen
      where seen.at > now() - interval '7 days' group by seen.id) v;
  select count(*) filter (where k.client_id is null and not k.is_agent)::integer,
      count(*) filter (where k.client_id is not null or k.is_agent)::integer,
      count(*) filter (where k.last_used_at > now() - interval '7 days')::integer into keys, agents, keys_used
    from public.api_keys k where k.revoked_at is null and (k.expires_at is null or k.expires_at > now() or k.refresh_expires_at > now());
  select count(*)::integer into mailboxes from public.mail_accounts a where a.deleted_at is null;
  select count(*) filter (where m.state in ('queued', 'sending', 'uncertain'))::integer,
      count(*) filter (where m.state in ('failed', 'held'))::integer into mail_waiting, mail_failed
    from public.mail_deliveries m where m.state <> 'sent';
  system_mail_waiting := 0; system_mail_failed := 0;
  if to_regclass('jobs.job') is not null then
    execute $sql$ select count(*) filter (where j.state in ('created', 'retry', 'active'))::integer,
        count(*) filter (where j.state = 'failed')::integer from jobs.job j where j.name = 'mail.send-system-mail' $sql$
      into system_mail_waiting, system_mail_failed;
  end if;
  select count(*) filter (where d.state in ('waiting', 'taken'))::integer, count(*) filter (where d.state = 'failed')::integer
    into deliveries_waiting, deliveries_failed from public.notification_deliveries d;
  select count(*)::integer into devices from public.push_devices;
  select count(*)::integer into templates from public.email_templates t where t.deleted_at is null;
  return next;
end $$;

revoke all on function admin_figures() from public;
grant execute on function admin_figures() to adjutant_app;
