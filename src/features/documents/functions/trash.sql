-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: purge_documents_trash, files_to_scan, expire_document_uploads, orphaned_storage_keys

-- Nightly, for all users: deletes documents that were moved to the trash 30 days ago, in batches. The age is fixed here
-- and no argument, so that nobody can purge earlier. Returns the storage keys of the files to delete.
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
    where my_user_id() is null order by created_at, id limit most;
  $$;

-- Deletes expired unfinished uploads. Returns the storage keys of their parts, to be deleted.
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

-- The given storage keys that no row refers to. After `documents`, which has an index, it scans every column that could
-- contain a key (its name contains storage_key, or its type is jsonb) of all tables but audit_log and idempotency_keys.
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

revoke all on function purge_documents_trash(), orphaned_storage_keys(text[]), expire_document_uploads(),
  files_to_scan(integer) from public;
grant execute on function purge_documents_trash(), orphaned_storage_keys(text[]), expire_document_uploads(),
  files_to_scan(integer) to adjutant_app;
