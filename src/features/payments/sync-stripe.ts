import { eq } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import {
  listCharges,
  listEvents,
  paymentOfEvent,
  type StripeAccount,
  StripeError,
  type StripeEvent,
} from "./providers/stripe.ts";
import { paymentSyncs } from "./tables.ts";
import { upsertPayments } from "./upsert-payments.ts";

export const STRIPE = "stripe";
/** The path for Stripe's webhook events. */
export const WEBHOOK_PATH = "/webhooks/stripe";

type Source = Pick<Worker, "database" | "outbound" | "systemSettings" | "config" | "log">;

/** Pages per run; the next run, five minutes later, continues there. */
const MAX_PAGES = 100;
/** Stripe keeps events for 30 days: after a longer gap than this, everything is read again. */
const EVENT_RETENTION_SECONDS = 25 * 86_400;

/**
 * Syncs new payments: at first all of them, from the newest to the oldest, then events since. An error is stored for
 * administrators, and the next run retries.
 */
export async function syncStripePayments(source: Source, now: Date): Promise<void> {
  const { systemSettings, outbound, config, log } = source;
  const key = systemSettings.secret("stripeSecretKey");
  if (key === null) return;
  const account = { outbound, key, address: config.stripeUrl };
  try {
    await resumeSync(source, account, Math.floor(now.getTime() / 1000));
    await note(source, { lastSyncedAt: now, lastError: null });
  } catch (error) {
    if (!(error instanceof StripeError || error instanceof OutboundError)) throw error;
    log.warn("Payments were not read from Stripe", { error });
    await note(source, { lastError: error.message });
  }
}

async function resumeSync(source: Source, account: StripeAccount, now: number): Promise<void> {
  const state = await stateOf(source);
  const { cursor = null, readingSince = null, readingAfter = null } = state ?? {};
  if (readingSince !== null) return importHistory(source, account, readingSince, readingAfter);
  if (cursor === null || cursor < now - EVENT_RETENTION_SECONDS)
    return importHistory(source, account, now, null);
  await importEvents(source, account, cursor);
}

/** Events are read from the second before this began, so that no change in the meantime is missed. */
async function importHistory(source: Source, account: StripeAccount, since: number, after: string | null) {
  let readingAfter = after;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { payments, last, hasMore } = await listCharges(account, readingAfter, since);
    readingAfter = last ?? readingAfter;
    const next = hasMore
      ? { readingSince: since, readingAfter }
      : { cursor: since - 1, readingSince: null, readingAfter: null };
    await source.database.transaction(null, "write", async (db) => {
      await upsertPayments(db, payments);
      await saveState(db, next);
    });
    if (!hasMore) return;
  }
}

/** Events come newest first, so all are read before the cursor moves. */
async function importEvents(source: Source, account: StripeAccount, since: number): Promise<void> {
  const events: StripeEvent[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read: Awaited<ReturnType<typeof listEvents>> = await listEvents(account, since, after);
    events.push(...read.events);
    after = read.last;
    if (!read.hasMore) return storeEvents(source, events, since);
  }
  // Too many events: read everything again instead.
  await note(source, { cursor: null });
}

const storeEvents = (source: Source, events: readonly StripeEvent[], since: number) =>
  source.database.transaction(null, "write", async (db) => {
    await upsertPayments(
      db,
      events.flatMap((event) => paymentOfEvent(event) ?? []),
    );
    await saveState(db, { cursor: Math.max(since, ...events.map(({ created }) => created)) });
  });

const stateOf = ({ database }: Source) =>
  database.transaction(null, "read", async (db) => {
    const [state] = await db.select().from(paymentSyncs).where(eq(paymentSyncs.provider, STRIPE));
    return state;
  });

type Change = Partial<Omit<typeof paymentSyncs.$inferInsert, "provider">>;

const note = ({ database }: Source, change: Change) =>
  database.transaction(null, "write", (db) => saveState(db, change));

const saveState = (db: Transaction, change: Change) =>
  db
    .insert(paymentSyncs)
    .values({ provider: STRIPE, ...change })
    .onConflictDoUpdate({ target: paymentSyncs.provider, set: change });
