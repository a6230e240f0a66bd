import { sql } from "drizzle-orm";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource, Scope } from "../public/attention-source.ts";

/** Unread conversations that are read for it, those with the newest messages: each costs two scans of an index. */
const MAX_UNREAD = 2 * MAX_OF_KIND;

/**
 * Conversations with unread messages that mention the person, by the newest of these, and unread direct ones that are
 * not muted. What asks for something is among the requests.
 */
export const findMessages: AttentionSource = (scope) => sql`
  with unread as materialized (${unreadOf(scope)})
  select unread.kind, unread.id::text, 'conversation', unread.id, left(unread.content, 200),
         coalesce(unread.external_author, people.full_name), unread.created_at, null::timestamptz, false, 0, unread.title,
         '/communication?conversation=' || unread.id
    from unread
    left join people_in_conversations((select array_agg(id) from unread), (select array_agg(sender_id) from unread)) people
      on people.conversation_id = unread.id and people.user_id = unread.sender_id`;

const unreadOf = ({ userId, now }: Scope) => sql`
  select case when mentioning.id is null then 'message' else 'mention' end as kind, c.id,
         case when c.type = 'group' then c.title end as title,
         coalesce(mentioning.content, newest.content) as content,
         coalesce(mentioning.sender_id, newest.sender_id) as sender_id,
         case when mentioning.id is null then newest.external_author else mentioning.external_author end as external_author,
         coalesce(mentioning.created_at, newest.created_at) as created_at
    from (${unreadConversations(userId)}) c
    left join lateral (
      select m.id, m.content, m.created_at, m.sender_id, m.external_author from messages m
       where m.conversation_id = c.id and m.created_at > coalesce(c.last_read_at, 'epoch') and m.deleted_at is null
         and m.mentions <> '{}' and ${userId}::uuid = any (m.mentions)
       order by m.created_at desc, m.id desc limit 1) mentioning on true
    left join lateral (
      select m.id, m.content, m.created_at, m.sender_id, m.external_author from messages m
       where c.type = 'direct' and m.conversation_id = c.id and m.created_at > coalesce(c.last_read_at, 'epoch')
         and m.sender_id <> ${userId} and m.deleted_at is null
       order by m.created_at desc, m.id desc limit 1) newest on true
   where (mentioning.id is not null or (newest.id is not null and not exists (select from conversation_mutes s
           where s.conversation_id = c.id and s.user_id = ${userId} and s.muted_until > ${now}::timestamptz)))
     and not exists (select from commitments r where r.user_id = ${userId} and r.kind = 'request' and r.state = 'open'
           and r.source_id = coalesce(mentioning.id, newest.id))
   order by coalesce(mentioning.created_at, newest.created_at) desc, c.id limit ${MAX_OF_KIND}`;

const unreadConversations = (userId: string) => sql`
  select c.id, c.type, c.title, p.last_read_at
    from conversation_participants p
    join conversations c on c.id = p.conversation_id and c.deleted_at is null and not c.is_archived
   where p.user_id = ${userId} and p.left_at is null and p.unread_count > 0
   order by c.last_message_at desc nulls last, c.id limit ${MAX_UNREAD}`;
