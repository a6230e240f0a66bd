-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: refuse_change_of_audit_log
--   rows of other owners: audit_link_hash, unsealed_audit_rows, seal_audit_log, check_audit_seals, count_audit_rows,
--     admin_audit, admin_audit_areas
--   asked by SQL: audit_row_text

-- The audit log is append-only for everybody, its owner included.
create or replace function refuse_change_of_audit_log() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

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

-- Rows not covered by a link yet. A transaction takes less than a quarter of an hour: older rows are covered, or were
-- inserted by hand.
create or replace function unsealed_audit_rows(most integer) returns table (id uuid, at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  since timestamptz := (select coalesce(max(s.until), '-infinity'::timestamptz) - interval '15 minutes' from audit_seals s);
begin
  return query select a.id, a.at from audit_log a
    left join (select unnest(s.row_ids) as id from audit_seals s where s.until >= since) sealed on sealed.id = a.id
   where a.at >= since and sealed.id is null order by a.at, a.id limit most;
end $$;

-- For the job: adds one link; returns how many rows it covers.
create or replace function seal_audit_log() returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  ids uuid[];
  latest timestamptz;
  last public.audit_seals;
begin
  if my_user_id() is not null then
    raise exception 'Only the job seals the audit log' using errcode = 'insufficient_privilege';
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

-- For administrators and the command line: whether each link is intact, a batch at a time.
drop function if exists check_audit_seals(bigint, integer);
create or replace function check_audit_seals(after_link bigint, most integer)
  returns table (sequence bigint, rows integer, hash text, is_valid boolean)
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

-- Rows in the log and rows in links: rows too old to be unsealed bypassed the chain.
create or replace function count_audit_rows() returns table (total bigint, sealed bigint, waiting bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if my_user_id() is not null then
    perform require_admin();
  end if;
  return query select (select count(*) from public.audit_log), (select coalesce(sum(cardinality(s.row_ids)), 0)::bigint
    from public.audit_seals s), (select count(*) from unsealed_audit_rows(1000000));
end $$;

-- What administrators read, newest first, through the index that fits the filter.
create or replace function admin_audit(person uuid, verb text, area text, result text, from_at timestamptz, to_at timestamptz,
    after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, at timestamptz, user_id uuid, user_name text, user_email text, via text, capability text, effect text,
    outcome text, record_ids text[], reason text, request_id text, address text, impersonated_by uuid, impersonator text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query execute format($sql$
    with page as (select * from audit_log a where true %s %s %s %s %s %s %s order by a.at desc, a.id desc limit $9)
    select p.id, p.at, p.user_id, coalesce(nullif(f.full_name, ''), f.email), f.email, p.via, p.capability, p.effect,
      p.outcome, p.record_ids, p.reason, p.request_id, p.address, p.impersonated_by,
      coalesce(nullif(i.full_name, ''), i.email)
      from page p left join profiles f on f.user_id = p.user_id left join profiles i on i.user_id = p.impersonated_by
     order by p.at desc, p.id desc $sql$,
    case when person is null then '' else 'and a.user_id = $1' end,
    case when verb is null then '' else 'and a.capability = $2' end,
    case when area is null then '' else $sql$ and split_part(a.capability, '.', 1) = $3 $sql$ end,
    case result when 'refused' then $sql$ and a.outcome = 'refused' $sql$ when 'done' then $sql$ and a.outcome = 'done' $sql$
      else '' end,
    case when from_at is null then '' else 'and a.at >= $5' end,
    case when to_at is null then '' else 'and a.at < $6' end,
    case when after_at is null then '' else 'and (a.at, a.id) < ($7, $8)' end)
    using person, verb, area, result, from_at, to_at, after_at, after_id, most;
end $$;

-- The areas in the log, each found with one index step.
create or replace function admin_audit_areas() returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_admin();
  return query with recursive each as (
      (select split_part(a.capability, '.', 1) as area from audit_log a order by 1 limit 1)
      union all
      select (select split_part(a.capability, '.', 1) from audit_log a where split_part(a.capability, '.', 1) > each.area
        order by 1 limit 1) from each where each.area is not null)
    select each.area from each where each.area is not null;
end $$;

create or replace trigger audit_seals_are_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change_of_audit_log();

revoke all on function audit_row_text(audit_log), audit_link_hash(text, uuid[]), unsealed_audit_rows(integer),
  seal_audit_log(), check_audit_seals(bigint, integer), count_audit_rows(), admin_audit_areas(),
  admin_audit(uuid, text, text, text, timestamptz, timestamptz, timestamptz, uuid, integer) from public;
grant execute on function seal_audit_log(), check_audit_seals(bigint, integer), count_audit_rows(), admin_audit_areas(),
  admin_audit(uuid, text, text, text, timestamptz, timestamptz, timestamptz, uuid, integer) to adjutant_app;
