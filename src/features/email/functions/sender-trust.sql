-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   asked by SQL: learn_auth_server, apply_auth_server
--   could be TypeScript: depth_of_auth_server (of one family with the rest of this file, which moves as a whole or
--     not at all), trust_auth_servers (read and written for a batch in one round trip; moving it wants a law of its
--     own first)

-- Which server to trust about the sender of a mail (RFC 8601, section 5): only the server that received it for the
-- account. Its authserv-id is learned from the account's mail, or chosen by the account's owner.

-- At least 95 % of the newest fifty messages in the inbox must have the name in their topmost line: at least twenty
-- messages from five domains, over a day or more. A sender would have to write nearly all of the inbox to be learned.
create or replace function learn_auth_server(account uuid) returns boolean
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  likely record;
  changed boolean;
begin
  select n.auth_server as server, count(*) as many, max(total) as total,
      percentile_disc(0.9) within group (order by n.auth_depth) as depth,
      count(distinct split_part(n.sender_address, '@', 2)) as domains,
      max(n.created_at) - min(n.created_at) as span
    into likely
    from (
      select e.auth_server, e.auth_depth, e.sender_address, e.created_at, count(*) over () as total
      from (
        select l.email_id from mailboxes b join mailbox_messages l on l.mailbox_id = b.id
        where b.account_id = account and b.role = 'inbox' order by l.uid desc limit 50) newest
      join emails e on e.id = newest.email_id and e.status = 'received' and e.auth_depth is not null
    ) n
    group by n.auth_server order by count(*) desc, 1 limit 1;
  if likely.server is null or likely.server = '' or likely.many < 20 or likely.many * 20 < likely.total * 19
      or likely.domains < 5 or likely.span < interval '1 day' then
    return false;
  end if;
  update mail_accounts a set auth_server = likely.server, auth_depth = likely.depth
    where a.id = account and not a.is_auth_server_chosen
      and (a.auth_server, a.auth_depth) is distinct from (likely.server, likely.depth);
  changed := found;
  return changed;
end $$;

-- For a chosen server: its usual depth in the account's mail, else at most below one Received line.
create or replace function depth_of_auth_server(account uuid, server text) returns integer
  language sql stable set search_path = public, pg_temp as $$
    select coalesce((select mode() within group (order by e.auth_depth) from (
      select e.auth_depth from mailboxes b join mailbox_messages l on l.mailbox_id = b.id join emails e on e.id = l.email_id
      where b.account_id = account and b.role = 'inbox' and e.auth_server = server and e.auth_depth is not null
      order by l.uid desc limit 50) e), 1);
  $$;

-- Recomputes the sender check of an account's mail from the messages' claims and the trusted server. Mail without its text
-- gets it together with that: its row may be locked by who writes it.
create or replace function apply_auth_server(account uuid) returns void
  language sql volatile set search_path = public, pg_temp as $$
    update emails e set sender_check = believed.verdict, version = e.version + 1
    from (
      select m.id, case when m.auth_server = a.auth_server and m.auth_depth <= a.auth_depth then m.auth_check end as verdict
      from mail_accounts a join emails m on m.account_id = a.id where a.id = account and m.auth_depth is not null and m.body_state <> 'none') believed
    where e.id = believed.id and e.sender_check is distinct from believed.verdict;
  $$;

-- After messages were parsed: applies the claims of the trusted server, and learns the server from others.
create or replace function trust_auth_servers(messages uuid[]) returns void
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  account record;
begin
  update emails e set sender_check = e.auth_check from mail_accounts a
    where e.id = any(messages) and a.id = e.account_id and e.auth_server = a.auth_server and e.auth_depth <= a.auth_depth
      and e.auth_check is not null and e.sender_check is distinct from e.auth_check;
  for account in
    select a.id from mail_accounts a
    where not a.is_auth_server_chosen and exists (select from emails e where e.id = any(messages) and e.account_id = a.id
      and e.auth_server is distinct from a.auth_server)
  loop
    if learn_auth_server(account.id) then
      perform apply_auth_server(account.id);
    end if;
  end loop;
end $$;

-- Earlier releases trusted the topmost line, whoever wrote it.
update emails set sender_check = null where sender_check is not null and account_id is not null and auth_depth is null;

revoke all on function learn_auth_server(uuid), depth_of_auth_server(uuid, text), apply_auth_server(uuid),
  trust_auth_servers(uuid[]) from public;
grant execute on function learn_auth_server(uuid), depth_of_auth_server(uuid, text), apply_auth_server(uuid),
  trust_auth_servers(uuid[]) to adjutant_app;
