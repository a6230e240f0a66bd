import { eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { type Location, MAX_LOCATIONS, type NewLocation } from "./model.ts";
import { findLocation, locationFields, nextVersion, ownLocations } from "./read-locations.ts";
import { userLocations as table } from "./tables.ts";

/** An upsert by type and name, so that adding a place twice does not double it. */
export async function saveLocation(context: SignedIn, input: NewLocation): Promise<Location> {
  const { db, actor, now } = context;
  await lockOwnLocations(context);
  const [before] = await db
    .select(locationFields)
    .from(table)
    .where(ownLocations(context, eq(table.locationType, input.locationType), eq(table.name, input.name)));
  if (!before && (await db.$count(table, ownLocations(context))) >= MAX_LOCATIONS)
    throw new AppError("invalid", t`You can keep up to ${MAX_LOCATIONS} locations; please delete one first`);
  if (input.isPrimary) await demoteOthers(context);
  if (before) {
    await db
      .update(table)
      .set({ ...input, updatedAt: now, ...nextVersion })
      .where(ownLocations(context, eq(table.id, before.id)));
    const { id: _id, createdAt: _createdAt, version: _version, provenance: _provenance, ...fields } = before;
    context.undoWith({ capability: "locations.create", input: fields });
    return findLocation(context, before.id);
  }
  const added = await db
    .insert(table)
    .values({ ...input, userId: actor.userId, createdAt: now, updatedAt: now })
    .returning(locationFields)
    .then(returnedRow);
  context.undoWith({ capability: "locations.delete", input: { id: added.id } });
  return added;
}

export async function makePrimary(context: SignedIn, id: string): Promise<Location> {
  await lockOwnLocations(context);
  const demoted = await demoteOthers(context, id);
  const [made] = await context.db
    .update(table)
    .set({ isPrimary: true, updatedAt: context.now, ...nextVersion })
    .where(ownLocations(context, eq(table.id, id)))
    .returning(locationFields);
  if (!made) throw notFound(t`Location`);
  const [last] = demoted;
  if (last) context.undoWith({ capability: "locations.makePrimary", input: { id: last.id } });
  return made;
}

/** Serialises concurrent saves of one person: of two primary places the later one wins. */
const lockOwnLocations = ({ db, actor }: SignedIn) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`locations ${actor.userId}`}, 0))`);

const demoteOthers = (context: SignedIn, except?: string) =>
  context.db
    .update(table)
    .set({ isPrimary: false, ...nextVersion })
    .where(ownLocations(context, sql`is_primary`, except ? sql`id <> ${except}` : undefined))
    .returning({ id: table.id });
