-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: document_text_words, document_row_words
--   rows of other owners: unread_documents, matching_documents, search_documents, similar_documents,
--     search_documents_fuzzy
--   near the data: excerpt_around (else whole texts leave the database for two lines)

-- The search vector contains the words of the row and of the content, so that a query may mix them. The content is
-- truncated, because a vector holds at most 1 MB.
create or replace function document_text_words() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.search := coalesce((select d.search from documents d where d.id = new.document_id), ''::tsvector)
    || setweight(to_tsvector('simple', fold_text(left(new.content, 200000))), 'D');
  return new;
end $$;
drop trigger if exists document_text_words on document_texts;
create trigger document_text_words before insert or update of content, search on document_texts
  for each row execute function document_text_words();

create or replace function document_row_words() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  update document_texts set search = null where document_id = new.id;
  return null;
end $$;
create or replace trigger document_row_words after update on documents
  for each row when (old.search is distinct from new.search) execute function document_row_words();

-- Documents whose text has waited for ten minutes to be parsed: those of an older release, or of a lost job.
create or replace function unread_documents(most integer) returns table (id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select d.id, d.user_id from documents d
    where my_user_id() is null and d.read_state = 'waiting' and d.created_at < now() - interval '10 minutes' and d.deleted_at is null
    order by d.created_at desc, d.id desc limit most;
  $$;

-- Two lines around the first of the words, at the beginnings of words; null where the content holds none of them.
create or replace function excerpt_around(content text, asked text) returns text
  language sql immutable parallel safe set search_path = public, pg_temp as $$
    select case when place > 0 then
      regexp_replace(substring(content from greatest(1, place - 90) for 260), '\s+', ' ', 'g') end
    from (
      select min(nullif(regexp_instr(left(content, 200000), '\m' || word, 1, 1, 0, 'i'), 0)) as place
      from regexp_split_to_table(fold_text(asked), ' ') word where word <> ''
    ) found;
  $$;

-- Row-level security would prevent the use of the search index, so search runs as the owner and filters by user itself.
-- No sequential scan: the planner ignores the cost of decompressing texts.
create or replace function matching_documents(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp set enable_seqscan = off as $$
    select id from (
      (select d.id from documents d
      where d.user_id = (select my_user_id()) and d.search @@ search_query(asked) and d.deleted_at is null
      limit most)
      union
      (select t.document_id from document_texts t join documents d on d.id = t.document_id and d.deleted_at is null
      where t.user_id = (select my_user_id()) and t.search @@ search_query(asked)
      limit most)
    ) found(id)
    limit most
  $$;

-- `+ interval '0'` keeps the planner from walking an index in this order: the search index must find the rows.
create or replace function search_documents(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, min(found.title), min(found.file_name), max(ts_rank(found.words, $2)) as rank
        from (
          (select d.id, d.title, d.file_name, d.created_at, d.search as words from documents d
            where d.user_id = $1 and d.search @@ $2 and d.deleted_at is null
            order by (d.created_at + interval ''0'') desc, d.id desc limit 300)
          union all
          (select d.id, d.title, d.file_name, d.created_at, t.search
            from document_texts t join documents d on d.id = t.document_id and d.deleted_at is null
            where t.user_id = $1 and t.search @@ $2
            order by (d.created_at + interval ''0'') desc, d.id desc limit 300)
          union all
          (select d.id, d.title, d.file_name, d.created_at, coalesce(t.search, d.search)
            from documents d left join document_texts t on t.document_id = d.id
            where d.id in (select document_id from documents_shared_with_me())
              and (d.search @@ $2 or t.search @@ $2)
            order by (d.created_at + interval ''0'') desc, d.id desc limit 300)
        ) found
        group by found.id
        order by rank desc, max(found.created_at) desc, found.id desc limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

-- The user's documents that share uncommon words with this one: of its 40 most frequent words, those that few of the
-- newest documents contain count, the rarer the more. All steps are bounded.
create or replace function similar_documents(document uuid, most integer) returns table (id uuid, score real)
  language sql stable security definer set search_path = public, pg_temp as $$
    with words as (
      select lexeme from document_texts t, unnest(t.search)
      where t.document_id = document and t.user_id = (select my_user_id())
        and length(lexeme) between 4 and 40 and lexeme !~ '^[0-9]+$'
      order by cardinality(positions) desc, lexeme limit 40
    ), rare as (
      select lexeme, used.by from words, lateral (
        select count(*) as by from (
          select from document_texts t
          where t.user_id = (select my_user_id()) and t.search @@ quote_literal(lexeme)::tsquery limit 200) holding) used
      where used.by between 2 and 199
    )
    select d.id, sum(1 / ln(1 + rare.by))::real as score
    from rare, lateral (
      select t.document_id from document_texts t
      where t.user_id = (select my_user_id()) and t.search @@ quote_literal(rare.lexeme)::tsquery limit 200) t
      join documents d on d.id = t.document_id and d.deleted_at is null
    where d.id <> document
    group by d.id having count(*) >= 3
    order by score desc, d.id limit most;
  $$;

-- Misspelled: similar titles among the newest thousand, which bounds the work.
drop function if exists search_documents_nearly(text, integer);
create or replace function search_documents_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, near.title, near.file_name, near.rank
        from (
          select d.*, word_similarity($2, d.title) as rank from (
            select d.id, d.title, d.file_name, d.created_at from documents d
            where d.user_id = $1 and d.deleted_at is null
            order by d.created_at desc, d.id desc limit 1000
          ) d
        ) near
        where near.rank >= 0.45 order by near.rank desc, near.created_at desc, near.id desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

revoke all on function matching_documents(text, integer), search_documents(text, integer),
  search_documents_fuzzy(text, integer), unread_documents(integer), similar_documents(uuid, integer) from public;
grant execute on function matching_documents(text, integer), search_documents(text, integer),
  search_documents_fuzzy(text, integer), unread_documents(integer), similar_documents(uuid, integer) to adjutant_app;
