-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: share_attachments
--   fill slots: document_is_shared

-- Fills the slot of src/features/documents/functions.sql.
create or replace function document_is_shared(document uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from document_shares s left join messages m on m.id = s.message_id
        where s.document_id = document and (s.message_id is null or m.deleted_at is null))
      or exists (select from document_links l
        where l.document_id = document and (l.expires_at is null or l.expires_at > now()));
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
