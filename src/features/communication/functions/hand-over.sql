-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: transfer_to_account
--   fill slots: transfer_contact
--   rows of other owners: transfer_conversation

-- When a contact gets an account, the conversation is transferred to it, once the address is proven or vouched for. If
-- the two people already have a conversation, the messages are merged into that one.
create or replace function transfer_conversation(waiting uuid, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner uuid;
  met uuid;
  recipient uuid;
begin
  select created_by into owner from conversations
    where id = waiting and type = 'direct' and pair like 'contact:%' and deleted_at is null for update;
  if owner is null or owner = person then
    return;
  end if;
  select id into met from conversations
    where pair = least(owner, person) || ':' || greatest(owner, person) and deleted_at is null for update;
-- Messages received from the contact by mail now belong to the account.
  update messages m set sender_id = person from conversations c
    where c.id = waiting and m.conversation_id = waiting and m.sender_id = c.contact_id;
  if met is null then
    met := waiting;
    update conversations set pair = least(owner, person) || ':' || greatest(owner, person), uses_email = false,
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
  foreach recipient in array array[least(owner, person), greatest(owner, person)] loop
    perform pg_advisory_xact_lock(hashtextextended('announce ' || recipient, 0));
    insert into announcements (user_id, resource, record_ids) values (recipient, 'conversations', array[met, waiting]);
    perform pg_notify('adjutant_announcements', recipient::text);
  end loop;
end $$;

-- For everybody who has the person's address as a contact; runs once the address counts as the person's.
create or replace function transfer_to_account() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not address_counts(new.address_state, new.address_reason) then
    return null;
  end if;
  perform transfer_conversation(c.id, new.id)
    from contacts k join conversations c on c.contact_id = k.id and c.created_by = k.user_id
    where lower(k.contact_email) = lower(new.email) and k.deleted_at is null and c.pair like 'contact:%'
      and address_counts_of(k.user_id)
    order by c.id;
-- Conversations that this person opened with their contacts waited until the person's own address counted.
  perform transfer_conversation(c.id, u.id)
    from contacts k join conversations c on c.contact_id = k.id and c.created_by = k.user_id
      join users u on lower(u.email) = lower(k.contact_email) and address_counts(u.address_state, u.address_reason)
    where k.user_id = new.id and k.deleted_at is null and c.pair like 'contact:%'
    order by c.id;
  return null;
end $$;

create or replace trigger users_meet_contacts after insert or update of email, address_state, address_reason on users
  for each row when (new.address_state <> 'unproven') execute function transfer_to_account();

-- Fills the slot of src/features/contacts/functions.sql.
create or replace function transfer_contact(contact uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
    select transfer_conversation(c.id, u.id)
    from contacts k
    join users u on lower(u.email) = lower(k.contact_email)
      and address_counts(u.address_state, u.address_reason)
    join conversations c on c.contact_id = k.id and c.created_by = k.user_id and c.pair like 'contact:%'
    where k.id = contact and k.user_id = my_user_id() and k.deleted_at is null and address_counts_of(my_user_id());
  $$;

revoke all on function transfer_conversation(uuid, uuid) from public;
