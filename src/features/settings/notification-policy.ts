import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { KIND_DEFAULTS, NotificationPolicy, POLICY_DEFAULTS } from "#platform/notify/policy.ts";
import { notificationPolicies as table } from "#platform/notify/tables.ts";

/** How a person is notified, and when not. */
export const notificationPolicy = resource("notificationPolicy", {
  get: read({
    summary: "Get how each kind of notification reaches you, your quiet hours and the time of the daily mail",
    input: z.strictObject({}),
    output: NotificationPolicy,
    access: "user",
    run: (context) => ownPolicy(context),
  }),
  save: write({
    summary: "Save how notifications reach you; an outdated `version` is rejected with the current settings",
    // The default is for undo inputs that were saved before this field existed.
    input: z.strictObject({ ...NotificationPolicy.shape, allowsFavorites: z.boolean().default(false) }),
    output: NotificationPolicy,
    access: "user",
    run: async (context, { version, ...policy }) => {
      const before = await ownPolicy(context);
      const saved = version === before.version ? await store(context, policy, version) : undefined;
      if (!saved)
        throw new AppError("conflict", t`These settings were changed in another window`, {
          current: z.encode(NotificationPolicy, await ownPolicy(context)),
        });
      context.undoWith({
        capability: "notificationPolicy.save",
        input: { ...before, version: saved.version },
      });
      return saved;
    },
  }),
});

async function ownPolicy({ db, actor }: SignedIn): Promise<NotificationPolicy> {
  const [own] = await db.select().from(table).where(eq(table.userId, actor.userId));
  return own ? complete(own) : POLICY_DEFAULTS;
}

/** Undefined if another window saved first. */
async function store(
  { db, actor, now }: SignedIn,
  policy: Omit<NotificationPolicy, "version">,
  version: number,
): Promise<NotificationPolicy | undefined> {
  const row = { ...policy, userId: actor.userId, updatedAt: now };
  const [saved] =
    version === 0
      ? await db.insert(table).values(row).onConflictDoNothing().returning()
      : await db
          .update(table)
          .set({ ...row, version: sql`${table.version} + 1` })
          .where(and(eq(table.userId, actor.userId), eq(table.version, version)))
          .returning();
  return saved && complete(saved);
}

const complete = (row: typeof table.$inferSelect): NotificationPolicy => ({
  ...row,
  kinds: { ...KIND_DEFAULTS, ...row.kinds },
});
