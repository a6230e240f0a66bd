import { and, eq, gt, gte, inArray, isNotNull, lt, min, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Instant, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest } from "#platform/database/keyset.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { DAY, dayOf, MAX_DAYS, TRASH_DAYS } from "../model.ts";
import { ensureMaterialized, materializedRange } from "../series/materialize-occurrences.ts";
import { events, eventTimes, occurrenceEventTimes, singleEventTimes } from "../tables.ts";
import { eventFields, listFields, ownTimes, readListRows } from "./read-events.ts";

export const ListEvents = z.strictObject({
  ...pageInput,
  /** Events that end after this instant, including those that began earlier. */
  from: Instant.optional(),
  /** Events that start before this instant. */
  to: Instant.optional(),
  /** Words, or prefixes of words, in title, location, attendees, category or description. */
  text: z.string().trim().min(1).max(200).optional(),
  order: z.enum(["earliest", "latest"]).default("earliest"),
  /** Leaves out events of hidden calendars. */
  visibleOnly: z.boolean().default(false),
});
type ListEvents = z.output<typeof ListEvents>;

/** Occurrences are materialized for the months around today; farther away on demand, at most a year at a time. */
export async function materializeForList(context: SignedIn, { from, to, cursor }: ListEvents): Promise<void> {
  const edge = from ?? to;
  if (!edge || cursor !== undefined) return;
  const { since, until } = materializedRange(context.now);
  const first = from ?? new Date(edge.getTime() - MAX_RANGE_MS);
  const last = new Date(Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, first.getTime() + MAX_RANGE_MS));
  if ((first >= since && last <= until) || first < MIN_DATE || last > MAX_DATE) return;
  if (to && !from && to > since && to <= until) return;
  await inOwnTransaction(context, "write", (own) => ensureMaterialized(own, first, last));
}

const MAX_RANGE_MS = 400 * DAY;
/** The earliest and the latest possible date of an event (read-icalendar.ts). */
const MIN_DATE = new Date("1900-01-01");
const MAX_DATE = new Date("2200-01-01");

/** Sorted by start time (CAL-16). */
export async function listEvents(context: SignedIn, input: ListEvents) {
  const wording = input.text === undefined ? undefined : await matchesText(context, input.text);
  const since = await beginningOf(context, input);
  const { rows, keys } = await readListRows(context, selectEvents(context, { ...input, since }, wording));
  return pageFor(input).ofKeyed(rows, keys);
}

/** The statement of one page, exported so that its query plan can be inspected. */
export function selectEvents(context: SignedIn, input: ListEvents & Since, wording?: SQL): SQL {
  const page = pageFor(input);
  return mergePages(context, { page, order: input.order }, [
    ...inRange(input),
    wording,
    isInVisibleCalendar(context, input),
  ]);
}

/**
 * Takes the first rows of single events and of occurrences, each from its index, then the first of both. The column
 * list is built once: building it each time took longer than many a query of a month.
 */
function mergePages(
  context: SignedIn,
  { page, order = "earliest" }: { page: ReturnType<typeof pageFor>; order?: ListEvents["order"] },
  conditions: (SQL | undefined)[],
): SQL {
  const where = ownTimes(context, ...conditions, page.after);
  const half = (view: typeof singleEventTimes | typeof occurrenceEventTimes) =>
    sql`(select ${LIST_COLUMNS}, ${page.columns.pageKey} as page_key from ${view} as event_times
      where ${where} order by ${sql.join(page.orderBy, sql`, `)} limit ${page.fetch})`;
  const direction = order === "latest" ? sql`desc` : sql`asc`;
  return sql`${half(singleEventTimes)} union all ${half(occurrenceEventTimes)}
    order by start_time ${direction}, id ${direction} limit ${page.fetch}`;
}

// rule: built-sql - the names of shownFields, put together once and not for each month
const LIST_COLUMNS = sql.raw(
  Object.keys(listFields)
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(", "),
);

function pageFor(input: Pick<ListEvents, "cursor" | "limit" | "order">) {
  const direction = input.order === "latest" ? newest : oldest;
  return keyset([direction(eventTimes.startTime), direction(eventTimes.id)], input);
}

/** Lower bound for the index on the start; a year before `from` if not given. */
type Since = { since?: Date | undefined };

/**
 * An event that ends after `from` began at most one day before it, or is one of the few longer ones, which have an
 * index. A separate query: with a constant bound the planner knows that few rows lie in between.
 */
async function beginningOf(
  { db, actor }: SignedIn,
  { from, cursor, order = "earliest" }: Pick<ListEvents, "from" | "cursor"> & { order?: ListEvents["order"] },
): Promise<Date | undefined> {
  // A later page begins where the previous one ended.
  if (!from || from.getTime() <= FIRST || (cursor !== undefined && order === "earliest")) return undefined;
  const [long] = await db
    .select({ since: min(eventTimes.startTime) })
    .from(eventTimes)
    .where(
      and(
        eq(eventTimes.userId, actor.userId),
        sql`${eventTimes.endTime} - ${eventTimes.startTime} > interval '1 day'`,
        gt(eventTimes.endTime, from),
        lt(eventTimes.startTime, from),
      ),
    );
  const dayBefore = from.getTime() - DAY;
  return new Date(Math.max(Math.min(long?.since?.getTime() ?? dayBefore, dayBefore), FIRST));
}

/** No event lasts longer than a year, so the index on the start also finds events that began before the range. */
function inRange({ from, to, since }: Pick<ListEvents, "from" | "to"> & Since): (SQL | undefined)[] {
  return [
    from && gte(eventTimes.startTime, since ?? new Date(Math.max(from.getTime() - MAX_DAYS * DAY, FIRST))),
    // The second for an event without length at `from` itself.
    from && or(gt(eventTimes.endTime, from), gte(eventTimes.startTime, from)),
    to && lt(eventTimes.startTime, new Date(Math.max(to.getTime(), FIRST))),
  ];
}

const isInVisibleCalendar = (
  { actor }: SignedIn,
  { visibleOnly }: Pick<ListEvents, "visibleOnly">,
): SQL | undefined =>
  visibleOnly
    ? sql`(${eventTimes.calendarId} is null or ${eventTimes.calendarId} not in (
        select id from calendars where user_id = ${actor.userId} and not is_visible))`
    : undefined;

/** Before every event that can be stored; earlier years are hard to format. */
const FIRST = Date.UTC(1, 0, 1);

/** As for tasks: rare words by the search index, frequent ones by filtering each event in list order. */
async function matchesText({ db }: SignedIn, text: string): Promise<SQL> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from matching_events(${text}, ${MAX_LISTED_MATCHES + 1}) as found(id)`,
  );
  if (rows.length > MAX_LISTED_MATCHES) return sql`${eventTimes.search} @@ search_query(${text})`;
  const found = rows.map(({ id }) => id);
  return or(inArray(eventTimes.id, found), inArray(eventTimes.seriesId, found)) ?? sql`false`;
}

const MAX_LISTED_MATCHES = 1000;

export const Upcoming = z.strictObject({
  ...pageInput,
  /** The zone whose day decides when an all-day event is over. */
  timeZone: TimeZone.default("UTC"),
  visibleOnly: z.boolean().default(false),
});

/** Current and future events, soonest first. */
export async function listUpcoming(context: SignedIn, input: z.output<typeof Upcoming>) {
  const { now } = context;
  const today = dayOf(now, input.timeZone);
  const from = new Date(Math.min(now.getTime(), today.getTime()));
  const page = pageFor({ ...input, order: "earliest" });
  const isUpcoming = sql`${eventTimes.endTime} > case when ${eventTimes.isAllDay} then ${today}::timestamptz else ${now}::timestamptz end`;
  const since = await beginningOf(context, { from, cursor: input.cursor });
  const query = mergePages(context, { page }, [
    ...inRange({ from, since }),
    isUpcoming,
    isInVisibleCalendar(context, input),
  ]);
  const { rows, keys } = await readListRows(context, query);
  return page.ofKeyed(rows, keys);
}

/** Deleted at most 30 days ago, last deleted first. */
export async function listTrash(context: SignedIn, input: { cursor?: string | undefined; limit: number }) {
  const page = keyset(
    [newest({ expression: sql`${events.deletedAt}`, type: "timestamptz" }), newest(events.id)],
    input,
  );
  const rows = await context.db
    .select({ ...eventFields, ...page.columns })
    .from(events)
    .where(
      and(
        eq(events.userId, context.actor.userId),
        isNotNull(events.deletedAt),
        gte(events.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * DAY)),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}
