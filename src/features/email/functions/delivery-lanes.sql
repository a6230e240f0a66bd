-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: open_lane_of_changed_account
--   rows of other owners: claim_due_mail, renew_mail_claims, has_abandoned_mail, record_lane_result, try_lane_again
--   asked by SQL: mail_lane

-- The lane in which a message waits: 'inside' until its recipients on this instance are done, and where the end of an
-- earlier try has to be recorded; then that of its server.
create or replace function mail_lane(is_external boolean, data_started_at timestamptz, account_id uuid) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    select case when not is_external or data_started_at is not null then 'inside'
      else coalesce(account_id::text, 'instance') end
  $$;

drop function if exists claim_due_mail(uuid, integer);

-- For delivery workers, across all users: claims messages that are due or whose worker died, and returns their owners; by
-- the clock of the database, safe for any number of workers. Messages in the trash wait. `held` are the messages that this
-- worker is working on: they count against the limit of their lane, so that a server that hangs holds up only its own
-- mail. A lane whose server was not reached is closed for a while, then gets one message at a time until it answers.
create or replace function claim_due_mail(claim uuid, most integer, held uuid[])
  returns table (delivery_id uuid, user_id uuid)
  language sql security definer set search_path = public, pg_temp as $$
    with due as materialized (
      select m.id, m.due_at, m.account_id, mail_lane(m.is_external, m.data_started_at, m.account_id) as lane
      from mail_deliveries m join emails e on e.id = m.email_id and e.deleted_at is null
      where my_user_id() is null and not m.id = any (held)
        and ((m.state = 'queued' and m.due_at <= now()) or (m.state = 'sending' and m.lease_until < now()))
    ), busy as (
      select mail_lane(m.is_external, m.data_started_at, m.account_id) as lane, count(*) as messages
      from mail_deliveries m where m.id = any (held) and m.state = 'sending' group by 1
    ), lanes as (
      select d.lane, l.closed_until,
        case when d.lane = 'inside' then 4 when l.id is not null then 1 when d.lane = 'instance' then 8 else 2 end
          - coalesce(b.messages, 0) as free
      from (select distinct lane, account_id from due) d
      left join busy b on b.lane = d.lane
      left join mail_lanes l on l.account_id is not distinct from d.account_id and d.lane <> 'inside'
    ), ranked as (
      select d.id, d.lane, d.due_at, row_number() over (partition by d.lane order by d.due_at, d.id) as place from due d
    ), chosen as (
      select m.id from mail_deliveries m join ranked r on r.id = m.id
      where ((m.state = 'queued' and m.due_at <= now()) or (m.state = 'sending' and m.lease_until < now()))
        and exists (
          select from lanes l
          where l.lane = r.lane and r.place <= l.free and (l.closed_until is null or l.closed_until <= now()))
      order by r.place, r.due_at, m.id limit most for update of m skip locked
    )
    update mail_deliveries d
    set state = 'sending', lease_by = claim, lease_until = now() + interval '30 seconds', updated_at = now()
    from chosen where d.id = chosen.id
    returning d.id, d.user_id
  $$;

-- Renews what a delivery worker works on. One that is gone renews nothing, so another one takes its mail within half a
-- minute.
create or replace function renew_mail_claims(claims uuid[], held uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update mail_deliveries set lease_until = now() + interval '30 seconds'
    where my_user_id() is null and id = any (held) and lease_by = any (claims) and state = 'sending'
      and lease_until < now() + interval '20 seconds'
  $$;

-- Whether a delivery worker ended in the middle of its work.
create or replace function has_abandoned_mail() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select my_user_id() is null and exists (
      select from mail_deliveries where state = 'sending' and lease_until < now())
  $$;

-- Closes the lane of a server that was not reached, after each try twice as long, for 15 minutes at most; opens it for
-- one that answered. Tries that ended together count once.
create or replace function record_lane_result(account uuid, is_reached boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_reached then
    delete from mail_lanes where account_id is not distinct from account;
    return;
  end if;
  insert into mail_lanes as l (account_id, failures, closed_until) values (account, 1, now() + interval '1 minute')
  on conflict (account_id) do update
    set failures = l.failures + 1,
      closed_until = now() + least(interval '1 minute' * power(2, least(l.failures, 10)), interval '15 minutes')
    where l.closed_until <= now();
end $$;

-- A person wants their message tried now: the lane gets its next try at once.
create or replace function try_lane_again(account uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update mail_lanes set closed_until = now() - interval '1 second'
    where account_id is not distinct from account and closed_until > now()
      and (account is null or exists (select from mail_accounts a where a.id = account and a.user_id = my_user_id()))
  $$;

-- Another server, or another way to it, has not failed yet.
create or replace function open_lane_of_changed_account() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mail_lanes where account_id = new.id;
  return null;
end $$;

create or replace trigger mail_accounts_open_lane
  after update of smtp_host, smtp_port, smtp_security, smtp_user, smtp_password, imap_password on mail_accounts
  for each row execute function open_lane_of_changed_account();

revoke all on function claim_due_mail(uuid, integer, uuid[]), renew_mail_claims(uuid[], uuid[]), has_abandoned_mail(),
  record_lane_result(uuid, boolean), try_lane_again(uuid) from public;
grant execute on function claim_due_mail(uuid, integer, uuid[]), renew_mail_claims(uuid[], uuid[]), has_abandoned_mail(),
  record_lane_result(uuid, boolean), try_lane_again(uuid) to adjutant_app;
