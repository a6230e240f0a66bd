-- Conversations of other messengers (Slack, Teams) that a person connected: what was written there is kept here in the
-- name that it has there. Only in conversations with an origin that the user opened and nobody else takes part in, so
-- that nobody can be made to have said something here. `said`: content, author (null: the user), at. Ids in its order.
create or replace function outside_author_id(author text) returns uuid
  language sql immutable set search_path = public, pg_temp as $$
    select overlay(overlay(md5('outside author ' || author) placing '8' from 13) placing '8' from 17)::uuid;
  $$;

create or replace function keep_outside_messages(conversation uuid, said jsonb, is_history boolean) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept uuid[];
begin
  perform from conversations c where c.id = conversation and c.created_by = my_user_id() and c.origin is not null
    and c.deleted_at is null and c.participants = array[my_user_id()] for no key update;
  if not found then
    return;
  end if;
  with given as (
    select gen_random_uuid() as id, item ->> 'content' as content, item ->> 'author' as author,
      (item ->> 'at')::timestamptz as at, place
    from jsonb_array_elements(said) with ordinality as list (item, place)
  ), added as (
    insert into messages (id, conversation_id, sender_id, content, outside_author, outside_state, created_at, updated_at)
    select id, conversation,
      case when author is null then my_user_id() else outside_author_id(author) end,
      left(content, 10000), left(author, 200), case when author is null then 'sent' end, at, at from given
    returning id
  )
  select array_agg(given.id order by place) into kept from given where exists (select from added where added.id = given.id);
  if is_history then
    update conversation_participants set unread_count = 0, last_read_at = now()
      where conversation_id = conversation and user_id = my_user_id();
  end if;
  return query select unnest(kept);
end $$;

-- What became of a message that was written here for another messenger; `was`: only where it stands so now.
create or replace function settle_outside_message(message uuid, was text, becomes text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update messages m set outside_state = becomes
    from conversations c
   where m.id = message and m.sender_id = my_user_id() and c.id = m.conversation_id and c.created_by = my_user_id()
     and c.origin is not null and m.outside_state = was;
  return found;
end $$;

revoke all on function keep_outside_messages(uuid, jsonb, boolean), settle_outside_message(uuid, text, text) from public;
grant execute on function keep_outside_messages(uuid, jsonb, boolean), settle_outside_message(uuid, text, text)
  to adjutant_app;
