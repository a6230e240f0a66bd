import { and, inArray, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Message } from "../model.ts";
import { messages } from "../tables.ts";
import { asMessages, findMessage, isReadable, messageFields } from "./read-messages.ts";

/** Answers that are shown; of longer threads the first. */
const MAX_REPLIES = 200;
/** Levels of replies that are followed up to the start of the thread. */
const MAX_DEPTH = 200;

/** A thread begins where the reader's history begins. */
export async function readThread(
  context: SignedIn,
  id: string,
): Promise<{ items: Message[]; hasMore: boolean }> {
  await findMessage(context, id);
  const { rows } = await context.db.execute<{ id: string }>(sql`
    with recursive above as (
      select id, reply_to_id, 0 as step from messages where id = ${id}
      union all
      select m.id, m.reply_to_id, step + 1 from messages m join above on m.id = above.reply_to_id
        where step < ${MAX_DEPTH} and m.deleted_at is null
    ), thread as (
      (select id from above order by step desc, id limit 1)
      union
      select m.id from messages m join thread on m.reply_to_id = thread.id
    )
    select m.id from messages m join thread using (id) where m.deleted_at is null
     order by m.created_at, m.id limit ${MAX_REPLIES + 1}`);
  const ids = rows.slice(0, MAX_REPLIES).map((row) => row.id);
  const found = await context.db
    .select(messageFields)
    .from(messages)
    .where(and(inArray(messages.id, ids), isReadable(context)));
  const items = (await asMessages(context, found)).toSorted(
    (one, other) => ids.indexOf(one.id) - ids.indexOf(other.id),
  );
  return { items, hasMore: rows.length > MAX_REPLIES };
}
