-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: documents_shared_with_me, document_is_shared, my_colleagues, shares_of_document, readers_of_documents,
--     workspaces_to_share_with, people_of_workspace
--   rows of other owners: refresh_shared_flag, person_of_address

-- Documents of others that the user of the transaction may read: shared with the user; or with a workspace,
-- conversation or decision that both the user and the owner belong to now (a conversation: from where the user's
-- history begins). Documents in the trash are shared with nobody.
-- Slot: filled by src/app/functions/document-sharing.sql.
create or replace function documents_shared_with_me() returns table (document_id uuid, owner_name text)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid, null::text where false;
  $$;

-- Whether anybody but its owner reads it: what documents.is_shared is set to.
-- Slot: filled by src/features/communication/functions/attachments.sql.
create or replace function document_is_shared(document uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select false;
  $$;

create or replace function refresh_shared_flag(asked uuid[]) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    update documents d set is_shared = document_is_shared(d.id), version = d.version + 1
    where d.id = any(asked) and d.is_shared <> document_is_shared(d.id);
  $$;

-- Whom a document may be shared with by choosing from a list: people the user works or talks with, once each.
-- Slot: filled by src/app/functions/visible-people.sql.
create or replace function my_colleagues() returns table (user_id uuid, full_name text, email text)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid, null::text, null::text where false;
  $$;

-- The account with exactly this address, and whether it and the user's own count; nothing is found by a part of it.
drop function if exists person_of_address(text, boolean);
drop function if exists person_of_address(text);
create or replace function person_of_address(asked text)
  returns table (user_id uuid, counts boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.id, address_counts(u.address_state, u.address_reason) and address_counts_of(my_user_id())
    from users u join profiles p on p.user_id = u.id
    where my_user_id() is not null and lower(u.email) = lower(asked);
  $$;

-- The shares of the user's own document; a conversation appears once, however many messages carry the document.
-- Conversations and workspaces that the user has left are not named.
drop function if exists shares_of_document(uuid);

-- Slot: filled by src/app/functions/document-sharing.sql.
create or replace function shares_of_document(document uuid)
  returns table (id uuid, person_id uuid, workspace_id uuid, conversation_id uuid, decision_id uuid, name text, email text,
    created_at timestamptz,
    is_waiting boolean)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::text, null::timestamptz, null::boolean where false;
  $$;

-- All readers of these documents of the user's own, without the user: they are notified of changes.
-- Slot: filled by src/app/functions/document-sharing.sql.
create or replace function readers_of_documents(asked uuid[]) returns setof uuid
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid where false;
  $$;

-- The workspaces of the user that a document may be shared with.
-- Slot: filled by src/features/team/functions.sql.
create or replace function workspaces_to_share_with() returns table (id uuid, name text)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid, null::text where false;
  $$;

-- The members of one of the user's workspaces.
-- Slot: filled by src/features/team/functions.sql.
create or replace function people_of_workspace(workspace uuid) returns setof uuid
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid where false;
  $$;

revoke all on function workspaces_to_share_with(), people_of_workspace(uuid), document_is_shared(uuid), refresh_shared_flag(uuid[]), documents_shared_with_me(), my_colleagues(),
  person_of_address(text), shares_of_document(uuid), readers_of_documents(uuid[]) from public;
grant execute on function workspaces_to_share_with(), people_of_workspace(uuid), document_is_shared(uuid), documents_shared_with_me(), my_colleagues(), person_of_address(text),
  shares_of_document(uuid), readers_of_documents(uuid[]) to adjutant_app;
