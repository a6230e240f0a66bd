import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { buildExport } from "./build-export.ts";
import { DataExport } from "./model.ts";
import { dataExports as table } from "./tables.ts";

const MAX_ROWS = 10;

/** Archives of all data of the caller. */
export const dataExports = resource("dataExports", {
  list: read({
    summary: "List your data exports, newest first, with the progress of the current one",
    input: z.strictObject({}),
    output: z.object({ items: z.array(DataExport) }),
    access: "user",
    agents: "hidden",
    run: async ({ db, actor }) => ({
      items: await db
        .select()
        .from(table)
        .where(eq(table.userId, actor.userId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(MAX_ROWS),
    }),
  }),
  create: write({
    summary: "Export all your data: every record as JSON, and every file unchanged",
    input: z.strictObject({}),
    output: DataExport,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, actor, enqueue }) => {
      const [made] = await db
        .insert(table)
        .values({ userId: actor.userId })
        .onConflictDoNothing()
        .returning();
      if (!made) throw new AppError("conflict", t`A data export is already running`);
      await enqueue(buildExport, { id: made.id, userId: actor.userId });
      return made;
    },
  }),
  delete: destroy({
    summary: "Delete a data export; your data stays",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    run: async ({ db, actor, enqueue }, { id }) => {
      const [deleted] = await db
        .delete(table)
        .where(
          and(eq(table.userId, actor.userId), eq(table.id, id), inArray(table.state, ["ready", "failed"])),
        )
        .returning({ key: table.storageKey });
      if (!deleted) throw notFound(t`Archive`);
      if (deleted.key) await enqueue(removeFiles, { keys: [deleted.key] });
      return { id };
    },
  }),
});
