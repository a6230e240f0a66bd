-- Who takes part in a conversation, as policies need it (the same pattern as 15-team.sql).

create or replace function my_conversations() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.conversation_id from public.conversation_participants p
    where p.user_id = my_user_id() and p.left_at is null;
  $$;

-- Just opened: nobody has ever taken part, so its creator may still enter.
create or replace function conversation_is_new(conversation uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (
      select from public.conversation_participants p where p.conversation_id = conversation
    );
  $$;

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
  with check (exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())));
-- Read marks and leaving; who has left does not come back alone.
drop policy if exists conversation_participants_own on conversation_participants;
create policy conversation_participants_own on conversation_participants for update to adjutant_app
  using (user_id = (select my_user_id()) and left_at is null)
  with check (user_id = (select my_user_id()) and conversation_id in (select my_conversations()));
drop policy if exists conversation_participants_manage on conversation_participants;
create policy conversation_participants_manage on conversation_participants for update to adjutant_app
  using (conversation_id in (select my_conversations()) and exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())))
  with check (conversation_id in (select my_conversations()) and exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())));

-- Messages: participants read; everyone writes in their own name.

drop policy if exists messages_read on messages;
create policy messages_read on messages for select to adjutant_app
  using (conversation_id in (select my_conversations()));
drop policy if exists messages_post on messages;
create policy messages_post on messages for insert to adjutant_app
  with check (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()));
drop policy if exists messages_edit on messages;
create policy messages_edit on messages for update to adjutant_app
  using (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()))
  with check (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()));
drop policy if exists messages_remove on messages;
create policy messages_remove on messages for delete to adjutant_app
  using (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()));
