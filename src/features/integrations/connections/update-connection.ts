import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Integration, type KindChoices, type Provider } from "../model.ts";
import { integrations as table } from "../tables.ts";
import { providersWithPush, toIntegration } from "./list-connections.ts";
import { ownConnection } from "./token-store.ts";

type Change = {
  provider: Provider;
  autoSync?: boolean | undefined;
  importOptions?: KindChoices | undefined;
  version: number;
};

/** Data of a disabled kind stays; it is only no longer synced. */
export async function updateIntegration(
  context: SignedIn,
  { provider, autoSync, importOptions, version }: Change,
) {
  const { db, actor } = context;
  const [before] = await db.select().from(table).where(ownConnection(actor.userId, provider)).for("update");
  if (!before) throw notFound(t`Connection`);
  const pushProviders = await providersWithPush(context);
  const [row] = await db
    .update(table)
    .set({
      ...(autoSync !== undefined && { autoSync }),
      ...(importOptions && { importOptions: { ...before.importOptions, ...importOptions } }),
      updatedAt: context.now,
      version: sql`${table.version} + 1`,
    })
    .where(and(eq(table.userId, context.actor.userId), eq(table.id, before.id), eq(table.version, version)))
    .returning();
  if (!row)
    throw new AppError("conflict", t`This connection was changed elsewhere in the meantime`, {
      current: z.encode(Integration, toIntegration(context, provider, before, pushProviders)),
    });
  const { autoSync: wasSynced, importOptions: wished } = before;
  context.undoWith({
    capability: "integrations.update",
    input: { provider, autoSync: wasSynced, importOptions: wished, version: row.version },
  });
  return toIntegration(context, provider, row, pushProviders);
}
