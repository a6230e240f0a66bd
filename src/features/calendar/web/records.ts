import { liveRecords } from "#platform/client/live-records.ts";
import { type NamedList, type Page, pageAfter, trashOf } from "#platform/client/record-source.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { byStart, type EventOnWire } from "../model.ts";
import { events } from "./api.ts";
import { addMonths, type Day, instantAt } from "./days.ts";
import { isUpcoming } from "./events/occurrence.ts";

export const eventRecords = liveRecords<EventOnWire>("events", (id) => events.get.read({ id }));

let lastFailure = "";
/** The error message of the last list that failed to load. */
export const fetchFailure = (): string => lastFailure;

const listed = (reading: Promise<Page<EventOnWire>>): Promise<Page<EventOnWire>> =>
  reading.catch((error: unknown) => {
    lastFailure = error instanceof Error ? error.message : String(error);
    throw error;
  });

/** A series is shown by its occurrences and not itself. */
const isListable = ({ deletedAt, rrule, seriesId }: EventOnWire) =>
  deletedAt === null && (rrule === null || seriesId !== null);

/**
 * Events of a month, by start time; `month` is its first day. A month beside the shown one is loaded as a whole: each
 * page would render everything again.
 */
export function eventsOfMonth(month: Day, isAdjacent: boolean): NamedList<EventOnWire> {
  const from = instantAt(month).toISOString();
  const to = instantAt(addMonths(month, 1)).toISOString();
  const page = (cursor: string | null) => events.list.read({ from, to, limit: 200, ...pageAfter(cursor) });
  return {
    key: `month ${month}`,
    source: {
      read: (cursor) => listed(isAdjacent ? allPages(page) : page(cursor)),
      includes: (event) => isListable(event) && event.endTime > from && event.startTime < to,
      compare: byStart,
    },
  };
}

async function allPages(
  page: (cursor: string | null) => Promise<Page<EventOnWire>>,
): Promise<Page<EventOnWire>> {
  const items: EventOnWire[] = [];
  let cursor: string | null = null;
  do {
    const next: Page<EventOnWire> = await page(cursor);
    items.push(...next.items);
    cursor = next.nextCursor;
  } while (cursor);
  return { items, nextCursor: null };
}

/** Current and future events, soonest first. */
export const upcomingEvents: NamedList<EventOnWire> = {
  key: "upcoming",
  source: {
    read: (cursor) =>
      listed(
        events.upcoming.read({
          limit: 10,
          visibleOnly: true,
          timeZone: readerTimeZone(),
          ...pageAfter(cursor),
        }),
      ),
    includes: (event) => isListable(event) && isUpcoming(event, new Date()),
    compare: byStart,
  },
};

/** Events with these words: those ahead, soonest first, or those that began already, latest first. */
export function foundEvents(text: string, when: "ahead" | "earlier"): NamedList<EventOnWire> {
  const now = new Date();
  const isEarlier = when === "earlier";
  const range = isEarlier ? { to: now.toISOString() } : { from: now.toISOString() };
  const order = isEarlier ? ("latest" as const) : ("earliest" as const);
  const isInRange = (event: EventOnWire) => Date.parse(event.startTime) < +now === isEarlier;
  return {
    key: `${when} with ${text}`,
    source: {
      read: (cursor) =>
        listed(events.list.read({ text, order, visibleOnly: true, ...range, ...pageAfter(cursor) })),
      // Only the server knows which words an event has.
      includes: (event, isListed) => isListed && isListable(event) && isInRange(event),
      compare: (one, other) => (isEarlier ? byStart(other, one) : byStart(one, other)),
    },
  };
}

export const eventTrash = trashOf("events", { call: (input) => listed(events.trash.read(input)) });
