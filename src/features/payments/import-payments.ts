import { and, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { ImportOutcome, ImportPayments } from "./model.ts";
import { readImportLine } from "./read-import-line.ts";
import { payments } from "./tables.ts";
import type { IncomingPayment } from "./upsert-payments.ts";

type Outcome = z.output<typeof ImportOutcome>;

/** Imports valid lines and reports invalid ones: one bad line does not reject a file of a thousand. */
export async function importPayments(context: SignedIn, input: z.output<typeof ImportPayments>) {
  const { lines, importId, isDryRun, ...options } = input;
  const read = lines.map((line) => ({
    line: line.line,
    ...readImportLine(line, { ...options, now: context.now }),
  }));
  const valid = read.flatMap((each) => ("payment" in each ? [each.payment] : []));
  const known = await knownIds(
    context.db,
    valid.map(({ providerId }) => providerId),
  );
  const outcomes: Outcome[] = [];
  const added: IncomingPayment[] = [];
  for (const each of read) {
    if ("problem" in each) outcomes.push({ line: each.line, outcome: "wrong", problem: each.problem });
    else if (known.has(each.payment.providerId))
      outcomes.push({ line: each.line, outcome: "known", problem: "" });
    else {
      known.add(each.payment.providerId);
      added.push({ ...each.payment, importId });
      outcomes.push({ line: each.line, outcome: "new", problem: "" });
    }
  }
  if (!isDryRun && added.length > 0) await context.db.insert(payments).values(added).onConflictDoNothing();
  return { outcomes };
}

/**
 * Which of these ids are already stored from a file or from Stripe: a Stripe export may be imported besides the key.
 */
async function knownIds(db: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: payments.providerId })
    .from(payments)
    .where(
      and(
        inArray(payments.provider, ["csv", "stripe"]),
        sql`${payments.providerId} = any(${sql.param(ids)}::text[])`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
