import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { keyset, oldest } from "#platform/database/keyset.ts";
import { userLocations as table } from "./tables.ts";

/** The actor's places that are not deleted. */
export const ownLocations = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(table.userId, actor.userId), isNull(table.deletedAt), ...conditions);

export const nextVersion = { version: sql`${table.version} + 1` };

export async function listLocations(
  context: SignedIn,
  input: { cursor?: string | undefined; limit: number },
) {
  const page = keyset([oldest(table.createdAt), oldest(table.id)], input);
  const rows = await context.db
    .select({ ...locationFields, ...page.columns })
    .from(table)
    .where(ownLocations(context, page.after))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}

export const locationFields = {
  id: table.id,
  locationType: table.locationType,
  name: table.name,
  address: table.address,
  provenance: table.provenance,
  latitude: table.latitude,
  longitude: table.longitude,
  isPrimary: table.isPrimary,
  createdAt: table.createdAt,
  version: table.version,
};

export async function findLocation(context: SignedIn, id: string) {
  const [found] = await context.db
    .select(locationFields)
    .from(table)
    .where(ownLocations(context, eq(table.id, id)));
  if (!found) throw notFound(t`Location`);
  return found;
}

export async function trashLocation(context: SignedIn, id: string): Promise<void> {
  const deleted = await context.db
    .update(table)
    .set({ deletedAt: context.now, ...nextVersion })
    .where(ownLocations(context, eq(table.id, id)))
    .returning({ id: table.id });
  if (deleted.length === 0) throw notFound(t`Location`);
}

/** A place that was primary is so again only where no other has become it meanwhile. */
export async function restoreLocation(context: SignedIn, id: string) {
  const { db, actor, now } = context;
  const [lost] = await db
    .select(locationFields)
    .from(table)
    .where(and(eq(table.id, id), eq(table.userId, actor.userId), isNotNull(table.deletedAt)))
    .for("update");
  if (!lost) return findLocation(context, id);
  const { locationType, name } = lost;
  const [duplicate] = await db
    .select({ id: table.id })
    .from(table)
    .where(
      ownLocations(context, eq(table.locationType, locationType), eq(table.name, name), ne(table.id, id)),
    );
  if (duplicate)
    throw new AppError("conflict", t`There is another location of this kind named '${name}' by now`);
  const primary = await db.$count(table, ownLocations(context, eq(table.isPrimary, true)));
  await db
    .update(table)
    .set({ deletedAt: null, isPrimary: lost.isPrimary && primary === 0, updatedAt: now, ...nextVersion })
    .where(and(eq(table.id, id), eq(table.userId, actor.userId)));
  return findLocation(context, id);
}
