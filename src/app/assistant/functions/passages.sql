-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: emails_with_words, documents_with_words, messages_with_words, plans_with_words
--   asked by SQL: like_words, query_of_words

-- Records for a question about their content: those that have most of its words. Each word comes with its forms and
-- synonyms, `[["leas", "rent"], ["lisbon"]]`, folded as `fold_text` does. As in search, row-level security would hide
-- the indexes: they filter by the user of the transaction themselves.

-- A condition that any of the forms is in a mail's text.
create or replace function like_words(forms jsonb) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select '(' || string_agg(format('t.content like %L', '%' || form || '%'), ' or ') || ')'
    from jsonb_array_elements_text(forms) form
  $$;

-- Any of the forms, at the beginning of a word.
create or replace function query_of_words(forms jsonb) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select string_agg('(' || (
      select string_agg(quote_literal(part) || case when last then ':*' else '' end, ' & ')
      from (select part, place = count(*) over () as last
        from regexp_split_to_table(form, ' ') with ordinality parts(part, place)) parts) || ')', ' | ')::tsquery
    from jsonb_array_elements_text(forms) form
  $$;

-- The newest hundreds are all looked at; of older ones those with a rare word, or with two of the words.
create or replace function emails_with_words(words jsonb, most integer)
  returns table (id uuid, subject text, sender text, recipients text[], status text, at timestamptz, body text)
  language plpgsql stable security definer rows 60 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      conditions text[] := array(select like_words(forms) from jsonb_array_elements(words) forms);
      score text := array_to_string(array(select condition || '::int' from unnest(conditions) condition), ' + ');
      matches uuid[] := '{}';
      some_matches uuid[];
      one integer;
      other integer;
    begin
      if me is null or cardinality(conditions) = 0 then return; end if;
      for one in 1 .. cardinality(conditions) loop
        -- A pair needs an index look-up of its own: only of the first words, which say most.
        for other in one .. case when one <= 3 then least(4, cardinality(conditions)) else one end loop
          execute 'select array(select t.email_id from email_search_texts t where t.user_id = $1 and '
            || conditions[one] || ' and ' || conditions[other] || ' limit 61)'
            into some_matches using me;
          if cardinality(some_matches) <= 60 then matches := matches || some_matches; end if;
        end loop;
      end loop;
      return query execute '
        select e.id, e.subject, e.sender, e.recipients, e.status, coalesce(e.sent_at, e.created_at), left(e.body, 20000)
        from (
          select e.id from (
            select e.id, e.created_at from emails e where e.user_id = $1 and e.deleted_at is null and e.folder <> ''junk''
            order by e.created_at desc, e.id desc limit 250
          ) e
          union
          select unnest($2::uuid[])
        ) held
        join email_search_texts t on t.email_id = held.id and t.user_id = $1
        join emails e on e.id = held.id and e.user_id = $1 and e.deleted_at is null and e.folder <> ''junk''
        cross join lateral (select ' || score || ' as fit) rated
        where rated.fit > 0
        order by rated.fit desc, e.created_at desc, e.id desc limit $3'
        using me, matches, most;
    end
  $$;

create or replace function documents_with_words(words jsonb, most integer)
  returns table (id uuid, title text, category text, at timestamptz, content text)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      queries tsquery[] := array(select query_of_words(forms) from jsonb_array_elements(words) forms);
      anything tsquery;
      one tsquery;
    begin
      if me is null or cardinality(queries) = 0 then return; end if;
      foreach one in array queries loop anything := coalesce(anything || one, one); end loop;
      return query execute '
        select d.id, d.title, coalesce(d.category, ''''), d.created_at, left(t.content, 100000)
        from (
          (select t.document_id as id, t.search from document_texts t where t.user_id = $1 and t.search @@ $2 limit 200)
          union all
          (select t.document_id, t.search from document_texts t
            where t.document_id in (select document_id from documents_shared_with_me()) and t.search @@ $2 limit 100)
        ) held
        join documents d on d.id = held.id and d.deleted_at is null
        join document_texts t on t.document_id = d.id
        order by (select count(*) from unnest($3::tsquery[]) query where held.search @@ query) desc, d.created_at desc, d.id
        limit $4'
        using me, anything, queries, most;
    end
  $$;

-- Of the conversations where the user last was active, from where their history begins; each with what stands around it.
create or replace function messages_with_words(words jsonb, most integer)
  returns table (id uuid, conversation_id uuid, conversation text, sender_id uuid, sender text, at timestamptz, content text)
  language plpgsql stable security definer rows 40 set search_path = public, pg_temp as $$
    declare
      me uuid := my_user_id();
      queries tsquery[] := array(select query_of_words(forms) from jsonb_array_elements(words) forms);
      anything tsquery;
      one tsquery;
    begin
      if me is null or cardinality(queries) = 0 then return; end if;
      foreach one in array queries loop anything := coalesce(anything || one, one); end loop;
      return query execute '
        select found.id, found.conversation_id, coalesce(c.title, ''''), found.sender_id, coalesce(
            (select f.full_name from profiles f where f.user_id = found.sender_id),
            (select k.contact_name from contacts k where k.id = found.sender_id and k.user_id = $1), found.external_author, ''''),
          found.created_at, left(found.content, 8000)
        from (
          select m.id from (
            select p.conversation_id, p.visible_from from conversation_participants p
            where p.user_id = $1 and p.left_at is null
              and p.conversation_id not in (select deleted_conversations())
            order by p.active_at desc, p.conversation_id desc limit 30
          ) mine
          cross join lateral (
            select m.id from messages m
            where m.conversation_id = mine.conversation_id and m.deleted_at is null and m.created_at >= mine.visible_from
            order by m.created_at desc, m.id desc limit 20
          ) m
          union
          select m.id from (
            select p.conversation_id, p.visible_from from conversation_participants p
            where p.user_id = $1 and p.left_at is null
              and p.conversation_id not in (select deleted_conversations())
            order by p.active_at desc, p.conversation_id desc limit 300
          ) mine
          cross join lateral (
            select m.id from messages m
            where m.conversation_id = mine.conversation_id and m.search @@ $2
              and m.deleted_at is null and m.created_at >= mine.visible_from
            order by (m.created_at + interval ''0'') desc, m.id desc limit 60
          ) m
        ) held
        join messages found on found.id = held.id
        join conversations c on c.id = found.conversation_id
        order by (select count(*) from unnest($3::tsquery[]) query where found.search @@ query) desc, found.created_at desc, found.id
        limit $4'
        using me, anything, queries, most;
    end
  $$;

-- Tasks, events and decisions: `place` is where an event is, `ends` when a task is due.
create or replace function plans_with_words(words jsonb, most integer)
  returns table (kind text, id uuid, title text, description text, place text, people text, starts timestamptz, ends timestamptz,
    at timestamptz, fit bigint)
  language plpgsql stable security definer rows 40 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      queries tsquery[] := array(select query_of_words(forms) from jsonb_array_elements(words) forms);
      anything tsquery;
      one tsquery;
    begin
      if me is null or cardinality(queries) = 0 then return; end if;
      foreach one in array queries loop anything := coalesce(anything || one, one); end loop;
      return query execute '
        select held.kind, held.id, held.title, held.description, held.place, held.people, held.starts, held.ends, held.at,
          (select count(*) from unnest($3::tsquery[]) query where held.search @@ query) as fit
        from (
          (select ''task'' as kind, t.id, t.title, coalesce(t.description, '''') as description, '''' as place, '''' as people,
            null::timestamptz as starts, t.due_date as ends, t.created_at as at, t.search from tasks t
            where t.user_id = $1 and t.deleted_at is null and t.search @@ $2 limit 100)
          union all
          (select ''event'', e.id, e.title, coalesce(e.description, ''''), coalesce(e.location, ''''),
            array_to_string(e.attendees, '' ''), e.start_time, e.end_time, e.start_time, e.search from events e
            where e.user_id = $1 and e.deleted_at is null and e.search @@ $2 limit 100)
          union all
          (select ''decision'', d.id, d.title, coalesce(d.description, ''''), '''', '''', null, d.deadline, d.created_at, d.search
            from public.team_decisions d
            where d.workspace_id in (select my_workspaces()) and d.deleted_at is null and d.search @@ $2 limit 100)
        ) held
        order by fit desc, held.at desc, held.id limit $4'
        using me, anything, queries, most;
    end
  $$;

revoke all on function like_words(jsonb), query_of_words(jsonb), emails_with_words(jsonb, integer),
  documents_with_words(jsonb, integer), messages_with_words(jsonb, integer), plans_with_words(jsonb, integer) from public;
grant execute on function emails_with_words(jsonb, integer), documents_with_words(jsonb, integer),
  messages_with_words(jsonb, integer), plans_with_words(jsonb, integer) to adjutant_app;
