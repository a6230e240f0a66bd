import { AppError } from "#platform/capability/errors.ts";
import type { StoredEvent } from "../events/read-events.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";

/** A calendar at a provider, before it is one here. */
export type ProviderCalendar = { id: string; name: string; color: string | null; isReadOnly: boolean };

/** A single event, or a series with its exceptions: as it is there, and what it says in our terms. */
export type RemoteCalendarObject = {
  /** The provider's own id. */
  href: string;
  /** Of exactly this version: a change is made over it or not at all. */
  etag: string;
  /** The provider's own words; `read` understands them again. */
  text: string;
  events: readonly FileEvent[];
};

export type RemotePage = {
  groups: readonly RemoteCalendarObject[];
  removed: readonly string[];
  /** Items that could not be read. */
  quarantined: number;
};

/** What there is to know of a calendar since a token; the token after it comes with the last page. */
export type RemoteChanges = AsyncGenerator<RemotePage, string>;

export type StoredHrefs = { all: ReadonlySet<string>; series: readonly string[] };

/** `refused`: this event is not taken there as it is, for this reason; of a series perhaps only a part of it. */
export type WriteResult =
  | { outcome: "done"; group: RemoteCalendarObject; refused?: string | undefined }
  | { outcome: "refused"; reason: string }
  | { outcome: "conflict" | "gone" };

/** An event with its exceptions, itself first, and the version that it is written over. */
export type ObjectWrite = {
  members: readonly StoredEvent[];
  known: { href: string; etag: string; text: string | null } | null;
};

/** A calendar service that speaks its own language instead of CalDAV. */
export type CalendarService = {
  calendars(): Promise<ProviderCalendar[]>;
  /**
   * Throws CursorExpired where the token is too old: everything is then read anew. `stored`: what is known of the
   * calendar, for services that name a deleted occurrence by an id that nobody else ever heard of.
   */
  changes(calendar: string, token: string | null, stored: () => Promise<StoredHrefs>): RemoteChanges;
  one(calendar: string, href: string): Promise<RemoteCalendarObject | null>;
  read(text: string): FileEvent[];
  /** `known`: the version that is changed; null for what is not there yet. The same new event twice is one. */
  write(calendar: string, members: ObjectWrite["members"], known: ObjectWrite["known"]): Promise<WriteResult>;
  remove(calendar: string, href: string, etag: string): Promise<"done" | "conflict" | "gone">;
};

export class CursorExpired extends AppError {
  constructor() {
    super("upstream", "The sync token has expired at the provider");
    this.name = "CursorExpired";
  }
}

/** As a file would have it, for comparisons. */
export const fileEventOf = (event: StoredEvent): FileEvent => ({
  uid: event.uid,
  recurrenceId: event.seriesId === null ? null : (event.recurrenceId?.getTime() ?? null),
  title: event.title,
  description: event.description,
  location: event.location,
  meetingLink: event.meetingLink,
  category: event.category,
  start: event.startTime.getTime(),
  end: event.endTime.getTime(),
  isAllDay: event.isAllDay,
  zone: event.zone ?? "UTC",
  rrule: event.rrule,
  rdates: event.rdates.map((at) => at.getTime()),
  exdates: event.exdates.map((at) => at.getTime()),
  status: event.status,
  transparency: event.transparency,
  organizer: event.organizer,
  participants: event.participants,
  minutesBefore: event.reminderSettings.minutesBefore ?? [],
  sequence: event.sequence,
  dtstamp: event.dtstamp?.getTime() ?? null,
});

/** What of `ours` is not as `before`; everything where there was nothing. */
export function changedFields(before: FileEvent | undefined, ours: FileEvent): ReadonlySet<keyof FileEvent> {
  const names = Object.keys(ours) as (keyof FileEvent)[];
  return new Set(
    names.filter((name) => !before || JSON.stringify(before[name]) !== JSON.stringify(ours[name])),
  );
}
