-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_documents

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_documents()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('documents', 'Documents', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('document_versions', 'Earlier versions of documents', 'as long as the document', 'user_id = $1', true, 'delete'),
    ('document_texts', 'Extracted text of documents', 'as long as the document', 'user_id = $1', false, 'delete'),
    ('document_uploads', 'Unfinished uploads', 'one day', 'user_id = $1', true, 'delete'),
    ('document_upload_parts', 'Parts of unfinished uploads', 'one day', 'user_id = $1', false, 'delete'),
    ('document_dates', 'Dates found in documents', 'as long as the document', 'user_id = $1', true, 'delete'),
    ('document_links', 'Public links to documents', 'until they expire', 'user_id = $1', true, 'delete'),
    ('document_link_visits', 'Visits of public links', '90 days', 'user_id = $1', true, 'delete'),
    ('document_shares', 'Shares of documents', 'until revoked', 'user_id = $1 or person_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_documents() from public;
