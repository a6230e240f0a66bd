-- Decisions: who votes and for whom, when one is completed and with what outcome, and the log that proves it. Outcome and
-- log are made by triggers, so that no way of writing leaves them out.

-- JSON in the one form of RFC 8785 for what stands in a log: text, whole numbers, truth values and null under keys in ASCII.
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

-- Votes are nobody else's to see before a hidden decision is completed.
create or replace function is_concealed(decision team_decisions) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select decision.is_hidden and decision.status <> 'completed'
      and (decision.deadline is null or decision.deadline > now());
  $$;

-- Whom the user may vote for in this decision: who made them their proxy, is a voting member still, as the user is.
create or replace function my_principals(decision uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.grantor_id
      from public.team_decisions d
      join public.vote_proxies p on p.workspace_id = d.workspace_id and (p.decision_id is null or p.decision_id = d.id)
      join public.workspace_members given on given.workspace_id = d.workspace_id and given.user_id = p.grantor_id
       and given.state = 'active' and given.role <> 'viewer'
     where d.id = decision and p.proxy_id = my_user_id() and p.revoked_at is null and p.expires_at > now()
       and d.workspace_id in (select my_contributing_workspaces());
  $$;

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
-- Requests move decisions to the trash; only the nights take them away.
drop policy if exists team_decisions_remove on team_decisions;

drop policy if exists decision_votes_read on decision_votes;
create policy decision_votes_read on decision_votes for select to adjutant_app
  using (user_id = (select my_user_id()) or cast_by = (select my_user_id())
    or exists (select from team_decisions d where d.id = decision_id and not is_concealed(d)));
drop policy if exists decision_votes_cast on decision_votes;
create policy decision_votes_cast on decision_votes for insert to adjutant_app
  with check (exists (
      select from team_decisions d
      where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
        and d.workspace_id in (select my_contributing_workspaces()))
    and case when cast_by is null then user_id = (select my_user_id())
      else cast_by = (select my_user_id()) and user_id in (select my_principals(decision_id)) end);
drop policy if exists decision_votes_change on decision_votes;
create policy decision_votes_change on decision_votes for update to adjutant_app
  using (exists (
      select from team_decisions d
      where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
        and d.workspace_id in (select my_contributing_workspaces()))
    -- What somebody voted themselves is theirs; what a proxy voted can be overridden.
    and (user_id = (select my_user_id()) or (cast_by is not null and user_id in (select my_principals(decision_id)))))
  with check (case when cast_by is null then user_id = (select my_user_id())
    else cast_by = (select my_user_id()) and user_id in (select my_principals(decision_id)) end);

-- The log is read through the functions below and written by nobody but the triggers.
drop policy if exists decision_log_read on decision_log;
create policy decision_log_read on decision_log for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id and (kind <> 'vote' or not is_concealed(d))));

drop policy if exists decision_papers_read on decision_papers;
create policy decision_papers_read on decision_papers for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id));
drop policy if exists decision_papers_attach on decision_papers;
create policy decision_papers_attach on decision_papers for insert to adjutant_app
  with check (attached_by = (select my_user_id()) and exists (
    select from team_decisions d where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
      and d.workspace_id in (select my_administered_workspaces())));
drop policy if exists decision_papers_detach on decision_papers;
create policy decision_papers_detach on decision_papers for delete to adjutant_app
  using (exists (
    select from team_decisions d where d.id = decision_id and d.status <> 'completed' and d.deleted_at is null
      and d.workspace_id in (select my_administered_workspaces())));

drop policy if exists paper_readings_read on paper_readings;
create policy paper_readings_read on paper_readings for select to adjutant_app
  using (exists (select from team_decisions d where d.id = decision_id));
drop policy if exists paper_readings_sign on paper_readings;
create policy paper_readings_sign on paper_readings for insert to adjutant_app
  with check (user_id = (select my_user_id()) and exists (
    select from decision_papers p where p.decision_id = paper_readings.decision_id
      and p.document_id = paper_readings.document_id));

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

-- The state of the vote: every count, or where it is concealed only how many have voted.
create or replace function count_votes(decision uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
    select jsonb_build_object('approve', approve, 'reject', reject, 'abstain', abstain,
      'voted', approve + reject + abstain, 'voters', voters,
      'outcome', case
        when (approve + reject + abstain) * 100 < d.quorum * voters then 'no_quorum'
        when d.threshold = 'majority' and approve = reject then 'tied'
        when approve + reject = 0 then 'tied'
        when d.threshold = 'majority' and approve > reject then 'approved'
        when d.threshold = 'supermajority' and approve * 3 >= (approve + reject) * 2 then 'approved'
        when d.threshold = 'unanimous' and reject = 0 then 'approved'
        else 'rejected' end)
      from public.team_decisions d
      cross join lateral (
        select count(*) filter (where v.vote = 'approve') as approve, count(*) filter (where v.vote = 'reject') as reject,
               count(*) filter (where v.vote = 'abstain') as abstain
          from public.decision_votes v where v.decision_id = d.id) votes
      cross join lateral (
        select coalesce(d.electorate, (select count(*) from (
          select m.user_id from public.workspace_members m
           where m.workspace_id = d.workspace_id and m.state = 'active' and m.role <> 'viewer'
          union select v.user_id from public.decision_votes v where v.decision_id = d.id) people)) as voters) people
     where d.id = decision;
  $$;

create or replace function decision_tally(decision uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
    select case when is_concealed(d)
        then jsonb_build_object('voted', counted -> 'voted', 'voters', counted -> 'voters')
        else counted || jsonb_build_object('outcome', coalesce(d.outcome, counted ->> 'outcome')) end
      from public.team_decisions d cross join lateral (select count_votes(d.id) as counted) votes
     where d.id = decision and d.workspace_id in (select my_workspaces());
  $$;

-- True where somebody whom the user may vote for has voted themselves: a proxy does not override that.
create or replace function principal_has_voted(decision uuid, principal uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select principal in (select my_principals(decision)) and exists (
      select from public.decision_votes v
       where v.decision_id = decision and v.user_id = principal and v.cast_by is null);
  $$;

-- Who is waited for: everyone who may vote and has not.
create or replace function waited_for(decision uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.user_id
      from public.team_decisions d
      join public.workspace_members m on m.workspace_id = d.workspace_id and m.state = 'active' and m.role <> 'viewer'
     where d.id = decision and (my_user_id() is null or d.workspace_id in (select my_administered_workspaces()))
       and not exists (select from public.decision_votes v where v.decision_id = d.id and v.user_id = m.user_id);
  $$;

-- The wording and the rules of a decision stay what was voted on; completed is completed, with the outcome of that moment.
create or replace function keep_decision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  counted jsonb;
begin
  if (new.title, new.description, new.workspace_id, new.created_by, new.created_at, new.threshold, new.quorum, new.is_hidden)
      is distinct from (old.title, old.description, old.workspace_id, old.created_by, old.created_at, old.threshold,
        old.quorum, old.is_hidden) then
    raise exception 'What is voted on does not change' using errcode = 'check_violation';
  end if;
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'What is completed stays completed' using errcode = 'check_violation';
  end if;
  new.outcome := old.outcome;
  new.electorate := old.electorate;
  if new.status = 'completed' and old.outcome is null then
    counted := count_votes(new.id);
    new.outcome := counted ->> 'outcome';
    new.electorate := (counted ->> 'voters')::integer;
  end if;
  return new;
end $$;

create or replace trigger decision_is_kept before update on team_decisions
  for each row execute function keep_decision();

-- Waits for who completes the decision at this moment, and refuses once it is.
create or replace function keep_vote() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from public.team_decisions d where d.id = new.decision_id and d.status = 'voting' for no key update;
  if not found then
    raise exception 'This decision is completed and takes no more votes' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger vote_is_kept before insert or update on decision_votes
  for each row execute function keep_vote();

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
  insert into public.decision_log (decision_id, sequence, kind, body, hash)
    values (decision, coalesce(last.sequence, 0) + 1, about, entry, encode(sha256(convert_to(entry, 'UTF8')), 'hex'));
end $$;

create or replace function instant_in_log(at timestamptz) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  $$;

create or replace function wording_of(decision team_decisions) returns jsonb
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
    perform append_decision_log(new.id, 'created', wording_of(new));
    return null;
  end if;
  if new.deadline is distinct from old.deadline then
    perform append_decision_log(new.id, 'rescheduled', jsonb_build_object('deadline', instant_in_log(new.deadline)));
  end if;
  if new.reminded_at is distinct from old.reminded_at then
    perform append_decision_log(new.id, 'reminded', '{}');
  end if;
  if new.status = 'completed' and old.status <> 'completed' then
    perform append_decision_log(new.id, 'completed', wording_of(new) || count_votes(new.id)
      || jsonb_build_object('because', new.completed_because));
  end if;
  if (new.deleted_at is null) <> (old.deleted_at is null) then
    perform append_decision_log(new.id, case when new.deleted_at is null then 'restored' else 'deleted' end, '{}');
  end if;
  return null;
end $$;

create or replace trigger decision_is_logged after insert or update on team_decisions
  for each row execute function log_decision();

-- A hidden vote carries a random salt: its hash, which everyone sees, tells nothing that could be guessed.
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

create or replace trigger reading_is_logged after insert on paper_readings
  for each row execute function log_reading();

-- Append-only for everybody, its owner included: an entry goes with its decision and not before.
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

-- Decisions from before there was a log: what they are now is its first entry, and what is completed gets its outcome.
update team_decisions set status = status where status = 'completed' and outcome is null;
do $$
declare
  earlier public.team_decisions;
begin
  for earlier in
    select d.* from public.team_decisions d
     where not exists (select from public.decision_log l where l.decision_id = d.id)
  loop
    perform append_decision_log(earlier.id, 'taken over', wording_of(earlier) || count_votes(earlier.id)
      || jsonb_build_object('status', earlier.status, 'because', earlier.completed_because,
           'votes', coalesce((select jsonb_agg(jsonb_build_object('voter', person_in_log(v.user_id), 'vote', v.vote,
             'comment', v.comment, 'proxy', person_in_log(v.cast_by)) order by v.created_at, v.user_id)
             from public.decision_votes v where v.decision_id = earlier.id), '[]')));
  end loop;
end $$;

-- The log as its readers see it: a concealed vote is its hash alone, to all but who gave it.
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

-- The whole of it, for the server that checks it and tells nobody more than whether it holds.
create or replace function decision_log_to_check(decision uuid)
  returns table (sequence integer, kind text, body text, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select l.sequence, l.kind, l.body, l.hash
      from public.team_decisions d join public.decision_log l on l.decision_id = d.id
     where d.id = decision and d.workspace_id in (select my_workspaces())
     order by l.sequence;
  $$;

-- Completion.

-- Completes what every voting member of the workspace has voted on: the one decision, or all where none is given. A member
-- who leaves may have been the last that was waited for.
do $$
begin
  if (select pg_get_function_result(oid) from pg_proc where proname = 'complete_voted_decisions') = 'SETOF uuid' then
    drop function complete_voted_decisions(uuid, uuid);
  end if;
end $$;
create or replace function complete_voted_decisions(workspace uuid, decision uuid)
  returns table (id uuid, title text, outcome text)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.team_decisions d
       set status = 'completed', completed_at = now(), completed_because = 'everyone', updated_at = now(),
           version = d.version + 1
     where d.workspace_id = workspace and (decision is null or d.id = decision)
       and d.status = 'voting' and d.deleted_at is null
       and exists (select from public.workspace_members mine where mine.workspace_id = workspace and mine.user_id = my_user_id())
       and exists (select from public.decision_votes v where v.decision_id = d.id)
       and not exists (
         select from public.workspace_members m
          where m.workspace_id = workspace and m.state = 'active' and m.role <> 'viewer' and not exists (
            select from public.decision_votes v where v.decision_id = d.id and v.user_id = m.user_id))
    returning d.id, d.title, d.outcome;
  $$;

-- Tells everyone who is left what was decided when somebody went who was waited for. Whoever went shares nothing with them
-- any more, so the product speaks here, about what this very transaction completed.
drop function if exists tell_completed_by_departure(uuid, text, text, jsonb, text, text);
create or replace function tell_completed_by_departure(decision uuid, about text, words text, facts jsonb, leads_to text,
    once text, rules jsonb)
  returns table (id uuid, person uuid, sent boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  actor uuid := my_user_id();
  people uuid[];
begin
  select array_agg(m.user_id) into people
    from public.team_decisions d
    join public.workspace_members m on m.workspace_id = d.workspace_id and m.state = 'active' and m.user_id <> actor
   where d.id = decision and d.completed_because = 'everyone' and d.completed_at = now()::timestamptz(3)
     and exists (select from public.workspace_members mine where mine.workspace_id = d.workspace_id and mine.user_id = actor);
  perform set_config('app.user_id', '', true);
  return query select told.id, told.person, told.sent
    from notify_people(coalesce(people, '{}'), about, words, 'decision', 'medium', facts, leads_to, null, once, rules) told;
  perform set_config('app.user_id', actor::text, true);
end $$;

-- For the job: completes what is past its deadline, of everybody, a batch at a time; gives who is to be told what.
drop function if exists complete_due_decisions();
create or replace function complete_due_decisions()
  returns table (decision uuid, workspace_id uuid, title text, outcome text, audience uuid[])
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.team_decisions d
       set status = 'completed', completed_at = d.deadline, completed_because = 'deadline', updated_at = now(),
           version = d.version + 1
     where d.id in (
       select id from public.team_decisions
        where status = 'voting' and deleted_at is null and deadline <= now()
        order by deadline limit 200 for update skip locked)
    returning d.id, d.workspace_id, d.title, d.outcome,
      (select array_agg(m.user_id) from public.workspace_members m
        where m.workspace_id = d.workspace_id and m.state = 'active');
  $$;

-- For the job: decisions whose moment to remind has come, each once; gives who has not voted.
create or replace function take_due_reminders()
  returns table (decision uuid, workspace_id uuid, title text, deadline timestamptz, time_zone text, people uuid[],
    audience uuid[])
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.team_decisions d
       set remind_at = null, reminded_at = now(), version = d.version + 1
     where d.id in (
       select due.id from public.team_decisions due
         join public.workspaces w on w.id = due.workspace_id and w.is_active and w.deleted_at is null
        where due.status = 'voting' and due.deleted_at is null and due.remind_at <= now()
          and (due.deadline is null or due.deadline > now())
        order by due.remind_at limit 200 for update of due skip locked)
    returning d.id, d.workspace_id, d.title, d.deadline, d.time_zone,
      (select array_agg(asked) from waited_for(d.id) asked),
      (select array_agg(m.user_id) from public.workspace_members m
        where m.workspace_id = d.workspace_id and m.state = 'active');
  $$;

-- Search of the page: what the words are found in, newest first. Policies hide the index, so it says itself whose.
create or replace function matching_decisions(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select d.id from public.team_decisions d
     where d.workspace_id in (select my_workspaces()) and d.deleted_at is null and d.search @@ search_query(asked)
     order by d.created_at desc limit most
  $$;

revoke all on function person_in_log(uuid), my_principals(uuid), count_votes(uuid), decision_tally(uuid), principal_has_voted(uuid, uuid),
  waited_for(uuid), append_decision_log(uuid, text, jsonb), wording_of(team_decisions), decision_log_of(uuid, integer, integer),
  decision_log_to_check(uuid), complete_voted_decisions(uuid, uuid), complete_due_decisions(), take_due_reminders(),
  matching_decisions(text, integer), tell_completed_by_departure(uuid, text, text, jsonb, text, text, jsonb) from public;
grant execute on function my_principals(uuid), decision_tally(uuid), principal_has_voted(uuid, uuid), waited_for(uuid),
  decision_log_of(uuid, integer, integer), decision_log_to_check(uuid), complete_voted_decisions(uuid, uuid),
  complete_due_decisions(), take_due_reminders(), matching_decisions(text, integer),
  tell_completed_by_departure(uuid, text, text, jsonb, text, text, jsonb) to adjutant_app;
