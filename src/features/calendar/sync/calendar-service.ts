import { AppError } from "#platform/capability/errors.ts";
import type { StoredEvent } from "../events/read-events.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";

/** A calendar at a provider, before it is one here. */
export type ProviderCalendar = { id: string; name: string; color: string | null; isReadOnly: boolean };

/** A single event, or a series with its exceptions: in the provider's format and parsed. */
export type RemoteCalendarObject = {
  /** The provider's own id. */
  href: string;
  /** The version: a change replaces exactly this one or fails. */
  etag: string;
  /** In the provider's format; `read` parses it again. */
  text: string;
  events: readonly FileEvent[];
};

export type RemotePage = {
  groups: readonly RemoteCalendarObject[];
  removed: readonly string[];
  /** Items that could not be read. */
  quarantined: number;
};

/** The changes of a calendar since a token, by page; the generator returns the next token. */
export type RemoteChanges = AsyncGenerator<RemotePage, string>;

export type StoredHrefs = { all: ReadonlySet<string>; series: readonly string[] };

/** `refused`: the provider does not accept this event, or a part of the series, for this reason. */
export type WriteResult =
  | { outcome: "done"; group: RemoteCalendarObject; refused?: string | undefined }
  | { outcome: "refused"; reason: string }
  | { outcome: "conflict" | "gone" };

/** An event and its exceptions, the event first, and the remote version to replace. */
export type ObjectWrite = {
  members: readonly StoredEvent[];
  known: { href: string; etag: string; text: string | null } | null;
};

/** A calendar service with its own API instead of CalDAV. */
export type CalendarService = {
  calendars(): Promise<ProviderCalendar[]>;
  /**
   * Throws CursorExpired if the token is too old: then everything is read again. `stored`: the known objects of the
   * calendar, for services that report a deleted occurrence by an id that was never sent before.
   */
  changes(calendar: string, token: string | null, stored: () => Promise<StoredHrefs>): RemoteChanges;
  one(calendar: string, href: string): Promise<RemoteCalendarObject | null>;
  read(text: string): FileEvent[];
  /** `known`: the version to replace; null for a new event. A retry of the same new event does not duplicate it. */
  write(calendar: string, members: ObjectWrite["members"], known: ObjectWrite["known"]): Promise<WriteResult>;
  remove(calendar: string, href: string, etag: string): Promise<"done" | "conflict" | "gone">;
};

export class CursorExpired extends AppError {
  constructor() {
    super("upstream", "The sync token has expired at the provider");
    this.name = "CursorExpired";
  }
}

/** In the form of a parsed file, for comparisons. */
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
  visibility: event.visibility,
  organizer: event.organizer,
  participants: event.participants,
  minutesBefore: event.reminderSettings.minutesBefore ?? [],
  sequence: event.sequence,
  dtstamp: event.dtstamp?.getTime() ?? null,
});

/** The fields of `local` that differ from `before`; all fields if there was nothing. */
export function changedFields(before: FileEvent | undefined, local: FileEvent): ReadonlySet<keyof FileEvent> {
  const names = Object.keys(local) as (keyof FileEvent)[];
  return new Set(
    names.filter((name) => !before || JSON.stringify(before[name]) !== JSON.stringify(local[name])),
  );
}
