import { sql } from "drizzle-orm";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource } from "../public/attention-source.ts";

/** Dates of the next two weeks that were found in the person's documents and are not decided on. */
export const findDeadlines: AttentionSource = ({ userId, now, timeZone, endOfSoon }) => sql`
  select 'deadline', f.id::text, 'document', d.id, d.title, null::text, f.created_at,
         (f.day + 1)::timestamp at time zone ${timeZone}, true, 0, f.sentence, '/documents/' || d.id
    from document_dates f join documents d on d.id = f.document_id and d.user_id = ${userId} and d.deleted_at is null
   where f.user_id = ${userId} and f.state = 'open'
     and f.day >= (${now}::timestamptz at time zone ${timeZone})::date
     and f.day < (${endOfSoon}::timestamptz at time zone ${timeZone})::date
   order by f.day, f.id limit ${MAX_OF_KIND}`;

/** Documents that somebody shared with the person, whose notice is unread. */
export const findShares: AttentionSource = ({ userId, now }) => sql`
  select 'document', id::text, 'notification', id, title, null::text, scheduled_for, null::timestamptz, false, 0,
         message, coalesce(href, '/documents')
    from smart_notifications
   where user_id = ${userId} and type = 'document' and is_sent and not is_read and scheduled_for <= ${now}::timestamptz
   order by scheduled_for desc, smart_notifications.id desc limit ${MAX_OF_KIND}`;
