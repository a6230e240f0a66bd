-- Row-level security hides the search index (trigram matches are not leakproof), so search reads as the owner and says
-- itself whose rows: the user of the transaction, spelled out in every statement. Without a user there is nothing.

-- Patterns of the words that were asked for, at most eight; every one must be found, also in the middle of a word.
create or replace function mail_patterns(asked text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select array_agg('%' || word || '%')
    from (
      select word from regexp_split_to_table(public.fold_text(asked), ' ') with ordinality as words(word, place)
      where word <> '' order by place limit 8
    ) asked_words
  $$;

-- The longest of them, which the index looks up: `like all` is not for an index.
create or replace function mail_pattern(asked text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$ select pattern from unnest(public.mail_patterns(asked)) as pattern order by length(pattern) desc limit 1 $$;

drop function if exists matching_emails(text, integer);

-- What a search finds: words anywhere, words in named places and other conditions; what is empty is not asked. Conditions that are not
-- asked are left out of the statement, so that the index of those that are is used.
create or replace function find_mail(words text, in_sender text, in_recipients text, in_subject text, has_files boolean,
    unread boolean, starred boolean, before_day date, after_day date, most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
    declare
      asked text := 'select e.id from emails e where e.user_id = (select my_user_id()) and e.deleted_at is null';
    begin
      if words <> '' then
        asked := asked || ' and (e.search_text like mail_pattern($1) or e.recipients_text like mail_pattern($1))'
          || ' and (e.search_text || '' '' || e.recipients_text) like all (mail_patterns($1))';
      end if;
      if in_sender <> '' then
        asked := asked || ' and e.search_text like mail_pattern($2) and fold_text(e.sender) like all (mail_patterns($2))';
      end if;
      if in_recipients <> '' then
        asked := asked || ' and e.recipients_text like mail_pattern($3) and e.recipients_text like all (mail_patterns($3))';
      end if;
      if in_subject <> '' then
        asked := asked || ' and e.search_text like mail_pattern($4) and fold_text(e.subject) like all (mail_patterns($4))';
      end if;
      if has_files then asked := asked || ' and e.has_attachments'; end if;
      if unread then asked := asked || ' and e.status = ''received'' and not e.is_read'; end if;
      if starred then asked := asked || ' and e.is_starred'; end if;
      if before_day is not null then asked := asked || ' and e.created_at < $5'; end if;
      if after_day is not null then asked := asked || ' and e.created_at >= $6'; end if;
      return query execute asked || ' limit $7'
        using words, in_sender, in_recipients, in_subject, before_day, after_day, most;
    end
  $$;
revoke all on function find_mail(text, text, text, text, boolean, boolean, boolean, date, date, integer) from public;
grant execute on function find_mail(text, text, text, text, boolean, boolean, boolean, date, date, integer) to adjutant_app;

-- For the palette: the newest few hundred matches, those with the words in their subject first.
create or replace function search_emails(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      patterns text[] := mail_patterns(asked);
      longest text := mail_pattern(asked);
      matches uuid[];
    begin
      if longest is null then return; end if;
      -- A word that many mails hold is found among the newest thousand, without reading all that hold it.
      matches := array(
        select newest.id from (
          select e.id, e.search_text from emails e
          where e.user_id = me and e.deleted_at is null and e.folder <> 'junk'
          order by e.created_at desc, e.id desc limit 1000
        ) newest
        where newest.search_text like all (patterns));
      -- A rarer one by the index, which knows no words of less than three letters.
      if cardinality(matches) < most and length(longest) >= 5 then
        execute 'with held as materialized (
            select e.id, e.created_at from emails e
            where e.user_id = $1 and ' || (
              select string_agg(format('e.search_text like %L', pattern), ' and ') from unnest(patterns) pattern
              where length(pattern) >= 5)
            || ' and e.search_text like all ($2) and e.deleted_at is null and e.folder <> ''junk''
          )
          select array(select held.id from held order by held.created_at desc limit 300)'
          into matches using me, patterns;
      end if;
      return query
        select found.id, found.subject, found.sender, found.rank from (
          select e.id, e.subject, e.sender, e.created_at,
            case when fold_text(e.subject) like all (patterns) then 0.5
                 when fold_text(e.sender) like all (patterns) then 0.3 else 0.05 end::real as rank
          from emails e where e.id = any (matches)
        ) found
        order by found.rank desc, found.created_at desc limit most;
    end
  $$;

-- Misspelled: similar subjects among the newest thousand, which bounds the work.
create or replace function search_emails_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, near.subject, near.sender, near.rank
        from (
          select e.*, word_similarity($2, e.subject) as rank from (
            select e.id, e.subject, e.sender, e.created_at from emails e
            where e.user_id = $1 and e.deleted_at is null and e.folder <> ''junk''
            order by e.created_at desc, e.id desc limit 1000
          ) e
        ) near
        where near.rank >= 0.45 order by near.rank desc, near.created_at desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

-- The outbox of everybody, for the courier: claims what is due and what a courier left behind when it died, and says
-- whose it is. One statement by the clock of the database, safe for any number of couriers. What lies in the trash waits.
create or replace function claim_due_mail(courier uuid, most integer) returns table (delivery_id uuid, user_id uuid)
  language sql security definer set search_path = public, pg_temp as $$
    update mail_deliveries d
    set state = 'sending', lease_by = courier, lease_until = now() + interval '5 minutes', updated_at = now()
    from (
      select m.id from mail_deliveries m
      join emails e on e.id = m.email_id and e.deleted_at is null
      where my_user_id() is null
        and ((m.state = 'queued' and m.due_at <= now()) or (m.state = 'sending' and m.lease_until < now()))
      order by m.due_at limit most for update of m skip locked
    ) due
    where d.id = due.id
    returning d.id, d.user_id
  $$;

-- Whose mailbox an address is, on this instance. Colleagues of a sample have no mailbox that anybody reads.
drop function if exists local_mailboxes(text[]);
create function local_mailboxes(addresses text[])
  returns table (address text, user_id uuid, address_counts boolean, has_account boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select lower(u.email), u.id, address_counts(u.address_state, u.address_ground), exists (
      select from mail_accounts a
      where a.user_id = u.id and lower(a.address) = lower(u.email) and a.deleted_at is null)
    from users u
    where lower(u.email) = any (addresses) and lower(u.email) not like '%.example'
  $$;

-- Mail that was held for an address leaves once the address counts: what its person sent, and what was sent to it. The two
-- reasons are those of src/features/email/model.ts. What does not fit after all is held again.
create or replace function release_held_mail() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not address_counts(new.address_state, new.address_ground) then
    return null;
  end if;
  with released as (
    update mail_recipients r set state = 'queued', reason = null
    where r.state = 'held' and (
      (r.user_id = new.id and r.reason = 'Held until your email address is proven or vouched for')
      or (r.reason = 'Held until this email address is proven or vouched for'
        and position(lower(new.email) in lower(r.address)) > 0))
    returning r.delivery_id)
  update mail_deliveries d set state = 'queued', reason = null, due_at = now(), attempt = 0, updated_at = now()
    where d.id in (select delivery_id from released) and d.state = 'held';
  return null;
end $$;

create or replace trigger users_release_mail after update of email, address_state, address_ground on users
  for each row when (new.address_state <> 'unproven') execute function release_held_mail();

-- A restored instance may not send what the instance that was saved has sent since (see `restore`).
create or replace function after_restore_hold_mail() returns void
  language sql set search_path = public, pg_temp as $$
    update mail_recipients set state = 'held', reason = 'Not delivered: this workspace was restored from a backup'
    where state = 'queued';
    update mail_deliveries set state = 'held', reason = 'Not delivered: this workspace was restored from a backup',
      lease_by = null, lease_until = null
    where state in ('queued', 'sending');
    update mail_ops set state = 'refused', reason = 'This workspace was restored from a backup' where state = 'queued';
    update mail_accounts set state = 'needs_you', lease_by = null, lease_until = null,
      reason = 'This workspace was restored from a backup.', remedy = 'Press Sync now if it is to follow this account.'
    where deleted_at is null;
  $$;
revoke all on function after_restore_hold_mail() from public;

-- Sent mail whose writers wanted to hear of it by now, of everybody: each is given once, with whether anybody answered.
create or replace function take_due_reminders(most integer)
  returns table (id uuid, user_id uuid, subject text, answered boolean)
  language sql security definer set search_path = public, pg_temp as $$
    update emails e set remind_at = null, version = e.version + 1
    from (
      select m.id from emails m where my_user_id() is null and m.remind_at <= now() and m.deleted_at is null
      order by m.remind_at limit most for update skip locked
    ) due
    where e.id = due.id
    returning e.id, e.user_id, e.subject, exists (
      select 1 from emails r where r.user_id = e.user_id and r.thread_id = e.thread_id
        and r.created_at > e.created_at and r.status = 'received')
  $$;
revoke all on function take_due_reminders(integer) from public;
grant execute on function take_due_reminders(integer) to adjutant_app;

-- The nightly sweep, for everybody: what has lain in the trash for 30 days goes for good, a batch at a time. The age is
-- written here and not given, so that nobody can sweep earlier. Answers how many rows went.
create or replace function purge_email_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      emails_gone integer;
      templates_gone integer;
    begin
      if my_user_id() is not null then return 0; end if;
      -- What still lies in the trash of its account's server goes when it goes there.
      delete from emails where id in (
        select e.id from emails e where e.deleted_at < oldest
          and not exists (select from mail_locations l where l.email_id = e.id) limit 1000);
      get diagnostics emails_gone = row_count;
      delete from email_attachments where id in (
        select id from email_attachments where email_id is null and created_at < now() - interval '2 days' limit 1000);
      delete from email_templates where id in (select id from email_templates where deleted_at < oldest limit 1000);
      get diagnostics templates_gone = row_count;
      delete from mail_searches where id in (select id from mail_searches where deleted_at < oldest limit 1000);
      return emails_gone + templates_gone;
    end
  $$;

revoke all on function search_emails(text, integer), search_emails_nearly(text, integer),
  claim_due_mail(uuid, integer), local_mailboxes(text[]), purge_email_trash() from public;
grant execute on function search_emails(text, integer), search_emails_nearly(text, integer),
  claim_due_mail(uuid, integer), local_mailboxes(text[]), purge_email_trash() to adjutant_app;
