-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: matching_conversations, search_conversations, search_conversations_fuzzy, search_messages,
--     find_messages, search_messages_fuzzy

create or replace function matching_conversations(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select n.id from my_named_conversations() n where n.words @@ search_query(asked)
    order by n.active_at desc, n.id desc limit most
  $$;

create or replace function search_conversations(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select n.id, n.name, case when n.type = 'group' then n.people else 'Conversation' end,
      ts_rank(n.words, asks.query) as rank
    from (select palette_query(asked) as query offset 0) asks, my_named_conversations() n where n.words @@ asks.query
    order by rank desc, n.active_at desc, n.id desc limit most
  $$;

drop function if exists search_conversations_nearly(text, integer);
create or replace function search_conversations_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.name, case when near.type = 'group' then near.people else 'Conversation' end, near.rank
    from (
      select n.*, word_similarity((select fold_text(asked)), n.name) as rank from my_named_conversations() n
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.active_at desc, near.id desc limit most
  $$;

-- Messages of the user's conversations, from where their history begins: the newest 300 matches of each of the 1,000
-- last active conversations, of which the newest 300 are ranked. The inner order matches no index on purpose:
-- PostgreSQL then uses the full-text index instead of scanning a conversation.
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
            order by (m.created_at + interval ''0'') desc, m.id desc limit 300
          ) m
          order by m.created_at desc, m.id desc limit 300
        ) found
        order by rank desc, found.created_at desc, found.id desc limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

-- The search of the messages page: the newest matches in all conversations or in one, with the text around each.
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
        order by m.created_at desc, m.id desc limit most
      ) m
      order by m.created_at desc, m.id desc limit most
    ) found
    order by found.created_at desc, found.id desc;
  $$;

-- For misspelled words: searches only the newest messages of the last active conversations, which bounds the work.
drop function if exists search_messages_nearly(text, integer);
create or replace function search_messages_fuzzy(asked text, most integer)
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
        where near.rank >= 0.6 order by near.rank desc, near.created_at desc, near.id desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

revoke all on function find_messages(text, uuid, timestamptz, integer), matching_conversations(text, integer),
  search_conversations(text, integer), search_conversations_fuzzy(text, integer), search_messages(text, integer),
  search_messages_fuzzy(text, integer) from public;
grant execute on function find_messages(text, uuid, timestamptz, integer), matching_conversations(text, integer),
  search_conversations(text, integer), search_conversations_fuzzy(text, integer), search_messages(text, integer),
  search_messages_fuzzy(text, integer) to adjutant_app;
