import { eq } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { Auth } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { countMessage } from "./limits.ts";
import { sourceOf } from "./source-address.ts";
import { users } from "./tables.ts";
import { issueToken, redeemToken } from "./verification-token.ts";

const VALID_HOURS = 7 * 24;

/**
 * The token stands behind `#`, where no server and no log sees it. Where mail can leave, only mail holds it: whoever signs
 * up under a foreign address reads the mailbox inside the product, and would confirm it there. `db` acts as the person.
 */
export async function sendConfirmation(
  db: Transaction,
  { deliver, settings, sendsMail }: AuthParts,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const token = await issueToken(db, userId, "confirm_email", {
    hours: VALID_HOURS,
    isMailed: sendsMail(),
  });
  const { appName, origin } = settings.instance?.() ?? { appName: "Adjutant", origin: null };
  await deliver(db, {
    userId,
    to: email,
    subject: "Confirm your email address",
    body: `Welcome to ${appName}.\n\nPlease confirm that ${email} is your address:\n${origin ?? settings.publicUrl}/auth#confirm=${token}\n\nThe link works once, for seven days. If you did not create this account, ignore this message.`,
    bodyWhereMailed: `Welcome to ${appName}.\n\nWe have sent a link to ${email}. Please open it to confirm that this is your address. It works once, for seven days.`,
  });
}

export function requestEmailConfirmation(parts: AuthParts): Auth["requestEmailConfirmation"] {
  const { identities, settings } = parts;
  return async ({ userId, email }, caller) => {
    const asked = { email, source: sourceOf(caller.address) };
    await identities.transaction(userId, "write", async (db) => {
      await countMessage(db, asked, settings.limits);
      await sendConfirmation(db, parts, { userId, email });
    });
  };
}

/** A link from before the first mail server lies in the mailbox inside the product, where it proves no address. */
export function confirmEmail({ identities, sendsMail }: AuthParts): Auth["confirmEmail"] {
  return async (token) =>
    identities.transaction(null, "write", async (db) => {
      const userId = await redeemToken(db, token, "confirm_email", sendsMail());
      await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
      return { userId };
    });
}
