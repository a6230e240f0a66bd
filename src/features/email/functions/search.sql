-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: find_mail, search_emails, search_emails_fuzzy
--   asked by SQL: mail_patterns, mail_pattern

-- Row-level security hides the search index (trigram matches are not leakproof), so search runs as the owner and
-- filters by the user of the transaction in every statement, in each table. Without a user it finds nothing.

-- Patterns of the search words, at most eight; all must match, also in the middle of a word.
create or replace function mail_patterns(asked text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select array_agg('%' || word || '%')
    from (
      select word from regexp_split_to_table(public.fold_text(asked), ' ') with ordinality as words(word, place)
      where word <> '' order by place limit 8
    ) asked_words
  $$;

-- The longest pattern, which the index looks up: `like all` cannot use an index.
create or replace function mail_pattern(asked text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$ select pattern from unnest(public.mail_patterns(asked)) as pattern order by length(pattern) desc, 1 limit 1 $$;

drop function if exists matching_emails(text, integer);

-- Finds emails by words anywhere, words in given fields and other conditions; empty ones are skipped. Skipped
-- conditions are left out of the statement, so that the index of the others is used.
create or replace function find_mail(words text, in_sender text, in_recipients text, in_subject text, has_files boolean,
    unread boolean, starred boolean, before_day date, after_day date, most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
    declare
      has_words boolean := words <> '' or in_sender <> '' or in_recipients <> '' or in_subject <> '';
      asked text := 'select e.id from emails e';
    begin
      if has_words then
        asked := asked || ' join email_search_texts t on t.email_id = e.id and t.user_id = (select my_user_id())';
      end if;
      asked := asked || ' where e.user_id = (select my_user_id()) and e.deleted_at is null';
      if words <> '' then
        asked := asked || ' and (t.content like mail_pattern($1) or t.recipients like mail_pattern($1))'
          || ' and (t.content || '' '' || t.recipients) like all (mail_patterns($1))';
      end if;
      if in_sender <> '' then
        asked := asked || ' and t.content like mail_pattern($2) and fold_text(e.sender) like all (mail_patterns($2))';
      end if;
      if in_recipients <> '' then
        asked := asked || ' and t.recipients like mail_pattern($3) and t.recipients like all (mail_patterns($3))';
      end if;
      if in_subject <> '' then
        asked := asked || ' and t.content like mail_pattern($4) and fold_text(e.subject) like all (mail_patterns($4))';
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
-- A common word is found among the newest thousand, without reading all emails that contain it.
      matches := array(
        select newest.id from (
          select e.id from emails e
          where e.user_id = me and e.deleted_at is null and e.folder <> 'junk'
          order by e.created_at desc, e.id desc limit 1000
        ) newest
        where (select t.content from email_search_texts t where t.user_id = me and t.email_id = newest.id) like all (patterns));
-- A rarer word is found by the index, which cannot find words of fewer than three letters.
      if cardinality(matches) < most and length(longest) >= 5 then
        execute 'with held as materialized (
            select e.id, e.created_at from email_search_texts t join emails e on e.id = t.email_id
            where t.user_id = $1 and ' || (
              select string_agg(format('t.content like %L', pattern), ' and ') from unnest(patterns) pattern
              where length(pattern) >= 5)
            || ' and t.content like all ($2) and e.user_id = $1 and e.deleted_at is null and e.folder <> ''junk''
          )
          select array(select held.id from held order by held.created_at desc, held.id desc limit 300)'
          into matches using me, patterns;
      end if;
      return query
        select found.id, found.subject, found.sender, found.rank from (
          select e.id, e.subject, e.sender, e.created_at,
            case when fold_text(e.subject) like all (patterns) then 0.5
                 when fold_text(e.sender) like all (patterns) then 0.3 else 0.05 end::real as rank
          from emails e where e.id = any (matches)
        ) found
        order by found.rank desc, found.created_at desc, found.id desc limit most;
    end
  $$;

-- Misspelled: similar subjects among the newest thousand, which bounds the work.
drop function if exists search_emails_nearly(text, integer);
create or replace function search_emails_fuzzy(asked text, most integer)
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
        where near.rank >= 0.45 order by near.rank desc, near.created_at desc, near.id desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

revoke all on function find_mail(text, text, text, text, boolean, boolean, boolean, date, date, integer),
  search_emails(text, integer), search_emails_fuzzy(text, integer) from public;
grant execute on function find_mail(text, text, text, text, boolean, boolean, boolean, date, date, integer),
  search_emails(text, integer), search_emails_fuzzy(text, integer) to adjutant_app;
