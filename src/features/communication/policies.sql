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
-- Read marks and leaving; a person who has left cannot rejoin alone.
drop policy if exists conversation_participants_own on conversation_participants;
create policy conversation_participants_own on conversation_participants for update to adjutant_app
  using (user_id = (select my_user_id()) and left_at is null)
  with check (user_id = (select my_user_id()) and conversation_id in (select my_conversations()));
drop policy if exists conversation_participants_manage on conversation_participants;
create policy conversation_participants_manage on conversation_participants for update to adjutant_app
  using (conversation_id in (select my_conversations()) and exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())))
  with check (conversation_id in (select my_conversations()) and exists (select from conversations c where c.id = conversation_id and c.created_by = (select my_user_id())));

drop policy if exists messages_read on messages;
create policy messages_read on messages for select to adjutant_app
  using (exists (select from conversation_participants p where p.conversation_id = messages.conversation_id
      and p.user_id = (select my_user_id()) and p.left_at is null and p.visible_from <= messages.created_at)
    and conversation_id not in (select deleted_conversations()));
drop policy if exists messages_post on messages;
create policy messages_post on messages for insert to adjutant_app
  with check (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()) and not is_read
    and ((message_type = 'text' and attachments = '[]' and reply_to_id is null and mentions = '{}')
      or is_message_content_allowed(conversation_id, message_type, attachments, reply_to_id, mentions)));
drop policy if exists messages_edit on messages;
create policy messages_edit on messages for update to adjutant_app
  using (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()))
  with check (sender_id = (select my_user_id()) and conversation_id in (select my_conversations())
    and message_type in ('text', 'file'));

drop policy if exists message_edits_read on message_edits;
create policy message_edits_read on message_edits for select to adjutant_app
  using (exists (select from messages m where m.id = message_id and m.deleted_at is null));

-- Readers of a message may add reactions and remove their own.
drop policy if exists message_reactions_read on message_reactions;
create policy message_reactions_read on message_reactions for select to adjutant_app
  using (exists (select from messages m where m.id = message_id));
drop policy if exists message_reactions_add on message_reactions;
create policy message_reactions_add on message_reactions for insert to adjutant_app
  with check (user_id = (select my_user_id()) and exists (
    select from messages m
    where m.id = message_id and m.conversation_id = message_reactions.conversation_id and m.deleted_at is null));
drop policy if exists message_reactions_take_back on message_reactions;
create policy message_reactions_take_back on message_reactions for delete to adjutant_app
  using (user_id = (select my_user_id()) and exists (select from messages m where m.id = message_id));

-- Personal rows refer only to conversations and messages that the user can read.
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

drop policy if exists messages_remove on messages;
create policy messages_remove on messages for delete to adjutant_app
  using (sender_id = (select my_user_id()) and conversation_id in (select my_conversations()));

drop policy if exists calls_read on calls;
create policy calls_read on calls for select to adjutant_app
  using (conversation_id in (select my_conversations()));
drop policy if exists calls_start on calls;
create policy calls_start on calls for insert to adjutant_app
  with check (started_by = (select my_user_id()) and conversation_id in (select my_conversations()) and state <> 'ended');
drop policy if exists calls_change on calls;
create policy calls_change on calls for update to adjutant_app
  using (state <> 'ended' and conversation_id in (select my_conversations()))
  with check (state <> 'ended' and conversation_id in (select my_conversations()));

drop policy if exists call_participants_read on call_participants;
create policy call_participants_read on call_participants for select to adjutant_app
  using (exists (select from calls c where c.id = call_id));
drop policy if exists call_participants_invite on call_participants;
create policy call_participants_invite on call_participants for insert to adjutant_app
  with check (call_id in (select my_running_calls())
    and exists (select from calls c where c.id = call_id and c.conversation_id = call_participants.conversation_id)
    and (user_id = (select my_user_id()) or state <> 'joined' and exists (select from calls c join conversation_participants p
      on p.conversation_id = c.conversation_id and p.user_id = call_participants.user_id and p.left_at is null
      where c.id = call_id and c.started_by = (select my_user_id()))));
drop policy if exists call_participants_own on call_participants;
create policy call_participants_own on call_participants for update to adjutant_app
  using (user_id = (select my_user_id()) and call_id in (select my_running_calls()))
  with check (user_id = (select my_user_id()) and call_id in (select my_running_calls())
    and exists (select from calls c where c.id = call_id and c.conversation_id = call_participants.conversation_id));

-- From and to pages that are in the call; only the receiving page's user can read them.
drop policy if exists call_signals_send on call_signals;
create policy call_signals_send on call_signals for insert to adjutant_app
  with check (sender_id = (select my_user_id()) and call_id in (select my_running_calls())
    and exists (select from calls c where c.id = call_id and c.conversation_id = call_signals.conversation_id)
    and exists (select from call_participants p where p.call_id = call_signals.call_id and p.user_id = sender_id
      and p.peer_id = from_peer_id and p.state = 'joined')
    and exists (select from call_participants p where p.call_id = call_signals.call_id
      and p.user_id = call_signals.user_id and p.peer_id = to_peer_id and p.state = 'joined'));
drop policy if exists call_signals_hear on call_signals;
drop policy if exists call_signals_receive on call_signals;
create policy call_signals_receive on call_signals for select to adjutant_app
  using (user_id = (select my_user_id()) and call_id in (select my_running_calls()));
drop policy if exists call_signals_heard on call_signals;
drop policy if exists call_signals_remove on call_signals;
create policy call_signals_remove on call_signals for delete to adjutant_app
  using (user_id = (select my_user_id()));
