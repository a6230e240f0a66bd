-- The chain over the audit log. What is written there waits for nobody: a job adds a link over what has come since, and
-- each link's hash covers the one before and every field of its rows (decision 0023).

drop policy if exists audit_seals_read on audit_seals;
create policy audit_seals_read on audit_seals for select to adjutant_app using ((select i_am_admin()));

create or replace function audit_row_text(entry audit_log) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select jsonb_build_array(entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.user_id,
      entry.via, entry.credential_id, entry.capability, entry.effect, entry.outcome, entry.record_ids, entry.undo,
      entry.reason, entry.request_id, entry.address, entry.impersonated_by)::text;
  $$;

create or replace function audit_link_hash(before text, ids uuid[]) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select encode(sha256(convert_to(coalesce(before, '') || coalesce(string_agg(
      coalesce(audit_row_text(a), 'missing'), E'\n' order by named.place), ''), 'UTF8')), 'hex')
      from unnest(ids) with ordinality named(id, place) left join public.audit_log a on a.id = named.id;
  $$;

-- Rows in no link yet. A transaction is shorter than a quarter of an hour: older ones are covered, or were put there by hand.
create or replace function unsealed_audit_rows(most integer) returns table (id uuid, at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    with edge as (select coalesce(max(s.until), '-infinity'::timestamptz) - interval '15 minutes' as since from audit_seals s)
    select a.id, a.at from audit_log a, edge
     where a.at >= edge.since and not exists (
       select from audit_seals s, edge e where s.until >= e.since and a.id = any(s.row_ids))
     order by a.at, a.id limit most;
  $$;

-- For the job: one link; gives how many rows it covers.
create or replace function seal_audit_log() returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  ids uuid[];
  latest timestamptz;
  last public.audit_seals;
begin
  if my_user_id() is not null then
    raise exception 'Only the house seals its log' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit seals', 0));
  select array_agg(u.id order by u.at, u.id), max(u.at) into ids, latest from unsealed_audit_rows(1000) u;
  if ids is null then
    return 0;
  end if;
  select * into last from public.audit_seals s order by s.sequence desc limit 1;
  insert into public.audit_seals (sequence, row_ids, until, hash)
    values (coalesce(last.sequence, 0) + 1, ids, greatest(latest, last.until), audit_link_hash(last.hash, ids));
  return cardinality(ids);
end $$;

-- For administrators and the command line: whether each link holds, some at a time.
create or replace function check_audit_seals(after_link bigint, most integer)
  returns table (sequence bigint, rows integer, hash text, is_good boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if my_user_id() is not null then
    perform require_admin();
  end if;
  return query select s.sequence, cardinality(s.row_ids), s.hash, s.hash = audit_link_hash(
      (select b.hash from public.audit_seals b where b.sequence = s.sequence - 1), s.row_ids)
      and (s.sequence = 1 or exists (select from public.audit_seals b where b.sequence = s.sequence - 1))
    from public.audit_seals s where s.sequence > after_link order by s.sequence limit most;
end $$;

-- Rows in the log against rows in links: what is too old to be unsealed came past the chain.
create or replace function count_audit_rows() returns table (total bigint, sealed bigint, waiting bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if my_user_id() is not null then
    perform require_admin();
  end if;
  return query select (select count(*) from public.audit_log), (select coalesce(sum(cardinality(s.row_ids)), 0)::bigint
    from public.audit_seals s), (select count(*) from unsealed_audit_rows(1000000));
end $$;

create or replace trigger audit_seals_are_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change_of_audit_log();

revoke all on function audit_row_text(audit_log), audit_link_hash(text, uuid[]), unsealed_audit_rows(integer),
  seal_audit_log(), check_audit_seals(bigint, integer), count_audit_rows() from public;
grant execute on function seal_audit_log(), check_audit_seals(bigint, integer), count_audit_rows() to adjutant_app;
