drop policy if exists documents_by_share on documents;
create policy documents_by_share on documents for select to adjutant_app
  using (id in (select document_id from documents_shared_with_me()));

-- A user may share only their own documents, whatever else the row says. Shares with a conversation or a decision are
-- written by the triggers of communication and team only.
drop policy if exists document_shares_of_own on document_shares;
create policy document_shares_of_own on document_shares as restrictive for insert to adjutant_app
  with check (conversation_id is null and decision_id is null
    and exists (select from documents d where d.id = document_id and d.user_id = (select my_user_id())));
drop policy if exists document_shares_unchanged on document_shares;
create policy document_shares_unchanged on document_shares as restrictive for update to adjutant_app using (false);

drop policy if exists document_links_of_own on document_links;
create policy document_links_of_own on document_links as restrictive for insert to adjutant_app
  with check (exists (select from documents d where d.id = document_id and d.user_id = (select my_user_id())));

-- The readers of a document may read its text.
drop policy if exists document_texts_by_share on document_texts;
create policy document_texts_by_share on document_texts for select to adjutant_app
  using (document_id in (select document_id from documents_shared_with_me()));
