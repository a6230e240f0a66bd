import { eq } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { definedFields } from "#platform/capability/wire.ts";
import { mailPreferences as table } from "./settings-tables.ts";
import { MailPreferences, UNDO_SEND_SECONDS } from "./writing-model.ts";

/** Preferences for writing mail, and for answering requests for read receipts. */
export const mailPreferences = resource("mailPreferences", {
  get: read({
    summary:
      "Get the signature, how long sending can be undone, and how requests for read receipts are handled",
    input: z.strictObject({}),
    output: MailPreferences,
    access: "user",
    run: preferencesOf,
  }),
  update: write({
    summary:
      "Update the signature, how many seconds sending can be undone, or how requests for read receipts are handled",
    input: MailPreferences.partial(),
    output: MailPreferences,
    access: "user",
    run: async (context, change) => {
      const before = await preferencesOf(context);
      const now = { ...before, ...definedFields(change) };
      await context.db
        .insert(table)
        .values({ ...now, userId: context.actor.userId, updatedAt: context.now })
        .onConflictDoUpdate({ target: table.userId, set: { ...now, updatedAt: context.now } });
      context.undoWith({ capability: "mailPreferences.update", input: before });
      return now;
    },
  }),
});

export async function preferencesOf({ db, actor }: SignedIn): Promise<MailPreferences> {
  const [row] = await db
    .select({
      undoSeconds: table.undoSeconds,
      signature: table.signature,
      receiptRequests: table.receiptRequests,
    })
    .from(table)
    .where(eq(table.userId, actor.userId));
  return row ?? { undoSeconds: UNDO_SEND_SECONDS, signature: "", receiptRequests: "ask" };
}
