import { and, eq } from "drizzle-orm";
import { users } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";

/**
 * Throws where mail can leave and nobody has confirmed the actor's address: else whoever signs up under a foreign address
 * writes in its name, here and by the server of the instance.
 */
export async function requireConfirmedSender({ db, actor, systemSettings }: SignedIn): Promise<void> {
  if (!systemTransport(systemSettings)) return;
  const confirmed = and(eq(users.id, actor.userId), eq(users.emailVerified, true));
  if ((await db.$count(users, confirmed)) === 0)
    throw new AppError("forbidden", "Please confirm your email address first");
}
