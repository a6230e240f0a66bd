import { eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { newsInterests } from "../tables.ts";
import type { Interest } from "./rate-relevance.ts";

const MAX_RECORDS = 100;

/** The interests that the user set, their open tasks, and the meetings of the next two weeks. */
export async function findInterests({ db, actor, now }: SignedIn): Promise<Interest[]> {
  const [row] = await db.select().from(newsInterests).where(eq(newsInterests.userId, actor.userId));
  const { rows } = await db.execute<{ text: string; source: string }>(sql`
    (select left(title, 200) as text, 'in your open tasks' as source from tasks
      where user_id = ${actor.userId} and deleted_at is null and status <> 'completed'
      order by created_at desc, id desc limit ${MAX_RECORDS})
    union all
    (select left(title, 200), 'in your calendar' from events
      where user_id = ${actor.userId} and deleted_at is null
        and start_time >= ${now.toISOString()}::timestamptz
        and start_time < ${now.toISOString()}::timestamptz + interval '14 days'
      order by start_time, id limit ${MAX_RECORDS})`);
  return [
    ...(row?.interests ?? []).map((text) => ({ text, weight: 3, source: "is one of your interests" })),
    ...rows.map(({ text, source }) => ({ text, weight: 1, source })),
  ];
}
