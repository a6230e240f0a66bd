import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { syncChangedResource } from "../jobs.ts";
import { Provider } from "../model.ts";
import type { ChangeHint } from "../public/importer.ts";

const OLDEST_SECONDS = 300;

type ChangeNotification = { userId: string; provider: Provider; resource: string; hints?: ChangeHint[] };

/** One pending job per connection, resource and message or thread: repeated pushes share it. */
async function enqueueSync(
  { jobs }: Pick<Worker, "jobs">,
  db: Transaction,
  change: ChangeNotification,
): Promise<void> {
  const { userId, provider, resource, hints = [] } = change;
  const [hint] = hints;
  const key = [userId, provider, resource, hint?.thread ?? hint?.id ?? ""].join(" ");
  await jobs.enqueue(db, syncChangedResource, { userId, provider, resource, hints }, { key });
}

/** Handles a push with the token of one of our channels. False if the token is unknown or its channel has expired. */
export async function receiveChannelPush(worker: Worker, token: string): Promise<boolean> {
  return worker.database.transaction(null, "write", async (db) => {
    const { rows } = await db.execute<{ userId: string; provider: string; resource: string }>(
      sql`select user_id as "userId", provider, resource from receive_push_channel(${tokenHash(token)})`,
    );
    for (const { userId, provider, resource } of rows)
      await enqueueSync(worker, db, { userId, resource, provider: Provider.parse(provider) });
    return rows.length > 0;
  });
}

const GraphNotices = z.object({
  value: z.array(z.object({ clientState: z.string().max(200) })).max(1000),
});

/** The distinct tokens of all changes in one Graph notification; null if the body is not one. */
export function graphChannelTokens(body: string): string[] | null {
  const read = GraphNotices.safeParse(jsonOf(body)).data;
  return read ? [...new Set(read.value.map(({ clientState }) => clientState))] : null;
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function isSignedBySlack(
  body: Uint8Array,
  timestamp: string,
  signature: string,
  secret: string,
): boolean {
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= OLDEST_SECONDS;
  const digest = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex");
  const [given, expected] = [Buffer.from(signature), Buffer.from(`v0=${digest}`)];
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}

const Stamp = z.string().regex(/^\d{10}\.\d{6}$/);
const SlackMessage = z.object({ ts: Stamp, thread_ts: Stamp.optional() });
const SlackPush = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url_verification"), challenge: z.string().max(500) }),
  z.object({
    type: z.literal("event_callback"),
    team_id: z.string().min(1).max(50),
    event: z.object({
      type: z.string().max(60),
      channel: z.string().max(50).optional(),
      ts: Stamp.optional(),
      thread_ts: Stamp.optional(),
      deleted_ts: Stamp.optional(),
      message: SlackMessage.optional(),
      previous_message: SlackMessage.optional(),
    }),
  }),
]);
type SlackPush = z.output<typeof SlackPush>;

export const parseSlackPush = (body: string): SlackPush | null =>
  SlackPush.safeParse(jsonOf(body)).data ?? null;

/**
 * Syncs the event's message for every user who has the conversation. Only the ids are taken from the event; the content
 * is read with each user's own access.
 */
export async function receiveSlackPush(
  worker: Worker,
  { team_id, event }: Extract<SlackPush, { type: "event_callback" }>,
): Promise<void> {
  const { channel, message, previous_message: previous, deleted_ts: deleted } = event;
  if (event.type !== "message" || !channel) return;
  const about = message ?? previous ?? event;
  const id = deleted ?? about.ts;
  if (!id) return;
  const thread = about.thread_ts && about.thread_ts !== id ? about.thread_ts : null;
  await worker.database.transaction(null, "write", async (db) => {
    const { rows } = await db.execute<{ userId: string }>(
      sql`select user_id as "userId" from users_importing_channel(${`${team_id}/`}, ${channel}) as user_id`,
    );
    for (const { userId } of rows)
      await enqueueSync(worker, db, {
        userId,
        provider: "slack",
        resource: channel,
        hints: [{ id, thread }],
      });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is refused like a body that does not match the schema.
    return undefined;
  }
}
