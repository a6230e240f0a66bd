import { and, eq, getTableName, inArray, notInArray, or, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { events } from "#features/calendar/tables.ts";
import { commitments } from "#features/commitments/tables.ts";
import { conversations } from "#features/communication/tables.ts";
import { contacts } from "#features/contacts/tables.ts";
import {
  morningBriefings,
  newsArticles,
  trafficData,
  voiceCommands,
  weatherData,
} from "#features/daily-ops/tables.ts";
import { documents } from "#features/documents/tables.ts";
import { emailTemplates } from "#features/email/settings-tables.ts";
import { emails } from "#features/email/tables.ts";
import { userLocations } from "#features/settings/tables.ts";
import { projects, tasks } from "#features/tasks/tables.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { timeSavings } from "#platform/capability/tables.ts";
import { smartNotifications } from "#platform/notify/tables.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { sampleRecords, sampleWorkspaces } from "../tables.ts";

/** In this order: tasks before the projects they belong to. */
const OWN_TABLES = [
  tasks,
  projects,
  emails,
  emailTemplates,
  events,
  documents,
  contacts,
  morningBriefings,
  userLocations,
  weatherData,
  trafficData,
  newsArticles,
  smartNotifications,
  voiceCommands,
  timeSavings,
];

/**
 * Removes everything that was loaded, even if edited since, with what depends on it: steps of a sample task, messages
 * in a sample conversation, votes on a sample decision. The person's own tasks in a sample project stay, without a
 * project.
 */
export async function removeSample(context: SignedIn): Promise<{ removed: number }> {
  const { db, actor } = context;
  const loaded = (table: PgTable) =>
    db
      .select({ id: sampleRecords.recordId })
      .from(sampleRecords)
      .where(and(eq(sampleRecords.userId, actor.userId), eq(sampleRecords.kind, getTableName(table))));
  const records = await db.$count(sampleRecords, eq(sampleRecords.userId, actor.userId));
  if (records === 0) throw new AppError("not_found", t`No sample workspace is loaded`);
  const files = await db
    .select({ key: documents.storageKey })
    .from(documents)
    .where(and(eq(documents.userId, actor.userId), inArray(documents.id, loaded(documents))));
  await db
    .update(tasks)
    .set({ projectId: null })
    .where(
      and(
        eq(tasks.userId, actor.userId),
        inArray(tasks.projectId, loaded(projects)),
        notInArray(tasks.id, loaded(tasks)),
      ),
    );
  await db
    .delete(commitments)
    .where(
      and(
        eq(commitments.userId, actor.userId),
        or(
          inArray(commitments.sourceId, loaded(emails)),
          inArray(commitments.threadId, loaded(conversations)),
        ),
      ),
    );
  for (const table of OWN_TABLES)
    await db
      .delete(table as PgTable & { id: AnyPgColumn })
      .where(inArray(table.id as AnyPgColumn, loaded(table)));
  await db.execute(sql`select remove_sample_team()`);
  await db.delete(sampleWorkspaces).where(eq(sampleWorkspaces.userId, actor.userId));
  if (files.length > 0) await context.enqueue(removeFiles, { keys: files.map(({ key }) => key) });
  return { removed: records };
}
