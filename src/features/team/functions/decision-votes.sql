-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: freeze_decision, check_vote
--   policies ask: my_principals
--   rows of other owners: count_votes, decision_tally, principal_has_voted, pending_voters

-- The members whom the user may vote for as proxy in this decision; both must still be voting members.
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

-- The counts of votes and the outcome if voting ended now. Not for readers: decision_tally hides them while concealed.
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

-- Voters who have not voted yet.
create or replace function pending_voters(decision uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.user_id
      from public.team_decisions d
      join public.workspace_members m on m.workspace_id = d.workspace_id and m.state = 'active' and m.role <> 'viewer'
     where d.id = decision and (my_user_id() is null or d.workspace_id in (select my_administered_workspaces()))
       and not exists (select from public.decision_votes v where v.decision_id = d.id and v.user_id = m.user_id);
  $$;

-- The wording and the rules of a decision never change; a completed one stays completed, with the outcome at that
-- moment.
create or replace function freeze_decision() returns trigger
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

drop trigger if exists decision_is_kept on team_decisions;
create or replace trigger decision_is_frozen before update on team_decisions
  for each row execute function freeze_decision();

-- Waits while the decision is being completed, and refuses votes afterwards.
create or replace function check_vote() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from public.team_decisions d where d.id = new.decision_id and d.status = 'voting' for no key update;
  if not found then
    raise exception 'This decision is completed and takes no more votes' using errcode = 'check_violation';
  end if;
  return new;
end $$;

drop trigger if exists vote_is_kept on decision_votes;
create or replace trigger vote_is_checked before insert or update on decision_votes
  for each row execute function check_vote();

revoke all on function my_principals(uuid), count_votes(uuid), decision_tally(uuid), principal_has_voted(uuid, uuid),
  pending_voters(uuid) from public;
grant execute on function my_principals(uuid), decision_tally(uuid), principal_has_voted(uuid, uuid),
  pending_voters(uuid) to adjutant_app;
