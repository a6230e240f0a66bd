import { createHash } from "node:crypto";
import { z } from "zod";
import type { OutsideApi } from "#features/integrations/outside-api.ts";
import { isTimeZone } from "#platform/time/time-zone.ts";
import type { Participant } from "../model.ts";
import {
  type CalendarService,
  CursorExpired,
  changedFields,
  fileEventOf,
  type RemoteGroup,
  type RemotePage,
} from "../outside-calendar.ts";
import type { FileEvent } from "../read-calendar.ts";
import { RuleError, readRule, writeRule } from "../read-rule.ts";
import { wallTimes } from "../wall-times.ts";

/* https://developers.google.com/workspace/calendar/api/v3/reference */

const PAGE = 250;
const MOST_PAGES = 400;

const Moment = z.object({
  date: z.string().max(30).optional(),
  dateTime: z.string().max(60).optional(),
  timeZone: z.string().max(100).optional(),
});
const Person = z.object({
  email: z.string().max(320).optional(),
  displayName: z.string().max(300).optional(),
  responseStatus: z.string().max(30).optional(),
  optional: z.boolean().optional(),
  organizer: z.boolean().optional(),
});
const Item = z.object({
  id: z.string().min(1).max(1024),
  status: z.string().max(30).optional(),
  etag: z.string().max(300).default(""),
  iCalUID: z.string().max(1024).optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  hangoutLink: z.string().max(2000).optional(),
  start: Moment.optional(),
  end: Moment.optional(),
  recurrence: z.array(z.string().max(5000)).max(100).optional(),
  recurringEventId: z.string().max(1024).optional(),
  originalStartTime: Moment.optional(),
  sequence: z.number().int().optional(),
  transparency: z.string().max(30).optional(),
  organizer: Person.optional(),
  attendees: z.array(Person).max(2000).optional(),
  reminders: z.object({ overrides: z.array(z.object({ minutes: z.number() })).optional() }).optional(),
  updated: z.string().max(60).optional(),
});
type Item = z.output<typeof Item>;

const Page = z.object({
  items: z.array(z.unknown()).max(2500).default([]),
  nextPageToken: z.string().max(5000).optional(),
  nextSyncToken: z.string().max(5000).optional(),
  timeZone: z.string().max(100).optional(),
});
const CalendarPage = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(500),
        summary: z.string().default(""),
        summaryOverride: z.string().optional(),
        backgroundColor: z.string().max(20).optional(),
        accessRole: z.string().max(30).optional(),
        selected: z.boolean().optional(),
        deleted: z.boolean().optional(),
      }),
    )
    .max(250),
  nextPageToken: z.string().max(5000).optional(),
});

export function googleCalendar(api: OutsideApi): CalendarService {
  const eventsOf = (calendar: string) =>
    `${api.baseUrl}/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`;
  const eventAt = (calendar: string, id: string) => `${eventsOf(calendar)}/${encodeURIComponent(id)}`;

  /** All that a series is made of: its master and its exceptions, cancelled ones among them. */
  async function series(calendar: string, id: string): Promise<RemoteGroup | null> {
    const answer = await api.get(eventAt(calendar, id), [404, 410]);
    if (!answer) return null;
    const master = Item.parse(answer);
    if (master.status === "cancelled") return null;
    if (!master.recurrence || !master.iCalUID) return groupOf([master]);
    const query = new URLSearchParams({ iCalUID: master.iCalUID, showDeleted: "true", maxResults: "2500" });
    const { items } = api.parse(Page, await api.get(`${eventsOf(calendar)}?${query}`));
    const members = items
      .flatMap((item) => Item.safeParse(item).data ?? [])
      .filter((item) => item.recurringEventId === id);
    return groupOf([master, ...members]);
  }

  async function* changes(calendar: string, token: string | null): AsyncGenerator<RemotePage, string> {
    const ofSeries = new Map<string, Item[]>();
    let pageToken: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        maxResults: String(PAGE),
        ...(token === null ? {} : { syncToken: token }),
        ...(token === null && { showDeleted: "false" }),
        ...(pageToken && { pageToken }),
      });
      const answer = await api.get(`${eventsOf(calendar)}?${query}`, [410]);
      if (!answer) throw new CursorExpired();
      const { items, nextPageToken, nextSyncToken } = api.parse(Page, answer);
      const read = items.map((item) => Item.safeParse(item).data);
      const found = read.filter((item) => item !== undefined);
      let quarantined = read.length - found.length;
      const groups: RemoteGroup[] = [];
      const removed: string[] = [];
      for (const item of found) {
        const key = item.recurringEventId ?? item.id;
        if (item.recurringEventId || item.recurrence) ofSeries.set(key, [...(ofSeries.get(key) ?? []), item]);
        else if (item.status === "cancelled") removed.push(item.id);
        else {
          const group = groupOf([item]);
          if (group) groups.push(group);
          else quarantined += 1;
        }
      }
      yield { groups, removed, quarantined };
      pageToken = nextPageToken;
      if (pageToken) continue;
      for (const batch of batchesOf([...ofSeries])) yield await seriesPage(calendar, batch, token === null);
      if (!nextSyncToken) throw api.notAsExpected();
      return nextSyncToken;
    }
    throw api.notAsExpected();
  }

  /** The first time everything is there already; later a change names one part, and the rest is asked for. */
  async function seriesPage(
    calendar: string,
    batch: [string, Item[]][],
    isFirst: boolean,
  ): Promise<RemotePage> {
    const groups: RemoteGroup[] = [];
    const removed: string[] = [];
    let quarantined = 0;
    for (const [id, items] of batch) {
      const isGone = items.some((item) => item.id === id && item.status === "cancelled");
      const isWhole = isFirst && items.some((item) => item.id === id);
      const group = isGone ? null : isWhole ? groupOf(sorted(items, id)) : await series(calendar, id);
      if (group) groups.push(group);
      else if (isWhole) quarantined += 1;
      else removed.push(id);
    }
    return { groups, removed, quarantined };
  }

  async function write(
    calendar: string,
    members: Parameters<CalendarService["write"]>[1],
    known: Parameters<CalendarService["write"]>[2],
  ): Promise<Awaited<ReturnType<CalendarService["write"]>>> {
    const [master, ...others] = members.map(fileEventOf);
    if (!master) return { outcome: "gone" };
    const before = known?.text ? readGoogle(known.text) : [];
    const first = before.find(({ recurrenceId }) => recurrenceId === null);
    const id = known?.href ?? newId(master.uid);
    const answer = known
      ? await api.send("PATCH", `${eventAt(calendar, id)}?sendUpdates=none`, bodyOf(master, first), {
          "if-match": known.etag,
        })
      : await api.send("POST", `${eventsOf(calendar)}?sendUpdates=none`, {
          id,
          ...bodyOf(master, undefined),
        });
    if (answer.status === 409 && !(await series(calendar, id))) {
      // Deleted there and made again here: an id is never free again, but its event can come back.
      const body = { ...bodyOf(master, undefined), status: "confirmed" };
      api.requireDone(await api.send("PATCH", `${eventAt(calendar, id)}?sendUpdates=none`, body));
    } else if (answer.status === 412 || answer.status === 409) return { outcome: "conflict" };
    if (answer.status === 404 || answer.status === 410) return { outcome: "gone" };
    if (answer.status !== 409) api.requireDone(answer);
    for (const exception of others) {
      const old = before.find(({ recurrenceId }) => recurrenceId === exception.recurrenceId);
      if (old && same(old, exception)) continue;
      const place = eventAt(calendar, `${id}_${stampOf(exception, master)}`);
      const sent = await api.send("PATCH", `${place}?sendUpdates=none`, bodyOf(exception, old));
      if (sent.status !== 404 && sent.status !== 410) api.requireDone(sent);
    }
    const group = await series(calendar, id);
    return group ? { outcome: "done", group } : { outcome: "gone" };
  }

  return {
    calendars: async () => {
      const offered: Awaited<ReturnType<CalendarService["calendars"]>> = [];
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({ maxResults: "250", ...(pageToken && { pageToken }) });
        const page = api.parse(
          CalendarPage,
          await api.get(`${api.baseUrl}/calendar/v3/users/me/calendarList?${query}`),
        );
        for (const { id, summary, summaryOverride, backgroundColor, accessRole, deleted } of page.items)
          if (!deleted && accessRole !== "freeBusyReader")
            offered.push({
              id,
              name: (summaryOverride || summary || id).slice(0, 200),
              color: /^#[0-9a-f]{6}$/i.test(backgroundColor ?? "") ? (backgroundColor ?? null) : null,
              isReadOnly: accessRole === "reader",
            });
        pageToken = page.nextPageToken;
      } while (pageToken && offered.length < 250);
      return offered;
    },
    changes,
    one: series,
    read: readGoogle,
    write,
    remove: async (calendar, id, etag) => {
      const place = `${eventAt(calendar, id)}?sendUpdates=none`;
      const answer = await api.send("DELETE", place, undefined, etag ? { "if-match": etag } : {});
      if (answer.status === 412) return "conflict";
      if (answer.status === 404 || answer.status === 410) return "gone";
      api.requireDone(answer);
      return "done";
    },
  };
}

const BATCH = 100;
const batchesOf = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH));

const sorted = (items: readonly Item[], id: string) => [
  ...items.filter((item) => item.id === id),
  ...items.filter((item) => item.id !== id),
];

/** The master first. Null where it cannot be understood. */
function groupOf(items: readonly Item[]): RemoteGroup | null {
  const [master] = items;
  if (!master) return null;
  try {
    const text = JSON.stringify({ google: items });
    return { href: master.id, etag: master.etag, text, events: eventsFrom(items) };
  } catch (error) {
    if (error instanceof RuleError || error instanceof RangeError) return null;
    throw error;
  }
}

const Stored = z.object({ google: z.array(Item) });

/** What was kept of a group, in our terms. */
export const readGoogle = (text: string): FileEvent[] => eventsFrom(Stored.parse(JSON.parse(text)).google);

/** Cancelled exceptions are dates on which the series does not take place. */
function eventsFrom([master, ...others]: readonly Item[]): FileEvent[] {
  if (!master) return [];
  const first = eventOf(master, master);
  const cancelled = others.filter(({ status }) => status === "cancelled");
  const exceptions = others.filter(({ status }) => status !== "cancelled");
  const isSeries = master.recurrence !== undefined;
  const gone = cancelled.flatMap(({ originalStartTime }) =>
    originalStartTime ? [momentOf(originalStartTime).at] : [],
  );
  return [
    { ...first, exdates: [...new Set([...first.exdates, ...gone])].sort((a, b) => a - b) },
    ...exceptions.map((item) => ({
      ...eventOf(item, master),
      recurrenceId: isSeries && item.originalStartTime ? momentOf(item.originalStartTime).at : null,
    })),
  ];
}

const DAY = 86_400_000;
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

function momentOf({ date, dateTime, timeZone }: z.output<typeof Moment>) {
  const isAllDay = dateTime === undefined;
  const at = isAllDay ? Date.parse(`${date}T00:00:00Z`) : Date.parse(dateTime);
  if (!(at >= EARLIEST && at <= LATEST)) throw new RangeError("not a moment");
  const zone = isAllDay ? "UTC" : timeZone && isTimeZone(timeZone) ? timeZone : "UTC";
  return { at, isAllDay, zone };
}

function eventOf(item: Item, master: Item): FileEvent {
  if (!item.start) throw new RangeError("no start");
  const start = momentOf(item.start);
  const given = item.end ? momentOf(item.end).at : start.at;
  const end = Math.max(given, start.isAllDay ? start.at + DAY : start.at);
  if (end - start.at > 366 * DAY) throw new RangeError("too long");
  const lines = item.recurrence ?? [];
  return {
    uid: (master.iCalUID ?? master.id).slice(0, 1000),
    recurrenceId: null,
    title: (item.summary ?? "").slice(0, 500),
    description: item.description?.slice(0, 20_000) || null,
    location: item.location?.slice(0, 500) || null,
    meetingLink: item.hangoutLink ?? null,
    category: null,
    start: start.at,
    end,
    isAllDay: start.isAllDay,
    zone: start.zone,
    rrule: ruleOf(lines),
    rdates: datesOf(lines, "RDATE", start),
    exdates: datesOf(lines, "EXDATE", start),
    status: item.status === "tentative" ? "tentative" : "confirmed",
    transparency: item.transparency === "transparent" ? "transparent" : "opaque",
    organizer: item.attendees ? (item.organizer?.email?.toLowerCase() ?? null) : null,
    participants: (item.attendees ?? []).slice(0, 200).flatMap(participantOf),
    minutesBefore: (item.reminders?.overrides ?? [])
      .map(({ minutes }) => Math.trunc(minutes))
      .filter((minutes) => minutes >= 0 && minutes <= 57_600)
      .slice(0, 5),
    sequence: Math.max(0, Math.min(item.sequence ?? 0, 2 ** 31 - 1)),
    dtstamp: item.updated && !Number.isNaN(Date.parse(item.updated)) ? Date.parse(item.updated) : null,
  };
}

const ANSWERS: Record<string, Participant["status"]> = {
  accepted: "accepted",
  tentative: "tentative",
  declined: "declined",
};

const participantOf = ({ email, displayName, responseStatus = "", optional }: z.output<typeof Person>) =>
  email
    ? [
        {
          address: email.toLowerCase().slice(0, 254),
          name: displayName?.slice(0, 200) ?? null,
          role: optional ? ("optional" as const) : ("required" as const),
          status: ANSWERS[responseStatus] ?? ("needs-action" as const),
        },
      ]
    : [];

function ruleOf(lines: readonly string[]): string | null {
  const rule = lines.find((line) => /^RRULE[:;]/i.test(line));
  return rule ? writeRule(readRule(rule.replace(/^RRULE[^:]*:/i, "").toUpperCase())) : null;
}

/** `EXDATE;TZID=Europe/Berlin:20260305T100000,…`, `EXDATE:20260305T090000Z` or `EXDATE;VALUE=DATE:20260305`. */
function datesOf(
  lines: readonly string[],
  name: string,
  start: { at: number; zone: string; isAllDay: boolean },
) {
  const found = lines.flatMap((line) => {
    const [, parameters = "", values = ""] = new RegExp(`^${name}([^:]*):(.*)$`, "i").exec(line) ?? [];
    const zone = /TZID=([^;:]+)/i.exec(parameters)?.[1] ?? start.zone;
    return values.split(",").flatMap((value) => {
      const [, y = "", m = "", d = "", clock = "", utc = ""] =
        /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(value.trim()) ?? [];
      if (y === "") return [];
      const time =
        clock === "" ? [0, 0, 0] : [clock.slice(0, 2), clock.slice(2, 4), clock.slice(4)].map(Number);
      const wall = Date.UTC(Number(y), Number(m) - 1, Number(d), ...(time as [number, number, number]));
      if (start.isAllDay || utc === "Z") return [wall];
      return isTimeZone(zone) ? [wallTimes(zone).instantOf(wall)] : [];
    });
  });
  return [...new Set(found)].slice(0, 5000).sort((a, b) => a - b);
}

/** Only what changed: the rest of what Google knows of the event stays. */
function bodyOf(event: FileEvent, before: FileEvent | undefined): Record<string, unknown> {
  const changed = changedFields(before, event);
  const has = (...names: (keyof FileEvent)[]) => names.some((name) => changed.has(name));
  return {
    ...(has("title") && { summary: event.title }),
    ...(has("description") && { description: event.description ?? "" }),
    ...(has("location") && { location: event.location ?? "" }),
    ...(has("start", "end", "isAllDay", "zone") && {
      start: writtenMoment(event, event.start),
      end: writtenMoment(event, event.end),
    }),
    ...(event.recurrenceId === null &&
      has("rrule", "rdates", "exdates") &&
      (event.rrule !== null || event.rdates.length > 0 || before !== undefined) && {
        recurrence: writtenRule(event),
      }),
    ...(has("status") && { status: event.status }),
    ...(has("transparency") && { transparency: event.transparency }),
    ...(has("participants") &&
      (event.participants.length > 0 || before !== undefined) && {
        attendees: event.participants.map(({ address, name, role, status }) => ({
          email: address,
          ...(name && { displayName: name }),
          optional: role === "optional",
          responseStatus: status === "needs-action" ? "needsAction" : status,
        })),
      }),
    ...(has("minutesBefore") &&
      (event.minutesBefore.length > 0 || before !== undefined) && {
        reminders: {
          useDefault: false,
          overrides: event.minutesBefore.map((minutes) => ({ method: "popup", minutes })),
        },
      }),
  };
}

const writtenMoment = ({ isAllDay, zone }: FileEvent, at: number) =>
  isAllDay
    ? { date: new Date(at).toISOString().slice(0, 10), dateTime: null, timeZone: null }
    : { dateTime: new Date(at).toISOString(), timeZone: zone, date: null };

const compact = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

function writtenRule({ rrule, rdates, exdates, isAllDay }: FileEvent): string[] {
  const dates = (name: string, values: readonly number[]) => {
    if (values.length === 0) return [];
    const text = values.map((at) => (isAllDay ? compact(at).slice(0, 8) : compact(at))).join(",");
    return [`${name}${isAllDay ? ";VALUE=DATE" : ""}:${text}`];
  };
  return [...(rrule ? [`RRULE:${rrule}`] : []), ...dates("RDATE", rdates), ...dates("EXDATE", exdates)];
}

/** How Google names one occurrence of a series: by when it would begin. */
const stampOf = ({ recurrenceId }: FileEvent, { isAllDay }: FileEvent) =>
  isAllDay ? compact(recurrenceId ?? 0).slice(0, 8) : compact(recurrenceId ?? 0);

/** Made from the UID, so that a repetition after a lost answer meets the event that is there already. */
const newId = (uid: string) => createHash("sha256").update(uid).digest("hex").slice(0, 40);

const same = (one: FileEvent, other: FileEvent) =>
  JSON.stringify({ ...one, sequence: 0, dtstamp: 0, organizer: null, uid: "" }) ===
  JSON.stringify({ ...other, sequence: 0, dtstamp: 0, organizer: null, uid: "" });
