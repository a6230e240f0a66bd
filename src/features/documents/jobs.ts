import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { readDocument } from "./read-document.ts";

const Nothing = z.strictObject({});

/** Every ten minutes: enqueues documents whose text is still not parsed, because their job was lost. */
export const readWaitingDocuments: JobDefinition<typeof Nothing> = {
  name: "documents.read-waiting",
  payload: Nothing,
  cron: "*/10 * * * *",
  run: ({ database, jobs }) =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ id: string; user_id: string }>(
        sql`select id, user_id from unread_documents(200)`,
      );
      for (const { id, user_id: userId } of rows)
        await jobs.enqueue(db, readDocument, { id, userId }, { key: id });
    }),
};

/** Every night, for all users: permanently deletes documents 30 days after their deletion, then their files. */
export const purgeDocuments: JobDefinition<typeof Nothing> = {
  name: "documents.purge-trash",
  payload: Nothing,
  cron: "23 3 * * *",
  run: async ({ database, jobs }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ key: string }>(
          sql`select key from purge_documents_trash() as gone(key)`,
        );
        if (rows.length > 0) await jobs.enqueue(db, removeFiles, { keys: rows.map(({ key }) => key) });
        return rows.length;
      });
    while ((await purge()) > 0);
  },
};

/** Every hour: deletes uploads in parts that have received nothing for a day. */
export const expireUploads: JobDefinition<typeof Nothing> = {
  name: "documents.expire-uploads",
  payload: Nothing,
  cron: "37 * * * *",
  run: ({ database, jobs }) =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ key: string }>(
        sql`select key from expire_document_uploads() as gone(key)`,
      );
      if (rows.length > 0) await jobs.enqueue(db, removeFiles, { keys: rows.map(({ key }) => key) });
    }),
};

/** Every hour: deletes expired links, which no longer work anyway, and updates `isShared`. */
export const endDocumentLinks: JobDefinition<typeof Nothing> = {
  name: "documents.end-links",
  payload: Nothing,
  cron: "7 * * * *",
  run: ({ database }) =>
    database.transaction(null, "write", async (db) => {
      await db.execute(sql`select end_document_links()`);
    }),
};

/** Younger files may belong to a transaction that is still running. */
const ORPHAN_AGE_MS = 86_400_000;

/** Every night: stored files that no row names, left by a crash between storing and committing. */
export const sweepOrphanedFiles: JobDefinition<typeof Nothing> = {
  name: "storage.sweep-orphans",
  payload: Nothing,
  cron: "53 3 * * *",
  run: async ({ database, files }) => {
    for await (const keys of files.storedBefore(new Date(Date.now() - ORPHAN_AGE_MS))) {
      const { rows } = await database.transaction(null, "read", (db) =>
        db.execute<{ key: string }>(
          sql`select key from orphaned_storage_keys(${sql.param(keys)}::text[]) as orphan(key)`,
        ),
      );
      for (const { key } of rows) await files.remove(key);
    }
  },
};
