-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: complete_voted_decisions, notify_completed_by_departure, complete_due_decisions,
--     claim_due_reminders

-- Decisions older than the log: their current state becomes the first entry, and completed ones get their outcome.
update team_decisions set status = status where status = 'completed' and outcome is null;
do $$
declare
  earlier public.team_decisions;
begin
  for earlier in
    select d.* from public.team_decisions d
     where not exists (select from public.decision_log l where l.decision_id = d.id)
  loop
    perform append_decision_log(earlier.id, 'taken over', decision_text(earlier) || count_votes(earlier.id)
      || jsonb_build_object('status', earlier.status, 'because', earlier.completion_reason,
           'votes', coalesce((select jsonb_agg(jsonb_build_object('voter', person_in_log(v.user_id), 'vote', v.vote,
             'comment', v.comment, 'proxy', person_in_log(v.cast_by)) order by v.created_at, v.user_id)
             from public.decision_votes v where v.decision_id = earlier.id), '[]')));
  end loop;
end $$;

-- Completion.

-- Completes the given decision, or all of the active workspace, if every voting member has voted. A member who leaves may have
-- been the last missing voter.
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
       set status = 'completed', completed_at = now(), completion_reason = 'everyone', updated_at = now(),
           version = d.version + 1
     where d.workspace_id = workspace and workspace_is_active(workspace) and (decision is null or d.id = decision)
       and d.status = 'voting' and d.deleted_at is null
       and exists (select from public.workspace_members mine where mine.workspace_id = workspace and mine.user_id = my_user_id())
       and exists (select from public.decision_votes v where v.decision_id = d.id)
       and not exists (
         select from public.workspace_members m
          where m.workspace_id = workspace and m.state = 'active' and m.role <> 'viewer' and not exists (
            select from public.decision_votes v where v.decision_id = d.id and v.user_id = m.user_id))
    returning d.id, d.title, d.outcome;
  $$;

-- Notifies the remaining members of the outcome when a missing voter left. That person may no longer notify them, so
-- the notice is from the product, and only about decisions completed in this transaction.
drop function if exists notify_completed_by_departure(uuid, text, text, jsonb, text, text, jsonb);
create or replace function notify_completed_by_departure(decision uuid, about text, words text, facts jsonb, leads_to text,
    once text, rules jsonb)
  returns table (id uuid, person uuid, sent boolean, language text)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  actor uuid := my_user_id();
  people uuid[];
begin
  select array_agg(m.user_id) into people
    from public.team_decisions d
    join public.workspace_members m on m.workspace_id = d.workspace_id and m.state = 'active' and m.user_id <> actor
   where d.id = decision and d.completion_reason = 'everyone' and d.completed_at = now()::timestamptz(3)
     and exists (select from public.workspace_members mine where mine.workspace_id = d.workspace_id and mine.user_id = actor);
  perform set_config('app.user_id', '', true);
  return query select notified.id, notified.person, notified.sent, notified.language
    from notify_people(coalesce(people, '{}'), about, words, 'decision', 'medium', facts, leads_to, null, once, rules) notified;
  perform set_config('app.user_id', actor::text, true);
end $$;

-- For the job: completes decisions of active workspaces past their deadline, in batches; returns whom to notify of what.
drop function if exists complete_due_decisions();
create or replace function complete_due_decisions()
  returns table (decision uuid, workspace_id uuid, title text, outcome text, audience uuid[])
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.team_decisions d
       set status = 'completed', completed_at = d.deadline, completion_reason = 'deadline', updated_at = now(),
           version = d.version + 1
     where d.id in (
       select id from public.team_decisions
        where my_user_id() is null and status = 'voting' and deleted_at is null and deadline <= now()
           and workspace_is_active(workspace_id)
        order by deadline, id limit 200 for update skip locked)
    returning d.id, d.workspace_id, d.title, d.outcome,
      (select array_agg(m.user_id) from public.workspace_members m
        where m.workspace_id = d.workspace_id and m.state = 'active');
  $$;

-- For the job: claims decisions whose reminder is due, each once; returns who has not voted.
create or replace function claim_due_reminders()
  returns table (decision uuid, workspace_id uuid, title text, deadline timestamptz, time_zone text, people uuid[],
    audience uuid[])
  language sql volatile security definer set search_path = public, pg_temp as $$
    update public.team_decisions d
       set remind_at = null, reminded_at = now(), version = d.version + 1
     where d.id in (
       select due.id from public.team_decisions due
        where my_user_id() is null and due.status = 'voting' and due.deleted_at is null and due.remind_at <= now()
          and (due.deadline is null or due.deadline > now()) and workspace_is_active(due.workspace_id)
        order by due.remind_at, due.id limit 200 for update skip locked)
    returning d.id, d.workspace_id, d.title, d.deadline, d.time_zone,
      (select array_agg(asked) from pending_voters(d.id) asked),
      (select array_agg(m.user_id) from public.workspace_members m
        where m.workspace_id = d.workspace_id and m.state = 'active');
  $$;

revoke all on function complete_voted_decisions(uuid, uuid), complete_due_decisions(), claim_due_reminders(),
  notify_completed_by_departure(uuid, text, text, jsonb, text, text, jsonb) from public;
grant execute on function complete_voted_decisions(uuid, uuid), complete_due_decisions(), claim_due_reminders(),
  notify_completed_by_departure(uuid, text, text, jsonb, text, text, jsonb) to adjutant_app;
