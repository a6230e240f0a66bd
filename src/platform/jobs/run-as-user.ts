import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { languageOf } from "#platform/auth/own-language.ts";
import { profiles, userRoles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import type { Worker } from "./jobs.ts";

/**
 * Runs a job for one person: in one transaction as that person, under row-level security, with capabilities and
 * announcements as in a request. Does nothing if the account is gone.
 */
export async function runAsUser(
  worker: Worker,
  userId: string,
  act: (context: SignedIn) => Promise<void>,
  now = new Date(),
): Promise<void> {
  await worker.database.transaction(userId, "write", async (db) => {
    const actor = await actorOf(db, userId);
    if (!actor) return;
    const context = Object.assign(contextFor(worker, db, actor, randomUUID()), { actor, now });
    await inLanguage(actor.language, () => act(context));
    await recordAnnouncements(db, context.announcements);
  });
}

/** Like `runAsUser`, for work that waits on the network: no transaction is open, `act` opens its own. */
export async function runAsUserWithoutTransaction(
  worker: Worker,
  userId: string,
  act: (context: SignedIn) => Promise<void>,
  now = new Date(),
): Promise<void> {
  const { database } = worker;
  const actor = await database.transaction(userId, "read", (db) => actorOf(db, userId));
  if (!actor) return;
  const context = Object.assign(contextFor(worker, null, actor, randomUUID()), { actor, now });
  await inLanguage(actor.language, () => act(context));
  await database.transaction(userId, "write", (db) => recordAnnouncements(db, context.announcements));
}

async function actorOf(db: Transaction, userId: string) {
  const [profile] = await db.select().from(profiles).where(eq(profiles.userId, userId));
  if (!profile) return null;
  const roles = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  const { email, fullName } = profile;
  const language = languageOf(profile);
  return {
    userId,
    email,
    fullName,
    roles: roles.map(({ role }) => role),
    via: "system" as const,
    scopes: ["read", "write", "destroy"] as const,
    credentialId: null,
    language,
  };
}
