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
import { eventFields, ownTimes, shownFields, shownTimes } from "./read-events.ts";

export const ListEvents = z.strictObject({
  ...pageInput,
  /** Events that end after this instant, so that those which go on are among them. */
  from: Instant.optional(),
  /** Events that start before this instant. */
  to: Instant.optional(),
  /** Words, or the beginnings of words, in title, location, attendees, category or description. */
  text: z.string().trim().min(1).max(200).optional(),
  order: z.enum(["earliest", "latest"]).default("earliest"),
  /** Without the events of calendars that are hidden. */
  visibleOnly: z.boolean().default(false),
});
type ListEvents = z.output<typeof ListEvents>;

/** Series are written down for the months around today; farther away when somebody looks there, a year at a time. */
export async function materializeForList(context: SignedIn, { from, to, cursor }: ListEvents): Promise<void> {
  const edge = from ?? to;
  if (!edge || cursor !== undefined) return;
  const { since, until } = materializedRange(context.now);
  const first = from ?? new Date(edge.getTime() - REACH);
  const last = new Date(Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, first.getTime() + REACH));
  if ((first >= since && last <= until) || first < NEVER_BEFORE || last > NEVER_AFTER) return;
  if (to && !from && to > since && to <= until) return;
  await inOwnTransaction(context, "write", (own) => ensureMaterialized(own, first, last));
}

const REACH = 400 * DAY;
/** Events lie between these (read-icalendar.ts). */
const NEVER_BEFORE = new Date("1900-01-01");
const NEVER_AFTER = new Date("2200-01-01");

/** By start time (CAL-16). */
export async function listEvents(context: SignedIn, input: ListEvents) {
  const wording = input.text === undefined ? undefined : await matchesText(context, input.text);
  const since = await beginningOf(context, input);
  const { rows, keys } = await shownTimes(context, selectEvents(context, { ...input, since }, wording));
  return pageFor(input).ofKeyed(rows, keys);
}

/** The statement of a page, apart so that its plan can be looked at. */
export function selectEvents(context: SignedIn, input: ListEvents & Since, wording?: SQL): SQL {
  const page = pageFor(input);
  return mergePages(context, { page, order: input.order }, [
    ...within(input),
    wording,
    isInVisibleCalendar(context, input),
  ]);
}

/**
 * The first rows of single events and of occurrences, each from its index, then the first of both. The names of the columns
 * are written down once: putting them together anew took longer than many a month.
 */
function mergePages(
  context: SignedIn,
  { page, order = "earliest" }: { page: ReturnType<typeof pageFor>; order?: ListEvents["order"] },
  conditions: (SQL | undefined)[],
): SQL {
  const where = ownTimes(context, ...conditions, page.after);
  const half = (view: typeof singleEventTimes | typeof occurrenceEventTimes) =>
    sql`(select ${SHOWN_COLUMNS}, ${page.columns.pageKey} as page_key from ${view} as event_times
      where ${where} order by ${sql.join(page.orderBy, sql`, `)} limit ${page.fetch})`;
  const direction = order === "latest" ? sql`desc` : sql`asc`;
  return sql`${half(singleEventTimes)} union all ${half(occurrenceEventTimes)}
    order by start_time ${direction}, id ${direction} limit ${page.fetch}`;
}

// rule: built-sql - the names of shownFields, put together once and not for each month
const SHOWN_COLUMNS = sql.raw(
  Object.keys(shownFields)
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(", "),
);

function pageFor(input: Pick<ListEvents, "cursor" | "limit" | "order">) {
  const direction = input.order === "latest" ? newest : oldest;
  return keyset([direction(eventTimes.startTime), direction(eventTimes.id)], input);
}

/** Where the index on the start is entered; a year before `from` where it is not known. */
type Since = { since?: Date | undefined };

/**
 * What ends after `from` began a day before it at most, or it is one of the few long ones, which have an index. Asked first
 * and not within the statement: by a bound that it can see the planner knows that few rows lie between.
 */
async function beginningOf(
  { db, actor }: SignedIn,
  { from, cursor, order = "earliest" }: Pick<ListEvents, "from" | "cursor"> & { order?: ListEvents["order"] },
): Promise<Date | undefined> {
  // A later page begins where the last one ended.
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

/** No event lasts longer than a year, so the index on the start finds those as well that began before the range. */
function within({ from, to, since }: Pick<ListEvents, "from" | "to"> & Since): (SQL | undefined)[] {
  return [
    from && gte(eventTimes.startTime, since ?? new Date(Math.max(from.getTime() - MAX_DAYS * DAY, FIRST))),
    from && gt(eventTimes.endTime, from),
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

/** Before every event that can be stored; earlier instants are awkward to write down. */
const FIRST = Date.UTC(1, 0, 1);

/** As for tasks: rare words by the search index, frequent ones by a look at each event in the order of the list. */
async function matchesText({ db }: SignedIn, text: string): Promise<SQL> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from matching_events(${text}, ${FEW + 1}) as found(id)`,
  );
  if (rows.length > FEW) return sql`${eventTimes.search} @@ search_query(${text})`;
  const found = rows.map(({ id }) => id);
  return or(inArray(eventTimes.id, found), inArray(eventTimes.seriesId, found)) ?? sql`false`;
}

const FEW = 1000;

export const Upcoming = z.strictObject({
  ...pageInput,
  /** Whose day decides when an all-day event is over. */
  timeZone: TimeZone.default("UTC"),
  visibleOnly: z.boolean().default(false),
});

/** What goes on now and what comes, soonest first. */
export async function listUpcoming(context: SignedIn, input: z.output<typeof Upcoming>) {
  const { now } = context;
  const today = dayOf(now, input.timeZone);
  const from = new Date(Math.min(now.getTime(), today.getTime()));
  const page = pageFor({ ...input, order: "earliest" });
  const isAhead = sql`${eventTimes.endTime} > case when ${eventTimes.isAllDay} then ${today}::timestamptz else ${now}::timestamptz end`;
  const since = await beginningOf(context, { from, cursor: input.cursor });
  const query = mergePages(context, { page }, [
    ...within({ from, since }),
    isAhead,
    isInVisibleCalendar(context, input),
  ]);
  const { rows, keys } = await shownTimes(context, query);
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
