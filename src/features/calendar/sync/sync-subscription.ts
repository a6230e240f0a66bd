import { and, eq, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { type Reading, readIfChanged } from "#platform/outbound/read-if-changed.ts";
import { decodeICalendar } from "../icalendar/decode-icalendar.ts";
import { MAX_FILE_LENGTH, parseCalendarFile, storeWithoutRules } from "../icalendar/import-icalendar.ts";
import type { ServerState, UnreadableEvent } from "../model.ts";
import { groupByUid, listStoredObjects, upsertSeries } from "../series/upsert-series.ts";
import { calendars, events } from "../tables.ts";
import { listed, notesNotShown, unreadableOf } from "./unreadable-events.ts";

type Feed = { id: string; url: string; etag: string | null; lastModified: string | null; failures: number };

const EVERY_MS = 60 * 60_000;
const MAX_PAUSE_HOURS = 24;

/** Clients use `webcal:` for the address of a feed. */
export const feedAddress = (address: string) => address.trim().replace(/^webcals?:/i, "https:");

/** The feed's current text, or that it did not change. */
const readFeed = (
  outbound: Outbound,
  { url, etag, lastModified }: Pick<Feed, "url" | "etag" | "lastModified">,
): Promise<Reading> =>
  readIfChanged(
    outbound,
    { url, headers: { accept: "text/calendar" }, maxBytes: MAX_FILE_LENGTH },
    { etag, lastModified },
  );

/** Fetches a subscribed feed outside any transaction and stores the changes in one; errors are stored and shown. */
export async function syncSubscription(worker: Worker, userId: string, feed: Feed): Promise<void> {
  const read = await readFeed(worker.outbound, feed).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  await runAsUser(worker, userId, async (context) => {
    if (read instanceof AppError) return saveFailure(context, feed, "unreachable", read.message);
    const { answer } = read;
    if (answer.status === 304) return saveSuccess(context, feed, {});
    if (answer.status !== 200)
      return saveFailure(context, feed, "refused", t`The server answered with status ${answer.status}`);
    try {
      const unreadable = await replaceEvents(
        context,
        feed.id,
        decodeICalendar(answer.bytes, answer.headers["content-type"]),
      );
      await saveSuccess(context, feed, { ...read.validators, unreadable });
    } catch (error) {
      if (error instanceof AppError) return saveFailure(context, feed, "refused", error.message);
      throw error;
    }
  });
}

/**
 * Makes the calendar equal to the text: writes new and changed events, removes those that are missing. An event that
 * cannot be read any more stays as it was; a text that is cut off changes nothing. Returns what cannot be read.
 */
async function replaceEvents(
  context: SignedIn,
  calendarId: string,
  text: string,
): Promise<UnreadableEvent[]> {
  const file = await parseCalendarFile(context, text, { includesObjects: true });
  if (file.isCutOff) throw new AppError("invalid", t`The feed ends in the middle of an event`);
  const groups = groupByUid(file.events, file.objects);
  const known = await listStoredObjects(context, calendarId);
  const changed = groups.filter(({ uid, etag }) => known.get(uid)?.etag !== etag);
  const currentUids = new Set([...groups, ...file.problems].map(({ uid }) => uid));
  const removedIds = [...known.values()].flatMap(({ id, uid }) => (currentUids.has(uid) ? [] : [id]));
  if (removedIds.length > 0)
    await context.db
      .delete(events)
      .where(and(eq(events.userId, context.actor.userId), inArray(events.id, removedIds)));
  const replaced = changed.flatMap(({ uid }): [string, string][] => {
    const row = known.get(uid);
    return row ? [[uid, row.id]] : [];
  });
  const refused = await upsertSeries(context, calendarId, changed, new Map(replaced));
  // Without its fingerprint a series is written, refused and listed again by the next sync.
  const unmarked = changed.map(({ etag: _, ...group }) => group);
  const unrepeated = await storeWithoutRules(context, calendarId, unmarked, refused);
  if (removedIds.length + changed.length > 0) context.announce({ resource: "events", ids: [] });
  const unreadable = unreadableOf([...file.problems, ...unrepeated], {
    hrefOf: ({ uid }) => uid,
    isStored: ({ uid }) => known.has(uid),
  });
  return listed([...unreadable, ...notesNotShown(file.notes)]);
}

async function saveSuccess(
  context: SignedIn,
  { id }: Feed,
  seen: { etag?: string | null; lastModified?: string | null; unreadable?: UnreadableEvent[] },
) {
  const { now } = context;
  await updateCalendar(context, id, {
    ...seen,
    state: "ok",
    lastError: null,
    failures: 0,
    lastSyncedAt: now,
    nextSyncAt: new Date(now.getTime() + EVERY_MS),
  });
}

/** Events read before are kept; the next retry waits longer each time, at most a day. */
async function saveFailure(context: SignedIn, { id, failures }: Feed, state: ServerState, lastError: string) {
  const pause = Math.min(MAX_PAUSE_HOURS, 2 ** failures) * EVERY_MS;
  await updateCalendar(context, id, {
    state,
    lastError,
    failures: failures + 1,
    nextSyncAt: new Date(context.now.getTime() + pause),
  });
}

async function updateCalendar(
  context: SignedIn,
  id: string,
  fields: Partial<typeof calendars.$inferInsert>,
): Promise<void> {
  await context.db
    .update(calendars)
    .set({ ...fields, version: sql`${calendars.version} + 1` })
    .where(and(eq(calendars.id, id), eq(calendars.userId, context.actor.userId)));
  context.announce({ resource: "calendars", ids: [id] });
}
