-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   fill slots: documents_shared_with_me, shares_of_document, readers_of_documents

-- Fills the slot of src/features/documents/functions.sql.
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

-- Fills the slot of src/features/documents/functions.sql.
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

-- Fills the slot of src/features/documents/functions.sql.
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
