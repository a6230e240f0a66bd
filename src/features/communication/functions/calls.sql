-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: leave_calls_with_conversation
--   policies ask: my_running_calls
--   rows of other owners: busy_in_conversation, write_call_line, end_call_if_over, sweep_calls, call_facts
--   asked by SQL: call_text

-- Calls: members of the conversation can see them; each participant has their own row; one function ends calls.

create or replace function my_running_calls() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.id from public.calls c
    where c.state <> 'ended' and c.conversation_id in (select my_conversations());
  $$;

-- Participants of the user's conversation who are in another call now.
create or replace function busy_in_conversation(conversation uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id from public.conversation_participants p
    where p.conversation_id = conversation and p.left_at is null and conversation in (select my_conversations())
      and exists (
        select from public.call_participants o join public.calls c on c.id = o.call_id and c.state <> 'ended'
        where o.user_id = p.user_id and o.state = 'joined' and c.conversation_id <> conversation);
  $$;

create or replace function call_text(kind text, reason text, seconds integer) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    select case
      when reason in ('completed', 'lost') then initcap(kind) || ' call, ' || case
        when seconds < 60 then seconds || ' s'
        when seconds < 3600 then seconds / 60 || ' min'
        else seconds / 3600 || ' h ' || seconds % 3600 / 60 || ' min' end
      when reason = 'declined' then initcap(kind) || ' call, declined'
      else 'Missed ' || kind || ' call' end;
  $$;

-- The record of a call in its conversation: a system message in the caller's name.
create or replace function write_call_line(ended uuid) returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  call calls;
  line uuid;
begin
  select * into call from calls where id = ended and state = 'ended';
  insert into messages (conversation_id, sender_id, message_type, content, created_at, updated_at)
    select c.id, call.started_by, 'system',
      call_text(call.kind, call.end_reason, extract(epoch from call.ended_at - coalesce(call.answered_at, call.ended_at))::integer),
      moment.at, moment.at
    from conversations c, lateral (
      select greatest(call.ended_at, c.last_message_at + interval '1 millisecond') as at) moment
    where c.id = call.conversation_id
    returning id into line;
-- People who were in the call do not get it as unread.
  update conversation_participants p set unread_count = greatest(0, p.unread_count - 1), version = p.version + 1
    where p.conversation_id = call.conversation_id and p.user_id <> call.started_by and p.unread_count > 0
      and exists (select from call_participants k where k.call_id = ended and k.user_id = p.user_id
        and k.joined_at is not null);
  return line;
end $$;

-- Ends a call in which nobody is left to talk to, or in any case when `why` is given. Returns the result; null when the
-- call continues or is not the user's. Locks the conversation first, as every writer does.
create or replace function end_call_if_over(asked uuid, why text) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  call calls;
  joined integer;
  ringing integer;
  invited integer;
  is_direct boolean;
  reason text;
  missed uuid[];
begin
  select * into call from calls c where c.id = asked and c.state <> 'ended'
    and (my_user_id() is null or c.conversation_id in (select my_conversations()));
  if not found then
    return null;
  end if;
  select c.type = 'direct' into is_direct from conversations c where c.id = call.conversation_id for no key update;
  select * into call from calls c where c.id = asked and c.state <> 'ended' for update;
  if not found then
    return null;
  end if;
  select count(*) filter (where p.state = 'joined'), count(*) filter (where p.state = 'ringing'),
      count(*) filter (where p.state = 'invited')
    into joined, ringing, invited from call_participants p where p.call_id = asked;
  reason := case
    when why is not null then case when call.answered_at is null then 'cancelled' else why end
    when call.answered_at is not null and (joined = 0 or joined < 2 and (is_direct or ringing = 0)) then
      case when exists (select from call_participants p where p.call_id = asked and p.state = 'lost')
        then 'lost' else 'completed' end
    when call.answered_at is null and joined = 0 then 'cancelled'
    when call.answered_at is null and ringing + invited = 0 then case
      when exists (select from call_participants p where p.call_id = asked and p.state = 'missed') then 'missed'
      when exists (select from call_participants p where p.call_id = asked and p.state = 'declined') then 'declined'
      when exists (select from call_participants p where p.call_id = asked and p.state = 'busy') then 'busy'
      else 'missed' end
    end;
  if reason is null then
    return null;
  end if;
  select coalesce(array_agg(p.user_id), '{}') into missed from call_participants p
    where p.call_id = asked and p.state = 'ringing';
  update call_participants p set left_at = now(), peer_id = null,
      state = case p.state when 'ringing' then 'missed' when 'joined' then 'left' when 'invited' then 'missed' else p.state end
    where p.call_id = asked and p.state in ('ringing', 'joined', 'invited');
  update calls set state = 'ended', ended_at = now(), end_reason = reason, version = version + 1 where id = asked;
  delete from call_signals where call_id = asked;
  return jsonb_build_object('reason', reason, 'missed', missed, 'messageId', write_call_line(asked));
end $$;

-- Ends rings without an answer for 45 seconds and pages without a heartbeat for 40 seconds, for all calls; only the
-- server itself may run it. Returns each changed call with the people who just missed it and its result.
create or replace function sweep_calls() returns table (id uuid, missed uuid[], outcome jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stale record;
begin
  if my_user_id() is not null then
    return;
  end if;
  delete from call_signals s where s.at < now() - interval '1 minute';
  for stale in
    select distinct c.id, c.conversation_id from calls c join call_participants p on p.call_id = c.id
    where c.state <> 'ended' and (p.state = 'ringing' and p.invited_at < now() - interval '45 seconds'
      or p.state = 'joined' and p.seen_at < now() - interval '40 seconds')
    order by c.conversation_id
  loop
    perform from conversations c where c.id = stale.conversation_id for no key update skip locked;
    continue when not found;
    with late as (
      update call_participants p set state = 'missed', left_at = now()
      where p.call_id = stale.id and p.state = 'ringing' and p.invited_at < now() - interval '45 seconds'
      returning p.user_id)
    select coalesce(array_agg(l.user_id), '{}') into missed from late l;
    update call_participants p set state = 'lost', left_at = p.seen_at, peer_id = null
      where p.call_id = stale.id and p.state = 'joined' and p.seen_at < now() - interval '40 seconds';
    update calls c set version = c.version + 1 where c.id = stale.id and c.state <> 'ended';
    id := stale.id;
    outcome := end_call_if_over(stale.id, null);
    return next;
  end loop;
end $$;

-- What the server needs to publish a call without a user.
create or replace function call_facts(asked uuid)
  returns table (conversation_id uuid, kind text, started_by uuid, starter text, people uuid[])
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.conversation_id, c.kind, c.started_by,
      coalesce(nullif((select f.full_name from profiles f where f.user_id = c.started_by), ''), 'Somebody'),
      (select coalesce(array_agg(p.user_id), '{}') from conversation_participants p
        where p.conversation_id = c.conversation_id and p.left_at is null)
    from calls c
    where c.id = asked and (my_user_id() is null or c.conversation_id in (select my_conversations()));
  $$;

-- A person who leaves a conversation or is removed from it also leaves its calls.
create or replace function leave_calls_with_conversation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update call_participants k set state = case k.state when 'joined' then 'left' else 'missed' end, left_at = now(), peer_id = null
    from calls c
    where c.id = k.call_id and c.conversation_id = new.conversation_id and c.state <> 'ended'
      and k.user_id = new.user_id and k.state in ('joined', 'ringing', 'invited');
  delete from call_signals s using calls c
    where c.id = s.call_id and c.conversation_id = new.conversation_id and new.user_id in (s.user_id, s.sender_id);
  update calls c set version = c.version + 1
    where c.conversation_id = new.conversation_id and c.state <> 'ended';
  return null;
end $$;

create or replace trigger conversation_participants_leave_calls after update of left_at on conversation_participants
  for each row when (old.left_at is null and new.left_at is not null) execute function leave_calls_with_conversation();

revoke all on function busy_in_conversation(uuid), write_call_line(uuid), end_call_if_over(uuid, text), sweep_calls(),
  call_facts(uuid) from public;
grant execute on function busy_in_conversation(uuid), end_call_if_over(uuid, text), sweep_calls(),
  call_facts(uuid) to adjutant_app;
