-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: store_outside_messages, change_outside_messages, record_outside_delivery
--   asked by SQL: outside_author_id

-- Conversations of other messengers (Slack, Teams) that a user connected: messages are stored under the author's name
-- there. Only in conversations with an origin that the user created and nobody else participates in, so that no user
-- can be impersonated. `incoming`: content, author (null: the user), at, and `replyTo`, the message that started the
-- thread. Returns ids in the order of `incoming`.
create or replace function outside_author_id(author text) returns uuid
  language sql immutable set search_path = public, pg_temp as $$
    select overlay(overlay(md5('outside author ' || author) placing '8' from 13) placing '8' from 17)::uuid;
  $$;

drop function if exists store_outside_messages(uuid, jsonb, boolean);
create or replace function store_outside_messages(conversation uuid, incoming jsonb, is_history boolean) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stored uuid[];
begin
  perform from conversations c where c.id = conversation and c.created_by = my_user_id() and c.origin is not null
    and c.deleted_at is null and c.participants = array[my_user_id()] for no key update;
  if not found then
    return;
  end if;
  with given as (
    select gen_random_uuid() as id, item ->> 'content' as content, item ->> 'author' as author,
      (item ->> 'at')::timestamptz as at, place,
      (select m.id from messages m where m.id = (item ->> 'replyTo')::uuid and m.conversation_id = conversation) as reply_to
    from jsonb_array_elements(incoming) with ordinality as list (item, place)
  ), added as (
    insert into messages (id, conversation_id, sender_id, content, external_author, external_state, reply_to_id, created_at,
      updated_at)
    select id, conversation,
      case when author is null then my_user_id() else outside_author_id(author) end,
      left(content, 10000), left(author, 200), case when author is null then 'sent' end, reply_to, at, at from given
    returning id
  )
  select array_agg(given.id order by place) into stored from given where exists (select from added where added.id = given.id);
  if is_history then
    update conversation_participants set unread_count = 0, last_read_at = now()
      where conversation_id = conversation and user_id = my_user_id();
  end if;
  return query select unnest(stored);
end $$;

-- Applies edits and deletions from the other messenger: `content` is the new text, null if the message was deleted. A
-- trigger on messages stores the earlier text. Only messages imported from there or posted there.
create or replace function change_outside_messages(conversation uuid, changes jsonb) returns setof uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
    update messages m set content = coalesce(left(change.content, 10000), m.content), updated_at = now(),
      deleted_at = case when change.content is null then now() end, version = m.version + 1
      from jsonb_to_recordset(changes) as change (id uuid, content text), conversations c
     where m.id = change.id and m.conversation_id = conversation and c.id = conversation and c.created_by = my_user_id()
       and c.origin is not null and c.participants = array[my_user_id()] and m.deleted_at is null
       and (m.external_author is not null or m.external_state = 'sent')
       and left(change.content, 10000) is distinct from m.content
    returning m.id
  $$;

-- Sets the delivery state of a message written here for another messenger, only if its state is `was`.
create or replace function record_outside_delivery(message uuid, was text, becomes text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update messages m set external_state = becomes
    from conversations c
   where m.id = message and m.sender_id = my_user_id() and c.id = m.conversation_id and c.created_by = my_user_id()
     and c.origin is not null and m.external_state = was;
  return found;
end $$;

revoke all on function store_outside_messages(uuid, jsonb, boolean), change_outside_messages(uuid, jsonb),
  record_outside_delivery(uuid, text, text) from public;
grant execute on function store_outside_messages(uuid, jsonb, boolean), change_outside_messages(uuid, jsonb),
  record_outside_delivery(uuid, text, text) to adjutant_app;
