import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { notify } from "#platform/notify/notify.ts";
import {
  AccountDeletion,
  type DeletionBlocker,
  describeDeletionBlocker,
  GRACE_DAYS,
  RETAINED_DATA,
} from "./model.ts";
import { accountDeletions as table } from "./tables.ts";

/** Deletion of the caller's own account. */
export const accountDeletion = resource("accountDeletion", {
  get: read({
    summary:
      "Get whether your account is scheduled for deletion, what prevents it and which data is retained",
    input: z.strictObject({}),
    output: AccountDeletion,
    access: "user",
    agents: "hidden",
    run: readDeletion,
  }),
  request: destroy({
    summary: "Schedule the deletion of your account and all your data in 14 days",
    input: z.strictObject({
      /** The account's address, typed by the user as confirmation. */
      email: z.string().trim().max(320),
    }),
    output: AccountDeletion,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, { email }) => {
      const { actor, db, now } = context;
      if (email.toLowerCase() !== actor.email.toLowerCase()) {
        const message = t`Please type the address of this account`;
        throw new AppError("invalid", message, { fields: { email: message } });
      }
      const [blocker] = await findDeletionBlockers(context);
      if (blocker) throw new AppError("conflict", describeDeletionBlocker(blocker));
      const dueAt = new Date(now.getTime() + GRACE_DAYS * 86_400_000);
      await db.insert(table).values({ userId: actor.userId, requestedAt: now, dueAt }).onConflictDoNothing();
      await notify(context, {
        userIds: [actor.userId],
        title: () => t`Your account will be deleted`,
        message: () =>
          t`On ${dueAt.toISOString().slice(0, 10)}, with all your data. Until then you can cancel this in Settings.`,
        type: "account",
        priority: "high",
        href: "/settings?tab=data",
      });
      return readDeletion(context);
    },
  }),
  cancel: write({
    summary: "Cancel the deletion of your account",
    input: z.strictObject({}),
    output: AccountDeletion,
    access: "user",
    agents: "hidden",
    run: async (context) => {
      await context.db.delete(table).where(eq(table.userId, context.actor.userId));
      return readDeletion(context);
    },
  }),
});

async function readDeletion(context: SignedIn): Promise<z.output<typeof AccountDeletion>> {
  const [asked] = await context.db.select().from(table).where(eq(table.userId, context.actor.userId));
  return {
    requestedAt: asked?.requestedAt ?? null,
    dueAt: asked?.dueAt ?? null,
    blockers: await findDeletionBlockers(context),
    retainedData: [...RETAINED_DATA],
  };
}

async function findDeletionBlockers({ db, actor }: SignedIn): Promise<z.output<typeof DeletionBlocker>[]> {
  const { rows } = await db.execute<z.output<typeof DeletionBlocker>>(
    sql`select kind, name from account_deletion_blockers(${actor.userId})`,
  );
  return rows;
}
