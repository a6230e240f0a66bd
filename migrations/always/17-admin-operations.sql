-- Backups are the administrators' and the jobs', which belong to nobody.
drop policy if exists backups_all on backups;
create policy backups_all on backups for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists backup_schedules_all on backup_schedules;
create policy backup_schedules_all on backup_schedules for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select i_am_admin()));

-- Search inside names and addresses over every account and contact.
create index if not exists profiles_words on profiles using gin (email gin_trgm_ops, full_name gin_trgm_ops);
create index if not exists contacts_words on contacts using gin (contact_name gin_trgm_ops, contact_email gin_trgm_ops);
create index if not exists conversations_words on conversations using gin (title gin_trgm_ops);

-- The chain over the audit log (31-audit-seals.sql).
drop policy if exists audit_seals_read on audit_seals;
create policy audit_seals_read on audit_seals for select to adjutant_app using ((select i_am_admin()));

-- What operations read beyond one's own rows. The queue's tables are there once a program has done jobs.
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
  if act = 'retry' then
    return query execute $sql$ update jobs.job j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(),
      completed_on = null, output = null where j.id = $1 and j.state in ('failed', 'cancelled') returning j.id $sql$ using job;
  else
    return query execute $sql$ update jobs.job j set state = 'cancelled', completed_on = now()
      where j.id = $1 and j.state in ('created', 'retry') returning j.id $sql$ using job;
  end if;
end $$;

create or replace function admin_health()
  returns table (waiting integer, active integer, failed integer, oldest_waiting timestamptz, mail_accounts integer,
    mail_failing integer, mail_synced_at timestamptz, processes integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  if to_regclass('jobs.job') is not null then
    execute $sql$ select count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::integer,
        count(*) filter (where j.state = 'active')::integer, count(*) filter (where j.state = 'failed')::integer,
        min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now())
      from jobs.job j where j.name not like '\_\_%' $sql$ into waiting, active, failed, oldest_waiting;
  else
    waiting := 0; active := 0; failed := 0;
  end if;
  select count(*)::integer, count(*) filter (where a.failures > 0)::integer, min(a.synced_at)
    into mail_accounts, mail_failing, mail_synced_at from public.mail_accounts a where a.deleted_at is null;
  select count(*)::integer into processes from public.server_processes p where p.beat_at > now() - interval '2 minutes';
  return next;
end $$;

-- Accounts elsewhere that people connected: how many, how many of them in trouble, and how far the slowest lags.
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

-- Beside what the list of accounts shows.
drop function if exists admin_accounts(text, timestamptz, uuid, integer);
create or replace function admin_accounts(pattern text, after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, email text, full_name text, role text, created_at timestamptz, suspended_at timestamptz,
    sessions integer, last_seen_at timestamptz, address_state text, address_ground text, address_by text,
    address_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query select a.id, a.email, a.full_name, a.role, a.created_at, u.suspended_at,
      (select count(*)::integer from public.sessions s where s.user_id = a.id and s.expires_at > now()),
      (select l.seen_at::timestamptz from public.last_seen l where l.user_id = a.id),
      a.address_state, a.address_ground, a.address_by, a.address_at
    from admin_users(pattern, after_at, after_id, most) a join public.users u on u.id = a.id
   order by a.created_at desc, a.id desc;
end $$;

revoke all on function admin_jobs(text, integer), admin_change_job(uuid, text), admin_health(), admin_connections(),
  admin_accounts(text, timestamptz, uuid, integer) from public;
grant execute on function admin_jobs(text, integer), admin_change_job(uuid, text), admin_health(), admin_connections(),
  admin_accounts(text, timestamptz, uuid, integer) to adjutant_app;
