import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { FRESH_FIELDS } from "#platform/system-settings/fields.ts";
import { modelUses } from "./tables.ts";

/** Calls per person and day unless an administrator chose another number (security.md §6). */
export const CALLS_A_DAY = FRESH_FIELDS.modelCallsPerDay;

type Own = Pick<SignedIn, "inTransaction">;
type Bounded = Own & Pick<SignedIn, "systemSettings">;

/** In UTC, like all other daily limits. */
const today = () => new Date().toISOString().slice(0, 10);

/** Counted before the request, in one statement, so that concurrent calls cannot exceed the limit. */
export async function countModelCall(
  { inTransaction, systemSettings }: Bounded,
  userId: string,
  charactersIn: number,
): Promise<void> {
  const limit = systemSettings.current.modelCallsPerDay;
  if (limit === 0) throw new AppError("rate_limited", t`The language model is switched off here`);
  const counted = await inTransaction("write", (db) =>
    db
      .insert(modelUses)
      .values({ userId, day: today(), calls: 1, charactersIn })
      .onConflictDoUpdate({
        target: [modelUses.userId, modelUses.day],
        set: {
          calls: sql`${modelUses.calls} + 1`,
          charactersIn: sql`${modelUses.charactersIn} + ${charactersIn}`,
        },
        setWhere: sql`${modelUses.calls} < ${limit}`,
      })
      .returning({ calls: modelUses.calls }),
  );
  if (counted.length === 0)
    throw new AppError(
      "rate_limited",
      t`The language model answers ${limit} times a day. Tomorrow it does again`,
      {
        retryAfter: 3600,
      },
    );
}

export async function countCharacters(
  { inTransaction }: Own,
  userId: string,
  charactersOut: number,
): Promise<void> {
  await inTransaction("write", (db) =>
    db
      .update(modelUses)
      .set({ charactersOut: sql`${modelUses.charactersOut} + ${charactersOut}` })
      .where(sql`${modelUses.userId} = ${userId} and ${modelUses.day} = ${today()}`),
  );
}

export async function callsToday({ inTransaction }: Own, userId: string): Promise<number> {
  const [used] = await inTransaction("read", (db) =>
    db
      .select({ calls: modelUses.calls })
      .from(modelUses)
      .where(sql`${modelUses.userId} = ${userId} and ${modelUses.day} = ${today()}`),
  );
  return used?.calls ?? 0;
}
