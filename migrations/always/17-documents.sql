-- Documents: who reads what others share, search, links without sign-in, and what the nights clear away.

-- Documents of others that the user of the transaction may read: shared with them; with a workspace, a conversation or a
-- decision that both they and the owner belong to now, a conversation from where their history begins. What lies in the
-- trash is shared with nobody.
create or replace function documents_shared_with_me() returns table (document_id uuid, owner_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select d.id, coalesce(nullif(min(p.full_name), ''), min(p.email), '')
    from (
      select s.document_id, s.user_id from document_shares s
        where s.person_id = my_user_id()
          and (not s.by_address or (address_counts_of(my_user_id()) and address_counts_of(s.user_id)))
      union all
      select s.document_id, s.user_id from document_shares s
        join workspaces w on w.id = s.workspace_id and w.is_active and w.deleted_at is null
        join workspace_members owning on owning.workspace_id = w.id and owning.user_id = s.user_id
          and owning.state = 'active'
        where s.workspace_id in (select my_workspaces())
      union all
      select s.document_id, s.user_id from conversation_participants mine
        join conversations c on c.id = mine.conversation_id and c.deleted_at is null
        join document_shares s on s.conversation_id = c.id
        join messages m on m.id = s.message_id and m.conversation_id = c.id and m.deleted_at is null
          and m.created_at >= mine.visible_from
        join conversation_participants owning on owning.conversation_id = c.id and owning.user_id = s.user_id
          and owning.left_at is null
        where mine.user_id = my_user_id() and mine.left_at is null
      union all
      select s.document_id, s.user_id from team_decisions t
        join document_shares s on s.decision_id = t.id
        join workspaces w on w.id = t.workspace_id and w.is_active and w.deleted_at is null
        join workspace_members owning on owning.workspace_id = w.id and owning.user_id = s.user_id
          and owning.state = 'active'
        where t.workspace_id in (select my_workspaces()) and t.deleted_at is null
    ) s
      join documents d on d.id = s.document_id and d.user_id = s.user_id and d.deleted_at is null
      left join profiles p on p.user_id = d.user_id
    where d.user_id <> my_user_id()
    group by d.id;
  $$;

drop policy if exists documents_by_share on documents;
create policy documents_by_share on documents for select to adjutant_app
  using (id in (select document_id from documents_shared_with_me()));

-- Only one's own documents are shared, whatever else a row says. A share with a conversation or a decision follows its
-- message or paper by the triggers below.
drop policy if exists document_shares_of_own on document_shares;
create policy document_shares_of_own on document_shares as restrictive for insert to adjutant_app
  with check (conversation_id is null and decision_id is null
    and exists (select from documents d where d.id = document_id and d.user_id = (select my_user_id())));
drop policy if exists document_shares_unchanged on document_shares;
create policy document_shares_unchanged on document_shares as restrictive for update to adjutant_app using (false);

-- Whether anybody but its owner reads it: what documents.is_shared is set to.
create or replace function document_is_shared(document uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from document_shares s left join messages m on m.id = s.message_id
        where s.document_id = document and (s.message_id is null or m.deleted_at is null))
      or exists (select from document_links l
        where l.document_id = document and (l.expires_at is null or l.expires_at > now()));
  $$;

create or replace function refresh_shared_flag(asked uuid[]) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    update documents d set is_shared = document_is_shared(d.id), version = d.version + 1
    where d.id = any(asked) and d.is_shared <> document_is_shared(d.id);
  $$;

-- A document attached to a message is shared with the conversation, as long as the message is there.
create or replace function share_attachments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  attached uuid[] := array(
    select d.id from jsonb_array_elements(case when tg_op = 'DELETE' then old.attachments else new.attachments end) file
      join documents d on d.id::text = file ->> 'documentId'
    where d.user_id = case when tg_op = 'DELETE' then old.sender_id else new.sender_id end);
begin
  if tg_op = 'INSERT' then
    insert into document_shares (document_id, user_id, conversation_id, message_id, created_at)
      select id, new.sender_id, new.conversation_id, new.id, new.created_at from unnest(attached) id
      on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    update document_shares s set conversation_id = new.conversation_id
      where s.message_id = new.id and s.conversation_id <> new.conversation_id;
  else
    delete from document_shares s where s.message_id = old.id;
  end if;
  perform refresh_shared_flag(attached);
  return null;
end $$;
create or replace trigger messages_share_attachments after insert on messages
  for each row when (new.attachments <> '[]') execute function share_attachments();
create or replace trigger messages_move_attachments after update of deleted_at, conversation_id on messages
  for each row when (new.attachments <> '[]') execute function share_attachments();
create or replace trigger messages_end_attachments after delete on messages
  for each row when (old.attachments <> '[]') execute function share_attachments();

-- A paper is shared with those who decide, as long as it is attached.
create or replace function share_paper() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into document_shares (document_id, user_id, decision_id, created_at)
      select d.id, d.user_id, new.decision_id, new.created_at from documents d
      where d.id = new.document_id and d.user_id = new.attached_by
      on conflict do nothing;
    perform refresh_shared_flag(array[new.document_id]);
  else
    delete from document_shares s where s.decision_id = old.decision_id and s.document_id = old.document_id;
    perform refresh_shared_flag(array[old.document_id]);
  end if;
  return null;
end $$;
create or replace trigger decision_papers_shared after insert or delete on decision_papers
  for each row execute function share_paper();

drop policy if exists document_links_of_own on document_links;
create policy document_links_of_own on document_links as restrictive for insert to adjutant_app
  with check (exists (select from documents d where d.id = document_id and d.user_id = (select my_user_id())));

-- Whom a document may be shared with by choosing from a list: people the user works or talks with, once each.
create or replace function my_colleagues() returns table (user_id uuid, full_name text, email text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id, p.full_name, p.email from profiles p
    where p.user_id <> my_user_id() and p.user_id in (
      select m.user_id from workspace_members m
        where m.state = 'active' and m.workspace_id in (select my_workspaces())
      union select c.user_id from conversation_participants c
        where c.left_at is null and c.conversation_id in (select my_conversations()))
    order by lower(p.full_name), p.email limit 500;
  $$;

-- The account with exactly this address, and whether it and the user's own count; nothing is found by a part of it.
drop function if exists person_of_address(text, boolean);
drop function if exists person_of_address(text);
create or replace function person_of_address(asked text)
  returns table (user_id uuid, counts boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.id, address_counts(u.address_state, u.address_ground) and address_counts_of(my_user_id())
    from users u join profiles p on p.user_id = u.id
    where my_user_id() is not null and lower(u.email) = lower(asked);
  $$;

-- Whom and what a document of the user's own is shared with; a conversation once, however many messages carry it. Of a
-- conversation or workspace that the user has left nothing is told.
drop function if exists shares_of_document(uuid);
create or replace function shares_of_document(document uuid)
  returns table (id uuid, person_id uuid, workspace_id uuid, conversation_id uuid, decision_id uuid, name text, email text,
    created_at timestamptz,
    is_waiting boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select s.id, s.person_id, s.workspace_id, s.conversation_id, s.decision_id, case
        when s.workspace_id is not null then w.name
        when s.conversation_id is not null then coalesce((
          select n.name from my_named_conversations() n where n.id = s.conversation_id and n.name <> ''), 'A conversation')
        when s.decision_id is not null then coalesce((
          select t.title from team_decisions t where t.id = s.decision_id and t.workspace_id in (select my_workspaces())),
          'A decision')
        else coalesce(nullif(p.full_name, ''), p.email) end, p.email, s.created_at,
      s.by_address and not (address_counts_of(s.person_id) and address_counts_of(s.user_id))
    from (
      select distinct on (coalesce(o.conversation_id, o.id)) o.* from document_shares o
        left join messages m on m.id = o.message_id
      where o.document_id = document and o.user_id = my_user_id() and (o.message_id is null or m.deleted_at is null)
      order by coalesce(o.conversation_id, o.id), o.created_at, o.id) s
      left join profiles p on p.user_id = s.person_id
      left join workspaces w on w.id = s.workspace_id
    order by s.created_at, s.id;
  $$;

-- Everybody else who reads these documents of the user's own: they are told when one changes.
create or replace function readers_of_documents(asked uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select s.person_id from document_shares s
      where s.document_id = any(asked) and s.user_id = my_user_id() and s.person_id is not null
        and (not s.by_address or (address_counts_of(s.person_id) and address_counts_of(s.user_id)))
    union select m.user_id from document_shares s
      left join team_decisions t on t.id = s.decision_id
      join workspace_members m on m.workspace_id = coalesce(s.workspace_id, t.workspace_id) and m.state = 'active'
      where s.document_id = any(asked) and s.user_id = my_user_id() and m.user_id <> my_user_id()
    union select p.user_id from document_shares s
      join conversation_participants p on p.conversation_id = s.conversation_id and p.left_at is null
      where s.document_id = any(asked) and s.user_id = my_user_id() and p.user_id <> my_user_id();
  $$;

-- What a link leads to for whoever holds its token, as long as it lasts and the document is kept. A visit is counted and
-- noted; `refused` is a wrong password, of which a link takes ten in a row and then rests for a quarter of an hour.
drop function if exists open_document_link(text, text);
create or replace function open_document_link(hash text, visit text, visitor_address text, visitor_agent text)
  returns table (title text, file_name text, file_type text, file_size bigint, storage_key text, sha256 text,
    owner_name text, expires_at timestamptz, password_hash text, is_resting boolean)
  language sql volatile security definer set search_path = public, pg_temp as $$
    with opened as (
      update document_links l
        set view_count = view_count + (visit = 'view')::int, download_count = download_count + (visit = 'download')::int,
          last_viewed_at = case when visit in ('view', 'download') then now() else l.last_viewed_at end,
          failed_count = case
            when visit in ('view', 'download') then 0
            when visit <> 'refused' then l.failed_count
            when l.failed_at < now() - interval '15 minutes' then 1
            else l.failed_count + 1 end,
          failed_at = case when visit = 'refused' then now() else l.failed_at end
      from documents d left join profiles p on p.user_id = d.user_id
      where l.token_hash = hash and d.id = l.document_id and d.deleted_at is null
        and d.scan_state in ('unscanned', 'clean')
        and (l.expires_at is null or l.expires_at > now())
      returning l.id, l.user_id, d.title, d.file_name, d.file_type, d.file_size, d.storage_key, d.sha256,
        coalesce(nullif(p.full_name, ''), '') as owner_name, l.expires_at, l.password_hash,
        l.failed_count >= 10 and l.failed_at > now() - interval '15 minutes' as is_resting
    ), noted as (
      insert into document_link_visits (link_id, user_id, kind, address, user_agent)
      select id, user_id, visit, visitor_address, left(visitor_agent, 300) from opened where visit <> 'none'
    )
    select title, file_name, file_type, file_size, storage_key, sha256, owner_name, expires_at, password_hash,
      coalesce(is_resting, false) from opened;
  $$;

-- What a document says is read by whoever reads the document.
drop policy if exists document_texts_by_share on document_texts;
create policy document_texts_by_share on document_texts for select to adjutant_app
  using (document_id in (select document_id from documents_shared_with_me()));

-- One search vector holds the words of the row and those of the content, so that a query may mix them. What makes it is
-- bounded: a vector holds at most 1 MB.
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
drop trigger if exists document_row_words on documents;
create trigger document_row_words after update of title, description, tags, file_name on documents
  for each row when (old.search is distinct from new.search) execute function document_row_words();

-- Documents whose text nobody has read yet and no job will: those of an older release, or of a lost job.
create or replace function unread_documents(most integer) returns table (id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select d.id, d.user_id from documents d
    where d.read_state = 'waiting' and d.created_at < now() - interval '10 minutes' and d.deleted_at is null
    order by d.created_at desc limit most;
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

-- Row-level security hides the search index, so search reads as the owner and says itself whose rows.
-- What a sequential scan would have to unpack, the planner does not count.
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

-- The order is written so that no index has it: the words find the rows, and never a walk through all of them.
create or replace function search_documents(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, min(found.title), min(found.file_name), max(ts_rank(found.words, $2)) as rank
        from (
          (select d.id, d.title, d.file_name, d.created_at, d.search as words from documents d
            where d.user_id = $1 and d.search @@ $2 and d.deleted_at is null
            order by d.created_at + interval ''0'' desc limit 300)
          union all
          (select d.id, d.title, d.file_name, d.created_at, t.search
            from document_texts t join documents d on d.id = t.document_id and d.deleted_at is null
            where t.user_id = $1 and t.search @@ $2
            order by d.created_at + interval ''0'' desc limit 300)
          union all
          (select d.id, d.title, d.file_name, d.created_at, coalesce(t.search, d.search)
            from documents d left join document_texts t on t.document_id = d.id
            where d.id in (select document_id from documents_shared_with_me())
              and (d.search @@ $2 or t.search @@ $2)
            order by d.created_at + interval ''0'' desc limit 300)
        ) found
        group by found.id
        order by rank desc, max(found.created_at) desc limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

-- Others of the user that share uncommon words with this one: of its 40 most frequent words those count that few of the
-- newest documents use, each the more the fewer there are. What is compared is bounded.
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
create or replace function search_documents_nearly(asked text, most integer)
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
        where near.rank >= 0.45 order by near.rank desc, near.created_at desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

-- The nightly sweep, for everybody: what has lain in the trash for 30 days goes for good, a batch at a time. The age is
-- written here and not given, so that nobody can sweep earlier. Answers the keys of the bytes that must follow.
create or replace function purge_documents_trash() returns setof text
  language sql volatile security definer set search_path = public, pg_temp as $$
    with old as (
      select id from documents where deleted_at < now() - interval '30 days' limit 500
    ), earlier as (
      select v.storage_key from document_versions v where v.document_id in (select id from old)
    ), gone as (
      delete from documents where id in (select id from old) returning storage_key
    )
    select storage_key from gone union all select storage_key from earlier;
  $$;

-- Files of everybody that wait for the virus scanner, the oldest first; with a document_id, an earlier version of it.
create or replace function files_to_scan(most integer)
  returns table (id uuid, user_id uuid, storage_key text, document_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select id, user_id, storage_key, document_id from (
      select d.id, d.user_id, d.storage_key, null::uuid as document_id, d.created_at from documents d
        where d.scan_state = 'waiting'
      union all
      select v.id, v.user_id, v.storage_key, v.document_id, v.created_at from document_versions v
        where v.scan_state = 'waiting'
    ) waiting
    where my_user_id() is null order by created_at limit most;
  $$;

-- Large files of which no more has come until their time was up. Answers the keys of their parts, whose bytes must follow.
create or replace function expire_document_uploads() returns setof text
  language sql volatile security definer set search_path = public, pg_temp as $$
    with old as (
      select id from document_uploads where expires_at < now() and my_user_id() is null
    ), parts as (
      select storage_key from document_upload_parts where upload_id in (select id from old)
    ), gone as (
      delete from document_uploads where id in (select id from old) returning id
    )
    select storage_key from parts where (select count(*) from gone) >= 0;
  $$;

-- Links that have ended go, and what is shared with nobody any more says so. Addresses of visitors are kept for 90 days.
create or replace function end_document_links() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    delete from document_link_visits where created_at < now() - interval '90 days';
    with ended as (delete from document_links where expires_at < now() returning id, document_id)
    update documents d set is_shared = false
    where d.id in (select document_id from ended)
      and not exists (select from document_shares s where s.document_id = d.id)
      and not exists (
        select from document_links l where l.document_id = d.id and l.id not in (select id from ended));
  $$;

-- Of these keys of stored files, the ones that no row names. Beside `documents`, whose index answers first, every
-- column of any table that could hold a key is looked through: named storage_key, or of type jsonb.
create or replace function orphaned_storage_keys(asked text[]) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  place record;
  left_over text[] := array(
    select key from unnest(asked) key where not exists (select from documents d where d.storage_key = key));
begin
  for place in
    select c.table_name, c.column_name from information_schema.columns c
      join pg_class on oid = format('public.%I', c.table_name)::regclass and relkind in ('r', 'p')
    where c.table_schema = 'public' and c.table_name not in ('documents', 'audit_log', 'idempotency_keys')
      and (c.column_name like '%storage_key%' or c.data_type = 'jsonb')
  loop
    exit when cardinality(left_over) = 0;
    execute format(
      'select array(select key from unnest($1) key where not exists (
         select from public.%1$I where %2$I is not null and strpos(%2$I::text, key) > 0))',
      place.table_name, place.column_name)
      into left_over using left_over;
  end loop;
  return query select unnest(left_over);
end $$;

revoke all on function document_is_shared(uuid), refresh_shared_flag(uuid[]), documents_shared_with_me(), my_colleagues(), person_of_address(text), shares_of_document(uuid),
  readers_of_documents(uuid[]), open_document_link(text, text, text, text), matching_documents(text, integer),
  search_documents(text, integer), search_documents_nearly(text, integer), purge_documents_trash(),
  end_document_links(), orphaned_storage_keys(text[]), unread_documents(integer),
  similar_documents(uuid, integer), expire_document_uploads(), files_to_scan(integer) from public;
grant execute on function document_is_shared(uuid), documents_shared_with_me(), my_colleagues(), person_of_address(text),
  shares_of_document(uuid), readers_of_documents(uuid[]), open_document_link(text, text, text, text),
  matching_documents(text, integer), search_documents(text, integer), search_documents_nearly(text, integer),
  purge_documents_trash(), end_document_links(), orphaned_storage_keys(text[]),
  unread_documents(integer), similar_documents(uuid, integer), expire_document_uploads(), files_to_scan(integer) to adjutant_app;
