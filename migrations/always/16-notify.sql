-- Telling other people something. Row-level security lets nobody write rows of others; these functions do, and say whose.

-- Whom the user of the transaction may tell: themselves, and people with whom they share a workspace (also an
-- invitation to it), a conversation or a document. Where nobody is signed in a job speaks for the product and may tell anyone.
create or replace function may_be_told(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select my_user_id() is null
      or person = my_user_id()
      or exists (
        select from workspace_members m
        where m.user_id = person and m.state <> 'removed' and m.workspace_id in (select my_workspaces()))
      or exists (
        select from conversation_participants p
        where p.user_id = person and p.left_at is null and p.conversation_id in (select my_conversations()))
      or exists (
        select from users u join team_invitations i on i.invited_email = u.email and i.accepted_at is null
          and i.revoked_at is null and i.expires_at > now()
        where u.id = person and i.workspace_id in (select my_workspaces()))
      or exists (select from document_shares s where s.person_id = person and s.user_id = my_user_id());
  $$;

-- False where the person has switched smart notifications off in Settings: they are kept, already read.
create or replace function wants_notifications(person uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  wanted boolean;
begin
  if to_regclass('public.daily_operations_settings') is not null then
    execute 'select smart_notifications_enabled from daily_operations_settings where user_id = $1'
      into wanted using person;
  end if;
  return coalesce(wanted, true);
end $$;

-- One row per person who may be told and was not told under this key before. Answers which rows.
create or replace function notify_people(people uuid[], about text, words text, kind text, weight text, facts jsonb,
    leads_to text, at timestamptz, once text)
  returns table (id uuid, person uuid, sent boolean)
  language sql volatile security definer set search_path = public, pg_temp as $$
    insert into smart_notifications as told (user_id, title, message, type, priority, context_data, href, scheduled_for,
        is_sent, is_read, read_at, dedupe_key)
      select u.id, left(about, 200), left(words, 2000), kind, weight, facts, leads_to, coalesce(at, now()),
        coalesce(at <= now(), true), not wants_notifications(u.id),
        case when not wants_notifications(u.id) then now() end, once
      from users u
      where u.id in (select unnest(people) limit 1000) and may_be_told(u.id)
    on conflict (user_id, dedupe_key) do nothing
    returning told.id, told.user_id, told.is_sent;
  $$;

-- Those whose time has come become visible; skip locked, so that two workers never tell the same one.
create or replace function release_due_notifications(most integer) returns table (id uuid, person uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
    update smart_notifications told set is_sent = true
    from (
      select due.id from smart_notifications due
      where not due.is_sent and due.scheduled_for <= now()
      order by due.scheduled_for limit most for update skip locked
    ) due
    where told.id = due.id
    returning told.id, told.user_id;
  $$;

create or replace function sweep_notifications() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    delete from smart_notifications where scheduled_for < now() - interval '1 year'
      or (is_read and scheduled_for < now() - interval '90 days');
  $$;

revoke all on function may_be_told(uuid), wants_notifications(uuid),
  notify_people(uuid[], text, text, text, text, jsonb, text, timestamptz, text),
  release_due_notifications(integer), sweep_notifications() from public;
grant execute on function notify_people(uuid[], text, text, text, text, jsonb, text, timestamptz, text),
  release_due_notifications(integer), sweep_notifications() to adjutant_app;
