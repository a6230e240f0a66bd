import { sql } from "drizzle-orm";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource } from "../public/attention-source.ts";

/**
 * What somebody asked the person and waits for, what the person promised until today, and what was promised to them
 * until now, where the words are still there. What was only proposed is none of them, nor what became a task.
 */
export const findCommitments: AttentionSource = ({ userId, now, endOfToday }) => sql`
  select case when kind = 'request' then 'request' when owed_by = 'me' then 'promise' else 'waiting' end, id::text,
         'commitment', id, what, coalesce(nullif(party_name, ''), party), said_at, due, not has_time, 0, quote,
         coalesce(case source_kind when 'email' then '/email?email=' || source_id
           when 'message' then '/communication?message=' || source_id || coalesce('&conversation=' || thread_id, '')
           when 'event' then '/calendar?event=' || source_id
           when 'document' then '/documents/' || source_id
           when 'decision' then '/team?tab=decisions&decision=' || coalesce(thread_id, source_id) end, '/promises')
    from commitments
   where user_id = ${userId} and state = 'open'
     and (task_id is null or not exists (select from tasks t where t.id = task_id and t.user_id = ${userId}
           and t.status <> 'completed' and t.deleted_at is null))
     and (source_id is null or case source_kind
           when 'email' then exists (select from emails e where e.id = source_id and e.user_id = ${userId}
             and e.deleted_at is null and e.folder <> 'junk')
           when 'message' then exists (select from messages m where m.id = source_id and m.deleted_at is null)
           when 'decision' then exists (select from team_decisions d where d.id = thread_id and d.deleted_at is null)
           when 'event' then exists (select from events v where v.id = source_id and v.user_id = ${userId}
             and v.deleted_at is null)
           when 'document' then exists (select from documents d where d.id = source_id and d.deleted_at is null)
           else true end)
     and case when owed_by = 'them' then due < ${now}::timestamptz
           else kind = 'request' or due < ${endOfToday}::timestamptz end
   order by due nulls last, said_at desc, commitments.id limit ${MAX_OF_KIND}`;
