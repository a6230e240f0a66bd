import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { ADDED_LINE } from "./added-line.ts";
import { smartNotifications } from "./tables.ts";

/** What a slice adds to a notification when it is due, in the language of its reader; null: nothing. */
export type NoticeLine = (
  context: SignedIn,
  contextData: Readonly<Record<string, unknown>>,
) => Promise<string | null>;
/** By the type of the notification. */
export type NoticeLines = Readonly<Record<string, NoticeLine>>;

const lines = new Map<string, NoticeLine>();

/** Called at start with what the slices contribute. Throws if two add to the same type. */
export function provideNoticeLines(contributions: readonly NoticeLines[]): void {
  for (const [type, line] of contributions.flatMap((each) => Object.entries(each))) {
    if ((lines.get(type) ?? line) !== line) throw new Error(`Two slices add to notifications of ${type}`);
    lines.set(type, line);
  }
}

/**
 * Adds these lines to the notifications that the next batch releases. Where that fails, the notification is shown without
 * it, because it must not be late.
 */
export async function addNoticeLines(worker: Worker, batch: number): Promise<void> {
  if (lines.size === 0) return;
  const types = sql.param([...lines.keys()]);
  const { rows } = await worker.database.transaction(null, "read", (db) =>
    db.execute<{ id: string; person: string }>(
      sql`select id, person from due_notifications(${types}::text[], ${batch})`,
    ),
  );
  for (const [person, due] of Map.groupBy(rows, (row) => row.person))
    await runAsUser(worker, person, async (context) => {
      for (const { id } of due) await addLine(context, id);
    }).catch((error: unknown) =>
      worker.log.error("A notification is shown without what belongs to it", { error, userId: person }),
    );
}

/** Beside the message: one that is due again, after a snooze or a crash, has the line of now. */
async function addLine(context: SignedIn, id: string): Promise<void> {
  const { db, actor } = context;
  const isDue = and(
    eq(smartNotifications.userId, actor.userId),
    eq(smartNotifications.id, id),
    eq(smartNotifications.isSent, false),
  );
  const [notice] = await db.select().from(smartNotifications).where(isDue).for("update");
  const { [ADDED_LINE]: before, ...contextData } = notice?.contextData ?? {};
  const line = notice && (await lines.get(notice.type)?.(context, contextData));
  if (!notice || (!line && before === undefined)) return;
  // The line may quote what others wrote.
  await writeAs(context, "other_user", () =>
    db
      .update(smartNotifications)
      .set({ contextData: line ? { ...contextData, [ADDED_LINE]: line } : contextData })
      .where(isDue),
  );
}
