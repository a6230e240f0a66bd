-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: log_decision, log_vote, log_paper, log_reading, refuse_change_of_decision_log
--   policies ask: is_concealed
--   rows of other owners: person_in_log, append_decision_log, decision_text, decision_log_of, decision_log_to_check
--   asked by SQL: canonical_json, instant_in_log

-- Decisions: who votes and for whom, when a decision is completed and with what outcome, and the log that proves it.
-- Triggers write outcome and log, so that every write is covered.

-- Canonical JSON (RFC 8785) for the values of a log: text, integers, booleans and null, with ASCII keys.
create or replace function canonical_json(value jsonb) returns text
  language sql immutable set search_path = public, pg_temp as $$
    select case jsonb_typeof(value)
      when 'object' then (select '{' || coalesce(string_agg(to_json(key)::text || ':' || canonical_json(each.value), ','
        order by key collate "C"), '') || '}' from jsonb_each(value) each)
      when 'array' then (select '[' || coalesce(string_agg(canonical_json(element), ',' order by n), '') || ']'
        from jsonb_array_elements(value) with ordinality items(element, n))
      else value::text end;
  $$;

-- A person as a log names them.
create or replace function person_in_log(person uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
    select case when person is null then 'null'::jsonb else jsonb_build_object('id', person,
      'name', coalesce((select p.full_name from public.profiles p where p.user_id = person), '')) end;
  $$;

-- Whether votes are hidden from others: a hidden decision that is not completed (isCompleted in read-decisions.ts).
create or replace function is_concealed(decision team_decisions) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select decision.is_hidden and decision.status <> 'completed'
      and (decision.deadline <= now() and workspace_is_active(decision.workspace_id)) is not true;
  $$;

-- The log.

create or replace function append_decision_log(decision uuid, about text, facts jsonb) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  last public.decision_log;
  entry text;
begin
  -- The row, not an advisory lock: a transaction may append to more logs than shared memory has room for locks.
  perform from public.team_decisions d where d.id = decision for no key update;
  select * into last from public.decision_log l where l.decision_id = decision order by l.sequence desc limit 1;
  entry := canonical_json(jsonb_build_object(
    'decision', decision, 'sequence', coalesce(last.sequence, 0) + 1, 'previous', last.hash,
    'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', person_in_log(my_user_id()), 'kind', about, 'facts', facts));
  insert into public.decision_log (decision_id, workspace_id, sequence, kind, body, hash)
    values (decision, (select d.workspace_id from public.team_decisions d where d.id = decision), coalesce(last.sequence, 0) + 1, about, entry, encode(sha256(convert_to(entry, 'UTF8')), 'hex'));
end $$;

create or replace function instant_in_log(at timestamptz) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  $$;

create or replace function decision_text(decision team_decisions) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
    select jsonb_build_object('title', decision.title, 'description', decision.description,
      'deadline', instant_in_log(decision.deadline), 'timeZone', decision.time_zone, 'threshold', decision.threshold,
      'quorum', decision.quorum, 'isHidden', decision.is_hidden,
      'workspace', (select jsonb_build_object('id', w.id, 'name', w.name) from public.workspaces w
        where w.id = decision.workspace_id));
  $$;

create or replace function log_decision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform append_decision_log(new.id, 'created', decision_text(new));
    return null;
  end if;
  if new.deadline is distinct from old.deadline then
    perform append_decision_log(new.id, 'rescheduled', jsonb_build_object('deadline', instant_in_log(new.deadline)));
  end if;
  if new.reminded_at is distinct from old.reminded_at then
    perform append_decision_log(new.id, 'reminded', '{}');
  end if;
  if new.status = 'completed' and old.status <> 'completed' then
    perform append_decision_log(new.id, 'completed', decision_text(new) || count_votes(new.id)
      || jsonb_build_object('because', new.completion_reason));
  end if;
  if (new.deleted_at is null) <> (old.deleted_at is null) then
    perform append_decision_log(new.id, case when new.deleted_at is null then 'restored' else 'deleted' end, '{}');
  end if;
  return null;
end $$;

create or replace trigger decision_is_logged after insert or update on team_decisions
  for each row execute function log_decision();

-- A hidden vote contains a random salt, so that nobody can guess the vote from its public hash.
create or replace function log_vote() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_decision_log(new.decision_id, 'vote', jsonb_build_object(
    'voter', person_in_log(new.user_id), 'vote', new.vote, 'comment', new.comment, 'proxy', person_in_log(new.cast_by))
    || case when (select d.is_hidden from public.team_decisions d where d.id = new.decision_id)
         then jsonb_build_object('salt', replace(gen_random_uuid()::text, '-', '')) else '{}' end);
  return null;
end $$;

create or replace trigger vote_is_logged after insert or update on decision_votes
  for each row execute function log_vote();

create or replace function log_paper() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform append_decision_log(new.decision_id, 'paper attached', jsonb_build_object('document', new.document_id,
      'title', new.title, 'fileName', new.file_name, 'fileSize', new.file_size, 'sha256', new.sha256));
  elsif exists (select from public.team_decisions d where d.id = old.decision_id) then
    perform append_decision_log(old.decision_id, 'paper detached', jsonb_build_object('document', old.document_id,
      'title', old.title, 'sha256', old.sha256));
  end if;
  return null;
end $$;

create or replace trigger paper_is_logged after insert or delete on decision_papers
  for each row execute function log_paper();

create or replace function log_reading() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_decision_log(new.decision_id, 'paper read', jsonb_build_object('document', new.document_id,
    'reader', person_in_log(new.user_id)));
  return null;
end $$;

create or replace trigger reading_is_logged after insert on decision_paper_reads
  for each row execute function log_reading();

-- Append-only for everybody, including the owner: an entry can only be deleted after its decision.
create or replace function refuse_change_of_decision_log() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.team_decisions d where d.id = old.decision_id) then
    return old;
  end if;
  raise exception 'The log of a decision is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger decision_log_is_append_only before update or delete on decision_log
  for each row execute function refuse_change_of_decision_log();
create or replace trigger decision_log_is_never_emptied before truncate on decision_log
  for each statement execute function refuse_change_of_decision_log();

-- The log for readers: a concealed vote is only a hash, except for the person who cast it.
create or replace function decision_log_of(decision uuid, after_entry integer, most integer)
  returns table (sequence integer, kind text, body text, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select l.sequence, l.kind,
           case when l.kind = 'vote' and is_concealed(d) and l.body::jsonb #>> '{by,id}' is distinct from my_user_id()::text
             then null else l.body end,
           l.hash
      from public.team_decisions d join public.decision_log l on l.decision_id = d.id
     where d.id = decision and d.workspace_id in (select my_workspaces()) and l.sequence > after_entry
     order by l.sequence limit most;
  $$;

-- The complete log, for the server to verify; only the result is returned to people.
create or replace function decision_log_to_check(decision uuid)
  returns table (sequence integer, kind text, body text, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select l.sequence, l.kind, l.body, l.hash
      from public.team_decisions d join public.decision_log l on l.decision_id = d.id
     where d.id = decision and d.workspace_id in (select my_workspaces())
     order by l.sequence;
  $$;

revoke all on function person_in_log(uuid), append_decision_log(uuid, text, jsonb), decision_text(team_decisions),
  decision_log_of(uuid, integer, integer), decision_log_to_check(uuid) from public;
grant execute on function decision_log_of(uuid, integer, integer), decision_log_to_check(uuid) to adjutant_app;
