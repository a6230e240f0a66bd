-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: may_reach, reachable_people
--   triggers: list_participants
--   policies ask: deleted_conversations, my_conversations, conversation_is_new
--   rows of other owners: people_in_conversations, touch_conversation, listeners_of_conversation,
--     my_named_conversations

-- Participants of a conversation, for the policies.

-- The deleted ones among the user's conversations. Few rows: administrators delete with a reason, and they are purged
-- after 30 days.
create or replace function deleted_conversations() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.id from public.conversations c
    where c.deleted_at is not null and exists (
      select from public.conversation_participants p where p.conversation_id = c.id and p.user_id = my_user_id());
  $$;

create or replace function my_conversations() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.conversation_id from public.conversation_participants p
    where p.user_id = my_user_id() and p.left_at is null
      and p.conversation_id not in (select deleted_conversations());
  $$;

-- A new conversation: nobody has ever participated, so its creator may still join.
create or replace function conversation_is_new(conversation uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select not exists (
      select from public.conversation_participants p where p.conversation_id = conversation
    );
  $$;

-- Whom the user may write to: people who share an active workspace or a conversation with the user, and the accounts
-- under the addresses of the user's contacts.
-- Slot: filled by src/app/functions/visible-people.sql.
create or replace function may_reach(person uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select false;
  $$;

-- The same people by name; an empty text returns all.
-- Slot: filled by src/app/functions/visible-people.sql.
create or replace function reachable_people(asked text, most integer)
  returns table (user_id uuid, full_name text, avatar_url text)
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid, null::text, null::text where false;
  $$;

-- Names of people in the user's conversations, including people who have left, whose messages remain. Each is requested
-- with a conversation, so that a page of a list costs one lookup per name.
-- In plpgsql, which caches its plan: planning takes longer than the lookup, and this runs with every message.
create or replace function people_in_conversations(conversations uuid[], people uuid[])
  returns table (conversation_id uuid, user_id uuid, full_name text, avatar_url text, reach text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select asked.conversation, asked.person, p.full_name, p.avatar_url,
      case
        when u.email like '%.example' and not exists (select from credentials c where c.user_id = u.id) then 'sample'
        when not address_counts(u.address_state, u.address_reason) then 'unconfirmed'
        else 'person'
      end
    from unnest(conversations, people) as asked (conversation, person)
    join conversation_participants mine on mine.conversation_id = asked.conversation
      and mine.user_id = my_user_id() and mine.left_at is null
    join conversation_participants other on other.conversation_id = asked.conversation
      and other.user_id = asked.person
    join users u on u.id = asked.person
    left join profiles p on p.user_id = asked.person;
end $$;

-- Increments the version of a conversation for every participant, and returns the participants to publish to.
create or replace function touch_conversation(conversation uuid) returns setof uuid
  language sql security definer set search_path = public, pg_temp as $$
    update conversation_participants set version = version + 1
    where conversation_id = conversation and left_at is null and conversation in (select my_conversations())
    returning user_id;
  $$;

-- Keeps conversations.participants in sync with conversation_participants.
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

-- Whom a new message in the user's conversation notifies: all other participants who have not muted it.
create or replace function listeners_of_conversation(conversation uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.user_id from conversation_participants p
    where p.conversation_id = conversation and p.left_at is null and p.user_id <> my_user_id()
      and conversation in (select my_conversations())
      and not exists (select from conversation_mutes q
        where q.user_id = p.user_id and q.conversation_id = conversation and q.muted_until > now())
-- People who already have this notification get no second one: checked here, because up to 200 people are checked.
      and not exists (select from smart_notifications n
        where n.user_id = p.user_id and n.dedupe_key = 'conversation ' || conversation);
  $$;

-- Conversations by title and participants; limited to the 2,000 last active ones to bound the work.
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
      select string_agg(f.full_name, ', ' order by f.full_name, f.user_id) as names
      from conversation_participants o join profiles f on f.user_id = o.user_id
      where o.conversation_id = c.id and o.left_at is null and o.user_id <> (select my_user_id())
    ) others on true;
  $$;

create index if not exists conversations_words on conversations using gin (title gin_trgm_ops);

revoke all on function listeners_of_conversation(uuid), may_reach(uuid), reachable_people(text, integer),
  people_in_conversations(uuid[], uuid[]), touch_conversation(uuid), my_named_conversations() from public;
grant execute on function deleted_conversations(), listeners_of_conversation(uuid), may_reach(uuid),
  reachable_people(text, integer), people_in_conversations(uuid[], uuid[]), touch_conversation(uuid) to adjutant_app;
