-- Until 2026-11 a file in a conversation was shared with each participant, and a document of a decision with the whole
-- workspace. Such shares were written within seconds of their message or decision document; each becomes one share with
-- the conversation or decision. Shares that a person made by hand are older, or missing because sharing twice changes
-- nothing.
with carried as (
  select s.id, s.document_id, s.user_id, s.person_id from document_shares s
  where s.person_id is not null and exists (
    select from conversation_participants p join messages m on m.conversation_id = p.conversation_id
      where p.user_id = s.person_id and m.sender_id = s.user_id
        and m.created_at between s.created_at - interval '10 seconds' and s.created_at + interval '10 seconds'
        and m.attachments @> jsonb_build_array(jsonb_build_object('documentId', s.document_id))
        and not exists (select from document_shares n where n.message_id = m.id))
), gone as (
  delete from document_shares s where s.id in (select c.id from carried c)
)
insert into document_shares (document_id, user_id, conversation_id, message_id, created_at)
  select distinct c.document_id, c.user_id, m.conversation_id, m.id, m.created_at
  from carried c
    join conversation_participants p on p.user_id = c.person_id
    join messages m on m.conversation_id = p.conversation_id and m.sender_id = c.user_id
      and m.attachments @> jsonb_build_array(jsonb_build_object('documentId', c.document_id))
  on conflict do nothing;

with carried as (
  select s.id, s.document_id, s.user_id, s.workspace_id from document_shares s
  where s.workspace_id is not null and exists (
    select from decision_papers p join team_decisions t on t.id = p.decision_id
      where p.document_id = s.document_id and p.attached_by = s.user_id and t.workspace_id = s.workspace_id
        and p.created_at between s.created_at - interval '10 seconds' and s.created_at + interval '10 seconds'
        and not exists (select from document_shares n where n.decision_id = p.decision_id and n.document_id = p.document_id))
), gone as (
  delete from document_shares s where s.id in (select c.id from carried c)
)
insert into document_shares (document_id, user_id, decision_id, created_at)
  select distinct c.document_id, c.user_id, p.decision_id, p.created_at
  from carried c
    join decision_papers p on p.document_id = c.document_id and p.attached_by = c.user_id
    join team_decisions t on t.id = p.decision_id and t.workspace_id = c.workspace_id
  on conflict do nothing;
