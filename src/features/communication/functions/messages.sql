-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: count_new_messages, count_changed_messages, freeze_sent_message, record_message_edit
--   policies ask: is_message_content_allowed
--   rows of other owners: touch_contacts, mark_messages_read, receive_message_by_mail
--   near the data: message_extras (one plan for a page of messages, kept)

-- What belongs to messages besides their text, as row-level security shows it to the reader: answers and reactions of
-- everybody; results, mails and contact names of the reader only. In plpgsql for the cached plan.
drop function if exists message_extras(uuid[], integer);
create or replace function message_extras(asked uuid[], quoted integer)
  returns table (id uuid, "contactName" text, "replyCount" integer, reactions json, outcomes json, "byEmail" json, quote json)
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  reader uuid := my_user_id();
begin
  return query
    select m.id, coalesce(m.external_author, k.contact_name),
      (select count(*)::integer from messages a where a.reply_to_id = m.id and a.deleted_at is null),
      (select json_agg(json_build_object('emoji', r.emoji, 'userIds', r.people) order by r.first, r.emoji)
        from (select emoji, array_agg(user_id order by created_at, user_id) as people, min(created_at) as first
          from message_reactions where message_id = m.id group by emoji) r),
      (select json_agg(json_build_object('kind', o.kind, 'recordId', o.record_id) order by o.created_at, o.record_id)
        from message_outcomes o where o.message_id = m.id and o.user_id = reader),
      (select json_build_object('emailId', l.email_id, 'direction', l.direction, 'state', null, 'reason', null)
        from message_mails l where l.message_id = m.id and l.user_id = reader),
      (select json_build_object('id', q.id, 'senderId', q.sender_id, 'createdAt', q.created_at,
          'content', case when q.deleted_at is null then left(q.content, quoted) end,
          'contactName', coalesce(q.external_author, qk.contact_name))
        from messages q left join contacts qk on qk.id = q.sender_id and qk.user_id = reader
        where q.id = m.reply_to_id)
    from messages m left join contacts k on k.id = m.sender_id and k.user_id = reader
    where m.id = any(asked);
end $$;

-- Sets when the sender last contacted their contacts in a direct conversation.
create or replace function touch_contacts(conversation uuid, contacted timestamptz) returns setof uuid
  language sql security definer set search_path = public, pg_temp as $$
    update contacts k set last_contacted_at = greatest(k.last_contacted_at, contacted)
    from conversations c
    where c.id = conversation and c.type = 'direct' and c.id in (select my_conversations())
      and k.user_id = my_user_id() and k.deleted_at is null
      and (k.id = c.contact_id or lower(k.contact_email) in (
        select lower(u.email) from conversation_participants p join users u on u.id = p.user_id
        where p.conversation_id = c.id and p.left_at is null and p.user_id <> my_user_id()))
    returning k.id;
  $$;

-- Updates unread counters and the order of conversations in the transaction that writes the messages.
create or replace function count_new_messages() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update conversations c set last_message_at = greatest(c.last_message_at, sent.last_at)
  from (select conversation_id, max(created_at) as last_at from added where deleted_at is null group by 1) sent
  where c.id = sent.conversation_id;
  update conversation_participants p
  set unread_count = p.unread_count + sent.messages - coalesce((sent.by_sender ->> p.user_id::text)::integer, 0),
    active_at = greatest(p.active_at, sent.last_at), version = p.version + 1
  from (
    select conversation_id, sum(messages)::integer as messages, max(last_at) as last_at,
      jsonb_object_agg(sender_id, messages) as by_sender
    from (select conversation_id, sender_id, count(*) as messages, max(created_at) as last_at
      from added where deleted_at is null group by 1, 2) by_person
    group by 1
  ) sent
  where p.conversation_id = sent.conversation_id and p.left_at is null;
  return null;
end $$;

create or replace function count_changed_messages() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update conversation_participants p
  set version = p.version + 1, unread_count = greatest(0, p.unread_count + (
    select coalesce(sum(case when n.deleted_at is null then 1 else -1 end), 0)
    from after n join before o using (id)
    where n.conversation_id = p.conversation_id and n.sender_id <> p.user_id
      and (n.deleted_at is null) <> (o.deleted_at is null)
      and n.created_at >= p.visible_from and n.created_at > coalesce(p.last_read_at, '-infinity')))
  where p.left_at is null and p.conversation_id in (
    select n.conversation_id from after n join before o using (id)
    where n.content <> o.content or (n.deleted_at is null) <> (o.deleted_at is null));
  return null;
end $$;

create or replace trigger messages_added after insert on messages
  referencing new table as added for each statement execute function count_new_messages();
create or replace trigger messages_changed after update on messages
  referencing old table as before new table as after for each statement execute function count_changed_messages();

-- Marks messages of others as read. The newest 10,000 at most, which bounds the work after years of absence.
create or replace function mark_messages_read(conversation uuid, until timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update messages set is_read = true where id in (
      select m.id from messages m
      join conversation_participants mine on mine.conversation_id = m.conversation_id
        and mine.user_id = my_user_id() and mine.left_at is null
      where m.conversation_id = conversation and not m.is_read and m.sender_id <> my_user_id()
        and m.created_at between mine.visible_from and until
      order by m.created_at desc, m.id desc limit 10000);
  $$;

-- Stores a mail that answers a conversation with the user's contact as a message in the contact's name: only a mail
-- that was really received, from an address of that contact, and each once. Returns no row otherwise.
create or replace function receive_message_by_mail(conversation uuid, email uuid, words text)
  returns table (id uuid, name text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waiting conversations%rowtype;
  writer contacts%rowtype;
  made uuid;
  at timestamptz;
begin
  select c.* into waiting from conversations c
    where c.id = conversation and c.created_by = my_user_id() and c.type = 'direct' and c.deleted_at is null
      and c.pair = 'contact:' || c.contact_id for no key update;
  select k.* into writer from contacts k
    where k.id = waiting.contact_id and k.user_id = my_user_id() and k.deleted_at is null;
  if waiting.id is null or writer.id is null or exists (
      select from message_mails l where l.user_id = my_user_id() and l.email_id = email)
    or not exists (
      select from emails e, unnest(writer.contact_email || writer.other_emails) as address
      where e.id = email and e.user_id = my_user_id() and e.status = 'received' and e.deleted_at is null
        and e.sender_address = lower(address)) then
    return;
  end if;
  at := greatest(now(), waiting.last_message_at + interval '1 millisecond');
  insert into messages (conversation_id, sender_id, content, created_at, updated_at)
    values (conversation, writer.id, words, at, at) returning messages.id into made;
  insert into message_mails (message_id, user_id, email_id, direction) values (made, my_user_id(), email, 'in');
  update conversations c set is_archived = false where c.id = conversation and c.is_archived;
  update contacts k set last_contacted_at = greatest(k.last_contacted_at, at) where k.id = writer.id;
  return query select made, writer.contact_name;
end $$;

-- Messages: participants read from where their history begins; all write in their own name, never as the system.

-- What a message may carry besides text: the sender's own documents under their current names; a reply to a message of
-- the same conversation that the sender can read; mentions of participants.
create or replace function is_message_content_allowed(conversation uuid, kind text, attached jsonb, answered uuid, named uuid[])
  returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select kind = case when attached = '[]' then 'text' else 'file' end
      and jsonb_array_length(attached) <= 10 and cardinality(named) <= 50
      and not exists (
        select from jsonb_array_elements(attached) file where not exists (
          select from documents d where d.id::text = file ->> 'documentId' and d.user_id = my_user_id()
            and d.deleted_at is null and file = jsonb_build_object('documentId', d.id, 'name', d.file_name,
              'type', d.file_type, 'size', d.file_size)))
      and (answered is null or exists (
        select from messages m join conversation_participants p on p.conversation_id = m.conversation_id
          and p.user_id = my_user_id() and p.left_at is null and p.visible_from <= m.created_at
        where m.id = answered and m.conversation_id = conversation))
      and not exists (
        select from unnest(named) person where not exists (
          select from conversation_participants p
          where p.conversation_id = conversation and p.user_id = person and p.left_at is null));
  $$;

-- A request may edit, delete or restore a message; all other columns stay as they were sent. Earlier texts are stored
-- as edits.
create or replace function freeze_sent_message() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'adjutant_app' and (new.id, new.conversation_id, new.sender_id, new.message_type, new.attachments,
      new.created_at, new.is_read, new.client_id) is distinct from (old.id, old.conversation_id, old.sender_id,
      old.message_type, old.attachments, old.created_at, old.is_read, old.client_id) then
    raise exception 'Only the words of a message change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function record_message_edit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_edits (message_id, conversation_id, content, created_at)
    values (old.id, old.conversation_id, old.content, old.updated_at);
  return null;
end $$;

create or replace trigger messages_stay before update on messages
  for each row execute function freeze_sent_message();
drop trigger if exists messages_keep_words on messages;
create or replace trigger messages_log_edits after update of content on messages
  for each row when (old.content is distinct from new.content) execute function record_message_edit();

revoke all on function receive_message_by_mail(uuid, uuid, text), is_message_content_allowed(uuid, text, jsonb, uuid, uuid[]),
  touch_contacts(uuid, timestamptz), mark_messages_read(uuid, timestamptz) from public;
grant execute on function receive_message_by_mail(uuid, uuid, text), is_message_content_allowed(uuid, text, jsonb, uuid, uuid[]),
  touch_contacts(uuid, timestamptz), mark_messages_read(uuid, timestamptz) to adjutant_app;
