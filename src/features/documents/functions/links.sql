-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: open_document_link, read_linked_document, end_document_links

-- The document of a link, for anyone with its token, until the link expires or the document is deleted. Visits are
-- counted and recorded; `refused` is a wrong password: after ten in a row the link is locked for a quarter of an hour.
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

-- What the page behind a link shows of the document: the readable form of an Office file, or the beginning of its text.
create or replace function read_linked_document(hash text, max_characters int)
  returns table (preview text, content text, is_cut boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.preview, case when t.preview is null then left(t.content, max_characters) else '' end,
      t.preview is null and length(t.content) > max_characters
    from document_links l
      join documents d on d.id = l.document_id
      join document_texts t on t.document_id = d.id
    where l.token_hash = hash and d.deleted_at is null and d.scan_state in ('unscanned', 'clean')
      and (l.expires_at is null or l.expires_at > now());
  $$;

-- Deletes expired links and clears is_shared of documents that are no longer shared. Visits are deleted after 90 days.
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

revoke all on function open_document_link(text, text, text, text), read_linked_document(text, int),
  end_document_links() from public;
grant execute on function open_document_link(text, text, text, text), read_linked_document(text, int),
  end_document_links() to adjutant_app;
