import { findIana } from "windows-iana";
import { z } from "zod";
import type { OutsideApi } from "#features/integrations/outside-api.ts";
import { isTimeZone } from "#platform/time/time-zone.ts";
import type { Participant } from "../model.ts";
import { readPattern, writePattern } from "../outlook-rule.ts";
import {
  type CalendarService,
  CursorExpired,
  changedFields,
  fileEventOf,
  type RemoteGroup,
  type RemotePage,
  type StoredHrefs,
} from "../outside-calendar.ts";
import type { FileEvent } from "../read-calendar.ts";
import { RuleError } from "../read-rule.ts";
import { wallTimes } from "../wall-times.ts";

/* https://learn.microsoft.com/graph/api/resources/event */

const Moment = z.object({ dateTime: z.string().max(60), timeZone: z.string().max(100).nullish() });
const Address = z.object({ address: z.string().max(320).nullish(), name: z.string().max(300).nullish() });
const Item = z.object({
  id: z.string().min(1).max(1024),
  "@odata.etag": z.string().max(300).default(""),
  iCalUId: z.string().max(1024).nullish(),
  type: z.enum(["singleInstance", "occurrence", "exception", "seriesMaster"]).default("singleInstance"),
  seriesMasterId: z.string().max(1024).nullish(),
  subject: z.string().nullish(),
  body: z.object({ content: z.string().nullish() }).nullish(),
  location: z.object({ displayName: z.string().nullish() }).nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().max(2000).nullish() }).nullish(),
  start: Moment.nullish(),
  end: Moment.nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  originalStart: z.string().max(60).nullish(),
  originalStartTimeZone: z.string().max(100).nullish(),
  recurrence: z.unknown().optional(),
  cancelledOccurrences: z.array(z.string().max(1500)).max(5000).nullish(),
  showAs: z.string().max(30).nullish(),
  organizer: z.object({ emailAddress: Address.nullish() }).nullish(),
  attendees: z
    .array(
      z.object({
        emailAddress: Address.nullish(),
        type: z.string().max(30).nullish(),
        status: z.object({ response: z.string().max(40).nullish() }).nullish(),
      }),
    )
    .max(2000)
    .nullish(),
  isReminderOn: z.boolean().nullish(),
  reminderMinutesBeforeStart: z.number().nullish(),
  lastModifiedDateTime: z.string().max(60).nullish(),
});
type Item = z.output<typeof Item>;

const Removed = z.object({ id: z.string(), "@removed": z.object({}) });
const Page = z.object({
  value: z.array(z.unknown()).max(2000),
  "@odata.nextLink": z.string().max(20_000).optional(),
  "@odata.deltaLink": z.string().max(20_000).optional(),
});
const Offered = z.object({
  value: z
    .array(
      z.object({
        id: z.string().min(1).max(1024),
        name: z.string().nullish(),
        hexColor: z.string().max(20).nullish(),
        canEdit: z.boolean().nullish(),
      }),
    )
    .max(250),
});

const PREFER = {
  prefer:
    'outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId", odata.maxpagesize=200',
};
const DAY = 86_400_000;
const BACK = 180 * DAY;
const AHEAD = 730 * DAY;
/** The window stands in the token: before it ends soon, it is opened anew. */
const LEAST_AHEAD = 365 * DAY;
const MOST_PAGES = 2000;
const FIELDS = Object.keys(Item.shape).filter((name) => !name.startsWith("@"));

export function microsoftCalendar(api: OutsideApi): CalendarService {
  const eventAt = (id: string) => `${api.baseUrl}/me/events/${encodeURIComponent(id)}`;

  /** Links of pages lead where the API is, or nowhere: a token goes to nobody else. */
  const followed = (link: string) => {
    if (URL.parse(link)?.origin !== new URL(api.baseUrl).origin) throw api.notAsExpected();
    return link;
  };

  async function instances(id: string, from: number, to: number): Promise<Item[]> {
    const query = new URLSearchParams({
      startDateTime: new Date(from).toISOString(),
      endDateTime: new Date(to).toISOString(),
    });
    let link: string | undefined = `${eventAt(id)}/instances?${query}`;
    const found: Item[] = [];
    for (let page = 0; link && page < 20; page += 1) {
      const answer: z.output<typeof Page> = api.parse(Page, await api.get(link, [], PREFER));
      found.push(...answer.value.flatMap((item) => Item.safeParse(item).data ?? []));
      link = answer["@odata.nextLink"] && followed(answer["@odata.nextLink"]);
    }
    return found;
  }

  async function one(_calendar: string, id: string): Promise<RemoteGroup | null> {
    const answer = await api.get(`${eventAt(id)}?$select=${FIELDS.join(",")}`, [404, 410], PREFER);
    const item = answer === null ? undefined : Item.safeParse(answer).data;
    if (!item) return null;
    if (item.type !== "seriesMaster") return groupOf([item]);
    const all = await instances(id, Date.now() - BACK, Date.now() + AHEAD);
    return groupOf([item, ...all.filter(({ type }) => type === "exception")]);
  }

  async function* changes(
    calendar: string,
    token: string | null,
    stored: () => Promise<StoredHrefs>,
  ): AsyncGenerator<RemotePage, string> {
    const [until = "", kept = ""] = token === null ? [] : split(token);
    if (token !== null && Date.parse(until) - Date.now() < LEAST_AHEAD) throw new CursorExpired();
    const end = token === null ? new Date(Date.now() + AHEAD).toISOString() : until;
    const window = new URLSearchParams({
      startDateTime: new Date(Date.now() - BACK).toISOString(),
      endDateTime: end,
    });
    let link =
      token === null
        ? `${api.baseUrl}/me/calendars/${encodeURIComponent(calendar)}/calendarView/delta?${window}`
        : followed(kept);
    const series = new Set<string>();
    const gone = new Set<string>();
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await api.get(link, [410], PREFER);
      if (answer === null) throw new CursorExpired();
      const { value, "@odata.nextLink": next, "@odata.deltaLink": delta } = api.parse(Page, answer);
      const groups: RemoteGroup[] = [];
      const removed: string[] = [];
      let quarantined = 0;
      for (const given of value) {
        const named = Removed.safeParse(given).data;
        const item = named ? undefined : Item.safeParse(given).data;
        if (named) removed.push(named.id);
        else if (!item) quarantined += 1;
        else if (item.type === "singleInstance") {
          const group = item.isCancelled ? null : groupOf([item]);
          if (group) groups.push(group);
          else if (item.isCancelled) removed.push(item.id);
          else quarantined += 1;
        } else series.add(item.type === "seriesMaster" ? item.id : (item.seriesMasterId ?? item.id));
      }
      // Before the page is stored: what it removes is known until then.
      if (token !== null && removed.length > 0) {
        const known = await stored();
        if (removed.some((id) => !known.all.has(id))) for (const id of known.series) gone.add(id);
      }
      yield { groups, removed, quarantined };
      if (next) {
        link = followed(next);
        continue;
      }
      // A deleted occurrence says nothing of its series: each of them may be the one.
      for (const id of new Set([...series, ...gone])) {
        const group = await one(calendar, id);
        yield { groups: group ? [group] : [], removed: group ? [] : [id], quarantined: 0 };
      }
      if (!delta) throw api.notAsExpected();
      return `${end} ${followed(delta)}`;
    }
    throw api.notAsExpected();
  }

  async function write(
    calendar: string,
    members: Parameters<CalendarService["write"]>[1],
    known: Parameters<CalendarService["write"]>[2],
  ): Promise<Awaited<ReturnType<CalendarService["write"]>>> {
    const [master, ...others] = members.map(fileEventOf);
    if (!master) return { outcome: "gone" };
    const before = known?.text ? readMicrosoft(known.text) : [];
    const first = before.find(({ recurrenceId }) => recurrenceId === null);
    const answer = known
      ? await api.send("PATCH", eventAt(known.href), bodyOf(master, first), {
          ...PREFER,
          "if-match": known.etag,
        })
      : await api.send(
          "POST",
          `${api.baseUrl}/me/calendars/${encodeURIComponent(calendar)}/events`,
          { ...bodyOf(master, undefined), transactionId: master.uid.slice(0, 100) },
          PREFER,
        );
    if (answer.status === 412 || answer.status === 409) return { outcome: "conflict" };
    if (answer.status === 404 || answer.status === 410) return { outcome: "gone" };
    api.requireDone(answer);
    const { id } = api.parse(Item, JSON.parse(answer.body));
    const gone = master.exdates.filter((at) => !first?.exdates.includes(at));
    for (const at of gone) await onInstance(id, at, (place) => api.send("DELETE", place));
    for (const exception of others) {
      const old = before.find(({ recurrenceId }) => recurrenceId === exception.recurrenceId);
      const body = bodyOf(exception, old);
      if (Object.keys(body).length > 0)
        await onInstance(id, exception.recurrenceId ?? 0, (place) => api.send("PATCH", place, body, PREFER));
    }
    const group = await one(calendar, id);
    return group ? { outcome: "done", group } : { outcome: "gone" };
  }

  /** An occurrence has an id of its own, which only the list of them tells. */
  async function onInstance(
    id: string,
    at: number,
    act: (place: string) => ReturnType<OutsideApi["send"]>,
  ): Promise<void> {
    const all = await instances(id, at - DAY, at + DAY);
    const found = all.find((item) => Date.parse(item.originalStart ?? instantText(item.start)) === at);
    if (!found) return;
    const answer = await act(eventAt(found.id));
    if (answer.status !== 404 && answer.status !== 410) api.requireDone(answer);
  }

  return {
    calendars: async () => {
      const { value } = api.parse(Offered, await api.get(`${api.baseUrl}/me/calendars?$top=100`, [], PREFER));
      return value.map(({ id, name, hexColor, canEdit }) => ({
        id,
        name: (name || "Calendar").slice(0, 200),
        color: /^#[0-9a-f]{6}$/i.test(hexColor ?? "") ? (hexColor ?? null) : null,
        isReadOnly: canEdit === false,
      }));
    },
    changes,
    one,
    read: readMicrosoft,
    write,
    remove: async (_calendar, id, etag) => {
      const answer = await api.send("DELETE", eventAt(id), undefined, etag ? { "if-match": etag } : {});
      if (answer.status === 412) return "conflict";
      if (answer.status === 404 || answer.status === 410) return "gone";
      api.requireDone(answer);
      return "done";
    },
  };
}

const split = (token: string): [string, string] => {
  const at = token.indexOf(" ");
  return [token.slice(0, at), token.slice(at + 1)];
};

function groupOf(items: readonly Item[]): RemoteGroup | null {
  const [master] = items;
  if (!master) return null;
  try {
    const text = JSON.stringify({ microsoft: items });
    return { href: master.id, etag: master["@odata.etag"], text, events: eventsFrom(items) };
  } catch (error) {
    if (error instanceof RuleError || error instanceof RangeError) return null;
    throw error;
  }
}

const Stored = z.object({ microsoft: z.array(Item) });

/** What was kept of a group, in our terms. */
export const readMicrosoft = (text: string): FileEvent[] =>
  eventsFrom(Stored.parse(JSON.parse(text)).microsoft);

function eventsFrom([master, ...exceptions]: readonly Item[]): FileEvent[] {
  if (!master) return [];
  const first = eventOf(master, master);
  const clocks = wallTimes(first.zone);
  const timeOfDay = (((clocks.wallOf(first.start) % DAY) + DAY) % DAY) as number;
  // `OID.<id of the series>.2027-03-08`
  const cancelled = (master.cancelledOccurrences ?? []).flatMap((name) => {
    const day = Date.parse(`${/(\d{4}-\d\d-\d\d)$/.exec(name)?.[1] ?? ""}T00:00:00Z`);
    return Number.isNaN(day) ? [] : [first.isAllDay ? day : clocks.instantOf(day + timeOfDay)];
  });
  return [
    { ...first, exdates: [...new Set(cancelled)].sort((a, b) => a - b) },
    ...exceptions.map((item) => ({
      ...eventOf(item, master),
      recurrenceId: item.originalStart ? Date.parse(item.originalStart) : eventOf(item, master).start,
    })),
  ];
}

/** `2027-03-01T09:00:00.0000000` in UTC, as the header asks. */
const instantText = (given: z.output<typeof Moment> | null | undefined) =>
  `${given?.dateTime.replace(/(\.\d{3})\d*|Z$/g, "$1")}Z`;

const FREE = new Set(["free", "workingElsewhere"]);
const ANSWERS: Record<string, Participant["status"]> = {
  accepted: "accepted",
  organizer: "accepted",
  tentativelyAccepted: "tentative",
  declined: "declined",
};

function eventOf(item: Item, master: Item): FileEvent {
  const start = Date.parse(instantText(item.start));
  const isAllDay = item.isAllDay ?? false;
  const end = Math.max(Date.parse(instantText(item.end)), isAllDay ? start + DAY : start);
  if (!(start > Date.UTC(1900) && end < Date.UTC(2200) && end - start <= 366 * DAY))
    throw new RangeError("not a time");
  const zone = isAllDay ? "UTC" : zoneOf(master.originalStartTimeZone);
  return {
    uid: (master.iCalUId ?? master.id).slice(0, 1000),
    recurrenceId: null,
    title: (item.subject ?? "").slice(0, 500),
    description: item.body?.content?.trim().slice(0, 20_000) || null,
    location: item.location?.displayName?.slice(0, 500) || null,
    meetingLink: item.onlineMeeting?.joinUrl ?? null,
    category: null,
    ...{ start, end, isAllDay, zone },
    rrule: item === master && item.recurrence ? readPattern(item.recurrence) : null,
    rdates: [],
    exdates: [],
    status: item.isCancelled ? "cancelled" : item.showAs === "tentative" ? "tentative" : "confirmed",
    transparency: FREE.has(item.showAs ?? "") ? "transparent" : "opaque",
    organizer: item.attendees?.length ? (item.organizer?.emailAddress?.address?.toLowerCase() ?? null) : null,
    participants: (item.attendees ?? []).slice(0, 200).flatMap(({ emailAddress, type, status }) =>
      emailAddress?.address
        ? [
            {
              address: emailAddress.address.toLowerCase().slice(0, 254),
              name: emailAddress.name?.slice(0, 200) ?? null,
              role: type === "optional" ? ("optional" as const) : ("required" as const),
              status: ANSWERS[status?.response ?? ""] ?? ("needs-action" as const),
            },
          ]
        : [],
    ),
    minutesBefore:
      item.isReminderOn && (item.reminderMinutesBeforeStart ?? -1) >= 0
        ? [Math.min(Math.trunc(item.reminderMinutesBeforeStart ?? 0), 57_600)]
        : [],
    sequence: 0,
    dtstamp: Date.parse(item.lastModifiedDateTime ?? "") || null,
  };
}

const zoneOf = (name: string | null | undefined): string => {
  if (!name) return "UTC";
  if (isTimeZone(name)) return name;
  const [found] = findIana(name);
  return found ?? "UTC";
};

/** Only what changed. Attendees are never written: Graph would mail them by itself, beside our own invitations. */
function bodyOf(event: FileEvent, before: FileEvent | undefined): Record<string, unknown> {
  const changed = changedFields(before, event);
  const has = (...names: (keyof FileEvent)[]) => names.some((name) => changed.has(name));
  const [minutes] = event.minutesBefore;
  return {
    ...(has("title") && { subject: event.title }),
    ...(has("description") && { body: { contentType: "text", content: event.description ?? "" } }),
    ...(has("location") && { location: { displayName: event.location ?? "" } }),
    ...(has("start", "end", "isAllDay", "zone") && {
      isAllDay: event.isAllDay,
      start: writtenMoment(event, event.start),
      end: writtenMoment(event, event.end),
    }),
    ...(event.recurrenceId === null &&
      has("rrule") &&
      (event.rrule !== null || before !== undefined) && {
        recurrence: event.rrule === null ? null : writePattern(event.rrule, event.start, event.zone),
      }),
    ...(has("transparency", "status") && {
      showAs:
        event.transparency === "transparent" ? "free" : event.status === "tentative" ? "tentative" : "busy",
    }),
    ...(has("minutesBefore") &&
      (minutes !== undefined || before !== undefined) && {
        isReminderOn: minutes !== undefined,
        ...(minutes !== undefined && { reminderMinutesBeforeStart: minutes }),
      }),
  };
}

function writtenMoment({ isAllDay, zone }: FileEvent, at: number) {
  const wall = isAllDay ? at : wallTimes(zone).wallOf(at);
  return { dateTime: new Date(wall).toISOString().slice(0, 19), timeZone: isAllDay ? "UTC" : zone };
}
