-- Who takes part in a conversation, as policies need it (the same pattern as 15-team.sql).

-- Few: administrators delete for a reason, and what is deleted goes for good after 30 days.
create or replace function deleted_conversations() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.id from public.conversations c where c.deleted_at is not null;
  $$;

create or replace function my_conversations() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.conversation_id from public.conversation_participants p
    where p.user_id = my_user_id() and p.left_at is null
      and p.conversation_id not in (select deleted_conversations());
  $$;

-- Just opened: nobody has ever taken part, so its creator may still enter.
create or replace function conversation_is_new(conversation uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (
      select from public.conversation_participants p where p.conversation_id = conversation
    );
  $$;

-- Whom the user may write to: who shares an active workspace or a conversation with them, and the accounts under the
-- addresses of their contacts.
create or replace function may_reach(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select person <> my_user_id() and (
      exists (select from workspace_members mine
        join workspaces w on w.id = mine.workspace_id and w.is_active and w.deleted_at is null
        join workspace_members theirs on theirs.workspace_id = w.id and theirs.state = 'active' and theirs.user_id = person
        where mine.user_id = my_user_id() and mine.state = 'active')
      or exists (select from conversation_participants mine
        join conversation_participants theirs on theirs.conversation_id = mine.conversation_id
          and theirs.user_id = person and theirs.left_at is null
        where mine.user_id = my_user_id() and mine.left_at is null)
      or exists (select from users u join contacts k on lower(k.contact_email) = lower(u.email)
          and address_counts(u.address_state, u.address_ground)
        where u.id = person and k.user_id = my_user_id() and k.deleted_at is null
          and (address_counts_of(my_user_id()) or is_invented(u.id))));
  $$;

-- Those people by name; an empty text asks for all.
create or replace function reachable_people(asked text, most integer)
  returns table (user_id uuid, full_name text, avatar_url text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id, p.full_name, p.avatar_url
    from profiles p
    where p.user_id in (
      select theirs.user_id from workspace_members mine
        join workspaces w on w.id = mine.workspace_id and w.is_active and w.deleted_at is null
        join workspace_members theirs on theirs.workspace_id = w.id and theirs.state = 'active'
        where mine.user_id = my_user_id() and mine.state = 'active'
      union select theirs.user_id from conversation_participants mine
        join conversation_participants theirs
          on theirs.conversation_id = mine.conversation_id and theirs.left_at is null
        where mine.user_id = my_user_id() and mine.left_at is null
      union select u.id from contacts k join users u on lower(u.email) = lower(k.contact_email)
          and address_counts(u.address_state, u.address_ground)
        where k.user_id = my_user_id() and k.deleted_at is null
          and (address_counts_of(my_user_id()) or is_invented(u.id)))
      and p.user_id <> my_user_id()
      and (asked = '' or to_tsvector('simple', fold_text(p.full_name)) @@ search_query(asked))
    order by p.full_name collate "und-x-icu", p.user_id limit most;
  $$;

-- How people in the user's conversations are called, also those who have left, whose messages are still there. Each is
-- asked for as one of a conversation, so that a page of a list costs a look-up per name.
-- In plpgsql, which keeps its plan: making one takes longer than the look-up, and this is asked with every message.
create or replace function people_in_conversations(conversations uuid[], people uuid[])
  returns table (conversation_id uuid, user_id uuid, full_name text, avatar_url text, reach text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select asked.conversation, asked.person, p.full_name, p.avatar_url,
      case
        when u.email like '%.example' and not exists (select from credentials c where c.user_id = u.id) then 'sample'
        when not address_counts(u.address_state, u.address_ground) then 'unconfirmed'
        else 'person'
      end
    from unnest(conversations, people) as asked (conversation, person)
    join conversation_participants mine on mine.conversation_id = asked.conversation
      and mine.user_id = my_user_id() and mine.left_at is null
    join conversation_participants theirs on theirs.conversation_id = asked.conversation
      and theirs.user_id = asked.person
    join users u on u.id = asked.person
    left join profiles p on p.user_id = asked.person;
end $$;

-- What hangs on messages, each as row-level security lets the reader see it: what others added as they do, the rest is
-- the reader's own. In plpgsql for the same reason.
create or replace function message_extras(asked uuid[], quoted integer)
  returns table (id uuid, "contactName" text, "answerCount" integer, reactions json, outcomes json, "byEmail" json, quote json)
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  reader uuid := my_user_id();
begin
  return query
    select m.id, coalesce(m.outside_author, k.contact_name),
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
          'contactName', coalesce(q.outside_author, qk.contact_name))
        from messages q left join contacts qk on qk.id = q.sender_id and qk.user_id = reader
        where q.id = m.reply_to_id)
    from messages m left join contacts k on k.id = m.sender_id and k.user_id = reader
    where m.id = any(asked);
end $$;

-- The accounts under the addresses of the user's contacts, where those addresses and the user's own count.
create or replace function accounts_of_contacts(contacts uuid[]) returns table (contact_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select k.id, u.id from public.contacts k join users u on lower(u.email) = lower(k.contact_email)
      and address_counts(u.address_state, u.address_ground)
    where k.id = any(contacts) and k.user_id = my_user_id()
      and (address_counts_of(my_user_id()) or is_invented(u.id));
  $$;

-- Who was written to was contacted: the sender's contacts that a direct conversation is with.
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

-- Unread counters and the order of conversations follow the messages, in the transaction that writes them.
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

-- Something about the conversation has changed for everybody in it, who are given back to be told.
create or replace function touch_conversation(conversation uuid) returns setof uuid
  language sql security definer set search_path = public, pg_temp as $$
    update conversation_participants set version = version + 1
    where conversation_id = conversation and left_at is null and conversation in (select my_conversations())
    returning user_id;
  $$;

-- What others wrote and the user has now read. The newest ten thousand bound the work of who was away for years.
create or replace function mark_messages_read(conversation uuid, until timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update messages set is_read = true where id in (
      select m.id from messages m
      join conversation_participants mine on mine.conversation_id = m.conversation_id
        and mine.user_id = my_user_id() and mine.left_at is null
      where m.conversation_id = conversation and not m.is_read and m.sender_id <> my_user_id()
        and m.created_at between mine.visible_from and until
      order by m.created_at desc limit 10000);
  $$;

-- A contact gets an account: what was written to them is handed over, once the address is theirs beyond doubt. Where the
-- two talk already, the waiting messages join that conversation.
create or replace function hand_over_conversation(waiting uuid, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner uuid;
  met uuid;
  told uuid;
begin
  select created_by into owner from conversations
    where id = waiting and type = 'direct' and pair like 'contact:%' and deleted_at is null for update;
  if owner is null or owner = person then
    return;
  end if;
  select id into met from conversations
    where pair = least(owner, person) || ':' || greatest(owner, person) and deleted_at is null for update;
  -- What came from them by mail is theirs from now on.
  update messages m set sender_id = person from conversations c
    where c.id = waiting and m.conversation_id = waiting and m.sender_id = c.contact_id;
  if met is null then
    met := waiting;
    update conversations set pair = least(owner, person) || ':' || greatest(owner, person), goes_by_email = false,
      version = version + 1 where id = waiting;
    insert into conversation_participants (conversation_id, user_id, active_at, unread_count)
      select waiting, person, p.active_at,
        (select count(*) from messages m
          where m.conversation_id = waiting and m.deleted_at is null and m.sender_id <> person)
      from conversation_participants p where p.conversation_id = waiting and p.user_id = owner;
    update conversation_participants set version = version + 1 where conversation_id = waiting and user_id = owner;
  else
    update conversation_participants p set version = p.version + 1, active_at = greatest(p.active_at, w.active_at),
      unread_count = p.unread_count + case when p.user_id = owner then 0 else (select count(*) from messages m
        where m.conversation_id = waiting and m.deleted_at is null and m.sender_id <> person) end
      from conversation_participants w
      where p.conversation_id = met and w.conversation_id = waiting and w.user_id = owner;
    update messages set conversation_id = met where conversation_id = waiting;
    update conversations set last_message_at = (select max(m.created_at) from messages m where m.conversation_id = met)
      where id = met;
    delete from conversations where id = waiting;
  end if;
  foreach told in array array[least(owner, person), greatest(owner, person)] loop
    perform pg_advisory_xact_lock(hashtextextended('announce ' || told, 0));
    insert into announcements (user_id, resource, record_ids) values (told, 'conversations', array[met, waiting]);
    perform pg_notify('adjutant_announcements', told::text);
  end loop;
end $$;

-- Of everybody who holds the address of a person, which counts from now on.
create or replace function hand_over_to_account() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not address_counts(new.address_state, new.address_ground) then
    return null;
  end if;
  perform hand_over_conversation(c.id, new.id)
    from contacts k join conversations c on c.contact_id = k.id and c.created_by = k.user_id
    where lower(k.contact_email) = lower(new.email) and k.deleted_at is null and c.pair like 'contact:%'
      and address_counts_of(k.user_id)
    order by c.id;
  -- What the person wrote to their contacts waited for the person's own address.
  perform hand_over_conversation(c.id, u.id)
    from contacts k join conversations c on c.contact_id = k.id and c.created_by = k.user_id
      join users u on lower(u.email) = lower(k.contact_email) and address_counts(u.address_state, u.address_ground)
    where k.user_id = new.id and k.deleted_at is null and c.pair like 'contact:%'
    order by c.id;
  return null;
end $$;

create or replace trigger users_meet_contacts after insert or update of email, address_state, address_ground on users
  for each row when (new.address_state <> 'unproven') execute function hand_over_to_account();

-- Of the user's own contact, whose address has just become one that an account has confirmed.
create or replace function hand_over_contact(contact uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
    select hand_over_conversation(c.id, u.id)
    from contacts k
    join users u on lower(u.email) = lower(k.contact_email)
      and address_counts(u.address_state, u.address_ground)
    join conversations c on c.contact_id = k.id and c.created_by = k.user_id and c.pair like 'contact:%'
    where k.id = contact and k.user_id = my_user_id() and k.deleted_at is null and address_counts_of(my_user_id());
  $$;

-- A mail that answers one of a conversation with the user's contact, as a message in the contact's name: only one that
-- really came, from an address of that contact, and each once. Nothing comes back where it is none.
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

-- conversations.participants follows conversation_participants, whoever changes it.
create or replace function list_participants() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update public.conversations c
  set participants = present.people
  from (
    select touched.conversation_id,
      coalesce(array_agg(p.user_id order by p.joined_at, p.user_id) filter (where p.user_id is not null), '{}') people
    from (select distinct conversation_id from changed) touched
    left join public.conversation_participants p
      on p.conversation_id = touched.conversation_id and p.left_at is null
    group by touched.conversation_id
  ) present
  where c.id = present.conversation_id and c.participants is distinct from present.people;
  return null;
end $$;

create or replace trigger conversation_participants_added after insert on conversation_participants
  referencing new table as changed for each statement execute function list_participants();
create or replace trigger conversation_participants_changed after update on conversation_participants
  referencing new table as changed for each statement execute function list_participants();
create or replace trigger conversation_participants_removed after delete on conversation_participants
  referencing old table as changed for each statement execute function list_participants();

-- Conversations: participants read and change the shared state; the creator adds people and deletes.

drop policy if exists conversations_read on conversations;
create policy conversations_read on conversations for select to adjutant_app
  using (id in (select my_conversations()) or (created_by = (select my_user_id()) and conversation_is_new(id)));
drop policy if exists conversations_open on conversations;
create policy conversations_open on conversations for insert to adjutant_app
  with check (created_by = (select my_user_id()));
drop policy if exists conversations_change on conversations;
create policy conversations_change on conversations for update to adjutant_app
  using (id in (select my_conversations()))
  with check (id in (select my_conversations()));
drop policy if exists conversations_remove on conversations;
create policy conversations_remove on conversations for delete to adjutant_app
  using (created_by = (select my_user_id()) and id in (select my_conversations()));
drop policy if exists conversation_participants_read on conversation_participants;
create policy conversation_participants_read on conversation_participants for select to adjutant_app
  using (user_id = (select my_user_id()) or conversation_id in (select my_conversations()));
drop policy if exists conversation_participants_add on conversation_participants;
create policy conversation_participants_add on conversation_participants for insert to adjutant_app
  with check (exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id()))
    and (user_id = (select my_user_id()) or may_reach(user_id)));
-- Read marks and leaving; who has left does not come back alone.
drop policy if exists conversation_participants_own on conversation_participants;
create policy conversation_participants_own on conversation_participants for update to adjutant_app
  using (user_id = (select my_user_id()) and left_at is null)
  with check (user_id = (select my_user_id()) and conversation_id in (select my_conversations()));
drop policy if exists conversation_participants_manage on conversation_participants;
create policy conversation_participants_manage on conversation_participants for update to adjutant_app
  using (conversation_id in (select my_conversations()) and exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())))
  with check (conversation_id in (select my_conversations()) and exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())));

-- Messages: participants read, from where their history begins; everyone writes in their own name, and never as the system.

-- What a message carries besides its words: documents of the sender's own, called what they are called; an answer to what
-- the sender can read in the same conversation; the names of people who take part in it.
create or replace function message_holds(conversation uuid, kind text, attached jsonb, answered uuid, named uuid[])
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

drop policy if exists messages_read on messages;
create policy messages_read on messages for select to adjutant_app
  using (exists (select from conversation_participants p where p.conversation_id = messages.conversation_id
      and p.user_id = (select my_user_id()) and p.left_at is null and p.visible_from <= messages.created_at)
    and conversation_id not in (select deleted_conversations()));
drop policy if exists messages_post on messages;
create policy messages_post on messages for insert to adjutant_app
  with check (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()) and not is_read
    and ((message_type = 'text' and attachments = '[]' and reply_to_id is null and mentions = '{}')
      or message_holds(conversation_id, message_type, attachments, reply_to_id, mentions)));
drop policy if exists messages_edit on messages;
create policy messages_edit on messages for update to adjutant_app
  using (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()))
  with check (sender_id = (select my_user_id()) and conversation_id in (select my_conversations())
    and message_type in ('text', 'file'));

-- A request changes the words of a message, takes it back or brings it back; the rest stays as it was sent. What a
-- message said before is kept beside it.
create or replace function keep_what_was_sent() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'adjutant_app' and (new.id, new.conversation_id, new.sender_id, new.message_type, new.attachments,
      new.created_at, new.is_read) is distinct from (old.id, old.conversation_id, old.sender_id, old.message_type,
      old.attachments, old.created_at, old.is_read) then
    raise exception 'Only the words of a message change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function keep_earlier_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_edits (message_id, content, created_at) values (old.id, old.content, old.updated_at);
  return null;
end $$;

create or replace trigger messages_stay before update on messages
  for each row execute function keep_what_was_sent();
create or replace trigger messages_keep_words after update of content on messages
  for each row when (old.content is distinct from new.content) execute function keep_earlier_words();

drop policy if exists message_edits_read on message_edits;
create policy message_edits_read on message_edits for select to adjutant_app
  using (exists (select from messages m where m.id = message_id and m.deleted_at is null));

-- Who reads a message may answer it with an emoji, and take back their own.
drop policy if exists message_reactions_read on message_reactions;
create policy message_reactions_read on message_reactions for select to adjutant_app
  using (exists (select from messages m where m.id = message_id));
drop policy if exists message_reactions_add on message_reactions;
create policy message_reactions_add on message_reactions for insert to adjutant_app
  with check (user_id = (select my_user_id())
    and exists (select from messages m where m.id = message_id and m.deleted_at is null));
drop policy if exists message_reactions_take_back on message_reactions;
create policy message_reactions_take_back on message_reactions for delete to adjutant_app
  using (user_id = (select my_user_id()) and exists (select from messages m where m.id = message_id));

-- What people keep for themselves concerns conversations and messages that they can read.
drop policy if exists conversation_mutes_of_mine on conversation_mutes;
create policy conversation_mutes_of_mine on conversation_mutes as restrictive for insert to adjutant_app
  with check (conversation_id in (select my_conversations()));
drop policy if exists message_mails_of_mine on message_mails;
create policy message_mails_of_mine on message_mails as restrictive for insert to adjutant_app
  with check (exists (select from messages m where m.id = message_id)
    and exists (select from emails e where e.id = email_id and e.user_id = (select my_user_id())));
drop policy if exists message_outcomes_of_mine on message_outcomes;
create policy message_outcomes_of_mine on message_outcomes as restrictive for insert to adjutant_app
  with check (exists (select from messages m where m.id = message_id));

-- Whom a new message in the user's conversation is a notice for: everybody else in it who has not asked for quiet.
create or replace function listeners_of_conversation(conversation uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id from conversation_participants p
    where p.conversation_id = conversation and p.left_at is null and p.user_id <> my_user_id()
      and conversation in (select my_conversations())
      and not exists (select from conversation_mutes q
        where q.user_id = p.user_id and q.conversation_id = conversation and q.muted_until > now())
      -- Who has a notice of it already gets no second one: asked here, for it is asked for each of two hundred people.
      and not exists (select from smart_notifications n
        where n.user_id = p.user_id and n.dedupe_key = 'conversation ' || conversation);
  $$;

drop policy if exists messages_remove on messages;
create policy messages_remove on messages for delete to adjutant_app
  using (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()));

-- Search reads as the owner, because row-level security hides the index, and says itself who takes part: the user of the
-- transaction, spelled out in every statement. Without a user there is nothing.

create or replace function matching_contacts(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select k.id from contacts k
    where k.user_id = (select my_user_id()) and k.search @@ search_query(asked) and k.deleted_at is null
    limit most
  $$;

-- Conversations by their title and by the people in them; of the two thousand last active ones, which bounds the work.
create or replace function my_named_conversations()
  returns table (id uuid, name text, type text, people text, words tsvector, active_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select mine.conversation_id, coalesce(case when c.type = 'group' then c.title end, others.names, c.title, ''), c.type,
      coalesce(others.names, ''), to_tsvector('simple', fold_text(concat_ws(' ', c.title, others.names))), mine.active_at
    from (
      select p.conversation_id, p.active_at from conversation_participants p
      where p.user_id = (select my_user_id()) and p.left_at is null
      order by p.active_at desc, p.conversation_id desc limit 2000
    ) mine
    join conversations c on c.id = mine.conversation_id and c.deleted_at is null
    left join lateral (
      select string_agg(f.full_name, ', ' order by f.full_name) as names
      from conversation_participants o join profiles f on f.user_id = o.user_id
      where o.conversation_id = c.id and o.left_at is null and o.user_id <> (select my_user_id())
    ) others on true;
  $$;

create or replace function matching_conversations(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select n.id from my_named_conversations() n where n.words @@ search_query(asked)
    order by n.active_at desc limit most
  $$;

create or replace function search_conversations(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select n.id, n.name, case when n.type = 'group' then n.people else 'Conversation' end,
      ts_rank(n.words, asks.query) as rank
    from (select palette_query(asked) as query offset 0) asks, my_named_conversations() n where n.words @@ asks.query
    order by rank desc, n.active_at desc limit most
  $$;

create or replace function search_conversations_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.name, case when near.type = 'group' then near.people else 'Conversation' end, near.rank
    from (
      select n.*, word_similarity((select fold_text(asked)), n.name) as rank from my_named_conversations() n
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.active_at desc limit most
  $$;

create or replace function search_contacts(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, found.contact_name, coalesce(found.contact_email, found.contact_phone, found.relationship),
          ts_rank(found.search, $2) as rank
        from (
          select k.* from contacts k
          where k.user_id = $1 and k.search @@ $2 and k.deleted_at is null
          limit 300
        ) found
        order by rank desc, found.contact_name limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

create or replace function search_contacts_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, near.contact_name, coalesce(near.contact_email, near.contact_phone, near.relationship), near.rank
        from (
          select k.*, word_similarity($2, k.contact_name) as rank from (
            select k.id, k.contact_name, k.contact_email, k.contact_phone, k.relationship from contacts k
            where k.user_id = $1 and k.deleted_at is null
            order by k.contact_name collate "und-x-icu", k.id limit 1000
          ) k
        ) near
        where near.rank >= 0.45 order by near.rank desc, near.contact_name limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

-- Messages of the conversations that the user takes part in, from where their history begins: the newest 300 matches of
-- each of the thousand last active conversations, of which the newest 300 are ranked. The inner order is written so that
-- no index has it: the words find the rows, and never a walk through a conversation.
create or replace function search_messages(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, left(found.content, 120), coalesce(
            (select f.full_name from profiles f where f.user_id = found.sender_id),
            (select k.contact_name from contacts k where k.id = found.sender_id and k.user_id = $1), ''''),
          (ts_rank(found.search, $2) * 0.5)::real as rank
        from (
          select m.* from (
            select p.conversation_id, p.visible_from from conversation_participants p
            where p.user_id = $1 and p.left_at is null
              and p.conversation_id not in (select deleted_conversations())
            order by p.active_at desc, p.conversation_id desc limit 1000
          ) mine
          cross join lateral (
            select m.* from messages m
            where m.conversation_id = mine.conversation_id and m.search @@ $2
              and m.deleted_at is null and m.created_at >= mine.visible_from
            order by m.created_at + interval ''0'' desc limit 300
          ) m
          order by m.created_at desc limit 300
        ) found
        order by rank desc, found.created_at desc limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

-- The page's own search: the newest matches in all conversations or in one, each with the words around the match.
create or replace function find_messages(asked text, within uuid, before timestamptz, most integer)
  returns table (id uuid, excerpt text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select found.id, case when length(found.content) <= 240 then found.content else
      ts_headline('simple', found.content, search_query(asked),
        'MaxFragments=1, MaxWords=32, MinWords=16, StartSel="", StopSel=""') end
    from (
      select m.* from (
        select p.conversation_id, p.visible_from from conversation_participants p
        where p.user_id = (select my_user_id()) and p.left_at is null
          and (within is null or p.conversation_id = within)
          and p.conversation_id not in (select deleted_conversations())
        order by p.active_at desc, p.conversation_id desc limit 1000
      ) mine
      cross join lateral (
        select m.* from messages m
        where m.conversation_id = mine.conversation_id and m.search @@ search_query(asked)
          and m.deleted_at is null and m.created_at >= mine.visible_from
          and (before is null or m.created_at < before)
        order by m.created_at desc limit most
      ) m
      order by m.created_at desc, m.id desc limit most
    ) found
    order by found.created_at desc, found.id desc;
  $$;

-- Misspelled: among the newest messages of the last active conversations, which bounds the work.
create or replace function search_messages_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, left(near.content, 120), coalesce(
            (select f.full_name from profiles f where f.user_id = near.sender_id), ''''), (near.rank * 0.5)::real
        from (
          select m.*, word_similarity($2, m.content) as rank from (
            select p.conversation_id, p.visible_from from conversation_participants p
            where p.user_id = $1 and p.left_at is null
              and p.conversation_id not in (select deleted_conversations())
            order by p.active_at desc, p.conversation_id desc limit 50
          ) mine
          cross join lateral (
            select m.id, m.content, m.sender_id, m.created_at from messages m
            where m.conversation_id = mine.conversation_id and m.deleted_at is null and m.created_at >= mine.visible_from
            order by m.created_at desc, m.id desc limit 40
          ) m
        ) near
        where near.rank >= 0.6 order by near.rank desc, near.created_at desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

-- The nightly sweep, for everybody: what has lain in the trash for 30 days goes for good, a batch at a time. Answers how
-- many rows went.
create or replace function purge_communication_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      messages_gone integer;
      contacts_gone integer;
      conversations_gone integer;
    begin
      delete from messages where id in (select id from messages where deleted_at < oldest limit 1000);
      get diagnostics messages_gone = row_count;
      delete from contacts where id in (select id from contacts where deleted_at < oldest limit 1000);
      get diagnostics contacts_gone = row_count;
      delete from conversations where id in (select id from conversations where deleted_at < oldest limit 10);
      get diagnostics conversations_gone = row_count;
      return messages_gone + contacts_gone + conversations_gone;
    end
  $$;

revoke all on function receive_message_by_mail(uuid, uuid, text) from public;
grant execute on function receive_message_by_mail(uuid, uuid, text) to adjutant_app;
revoke all on function message_holds(uuid, text, jsonb, uuid, uuid[]), listeners_of_conversation(uuid),
  find_messages(text, uuid, timestamptz, integer) from public;
grant execute on function deleted_conversations(), message_holds(uuid, text, jsonb, uuid, uuid[]),
  listeners_of_conversation(uuid), find_messages(text, uuid, timestamptz, integer) to adjutant_app;
revoke all on function may_reach(uuid), reachable_people(text, integer), people_in_conversations(uuid[], uuid[]),
  accounts_of_contacts(uuid[]), touch_contacts(uuid, timestamptz), touch_conversation(uuid), mark_messages_read(uuid, timestamptz),
  hand_over_conversation(uuid, uuid), hand_over_contact(uuid), matching_contacts(text, integer),
  my_named_conversations(), matching_conversations(text, integer), search_conversations(text, integer),
  search_conversations_nearly(text, integer), search_contacts(text, integer), search_contacts_nearly(text, integer),
  search_messages(text, integer), search_messages_nearly(text, integer), purge_communication_trash() from public;
grant execute on function may_reach(uuid), reachable_people(text, integer), people_in_conversations(uuid[], uuid[]),
  accounts_of_contacts(uuid[]), touch_contacts(uuid, timestamptz), touch_conversation(uuid), mark_messages_read(uuid, timestamptz),
  hand_over_contact(uuid), matching_contacts(text, integer), matching_conversations(text, integer),
  search_conversations(text, integer), search_conversations_nearly(text, integer), search_contacts(text, integer),
  search_contacts_nearly(text, integer), search_messages(text, integer), search_messages_nearly(text, integer),
  purge_communication_trash() to adjutant_app;
