import { createHash } from "node:crypto";
import { z } from "zod";
import type { ProviderApi } from "#features/integrations/public/provider-api.ts";
import { t } from "#i18n/message.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import {
  type CalendarService,
  CursorExpired,
  fileEventOf,
  type ObjectWrite,
  type ProviderCalendar,
  type RemoteCalendarObject,
  type RemotePage,
  type WriteResult,
} from "../sync/calendar-service.ts";
import { groupOf, Item, readGoogle } from "./read-google.ts";
import { bodyOf, same, stampOf } from "./write-google.ts";

/* https://developers.google.com/workspace/calendar/api/v3/reference */

const PAGE = 250;
const MAX_PAGES = 400;
const REFUSED = t`Google rejected this event, or you may not change it.`;

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

export const googleCalendar = (api: ProviderApi): CalendarService => ({
  calendars: () => listCalendars(api),
  changes: (calendar, token) => readChanges(api, calendar, token),
  one: (calendar, id) => readSeries(api, calendar, id),
  read: readGoogle,
  write: (calendar, members, known) => writeEvent(api, calendar, members, known),
  remove: (calendar, id, etag) => removeEvent(api, calendar, id, etag),
});

const eventsOf = (api: ProviderApi, calendar: string) =>
  `${api.baseUrl}/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`;
const eventAt = (api: ProviderApi, calendar: string, id: string) =>
  `${eventsOf(api, calendar)}/${encodeURIComponent(id)}`;

async function listCalendars(api: ProviderApi): Promise<ProviderCalendar[]> {
  const offered: ProviderCalendar[] = [];
  const guardPage = api.pageGuard();
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
    pageToken = page.nextPageToken && guardPage(page.nextPageToken);
  } while (pageToken && offered.length < 250);
  return offered;
}

/** A whole series: its master and its exceptions, including cancelled ones. */
async function readSeries(
  api: ProviderApi,
  calendar: string,
  id: string,
): Promise<RemoteCalendarObject | null> {
  const answer = await api.get(eventAt(api, calendar, id), [404, 410]);
  if (!answer) return null;
  const master = Item.parse(answer);
  if (master.status === "cancelled") return null;
  if (!master.recurrence || !master.iCalUID) return groupOf([master]);
  const query = new URLSearchParams({ iCalUID: master.iCalUID, showDeleted: "true", maxResults: "2500" });
  const { items } = api.parse(Page, await api.get(`${eventsOf(api, calendar)}?${query}`));
  const members = items
    .flatMap((item) => Item.safeParse(item).data ?? [])
    .filter((item) => item.recurringEventId === id);
  return groupOf([master, ...members]);
}

async function* readChanges(
  api: ProviderApi,
  calendar: string,
  token: string | null,
): AsyncGenerator<RemotePage, string> {
  const ofSeries = new Map<string, Item[]>();
  const guardPage = api.pageGuard();
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      maxResults: String(PAGE),
      ...(token === null ? {} : { syncToken: token }),
      ...(token === null && { showDeleted: "false" }),
      ...(pageToken && { pageToken }),
    });
    const answer = await api.get(`${eventsOf(api, calendar)}?${query}`, [410]);
    if (!answer) throw new CursorExpired();
    const { items, nextPageToken, nextSyncToken } = api.parse(Page, answer);
    const read = items.map((item) => Item.safeParse(item).data);
    const found = read.filter((item) => item !== undefined);
    let quarantined = read.length - found.length;
    const groups: RemoteCalendarObject[] = [];
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
    pageToken = nextPageToken && guardPage(nextPageToken);
    if (pageToken) continue;
    for (const batch of batchesOf([...ofSeries]))
      yield await seriesPage(api, calendar, batch, token === null);
    if (!nextSyncToken) throw api.unexpectedResponse();
    return nextSyncToken;
  }
  throw api.unexpectedResponse();
}

/**
 * The first sync has all items; later a change lists only some items of a series, so the whole series is requested.
 */
async function seriesPage(
  api: ProviderApi,
  calendar: string,
  batch: [string, Item[]][],
  isFirst: boolean,
): Promise<RemotePage> {
  const groups: RemoteCalendarObject[] = [];
  const removed: string[] = [];
  let quarantined = 0;
  for (const [id, items] of batch) {
    const isCancelled = items.some((item) => item.id === id && item.status === "cancelled");
    const isComplete = isFirst && items.some((item) => item.id === id);
    const group = isCancelled
      ? null
      : isComplete
        ? groupOf(sorted(items, id))
        : await readSeries(api, calendar, id);
    if (group) groups.push(group);
    else if (isComplete) quarantined += 1;
    else removed.push(id);
  }
  return { groups, removed, quarantined };
}

async function writeEvent(
  api: ProviderApi,
  calendar: string,
  members: ObjectWrite["members"],
  known: ObjectWrite["known"],
): Promise<WriteResult> {
  const [master, ...others] = members.map(fileEventOf);
  if (!master) return { outcome: "gone" };
  const before = known?.text ? readGoogle(known.text) : [];
  const first = before.find(({ recurrenceId }) => recurrenceId === null);
  const id = known?.href ?? newId(master.uid);
  const answer = known
    ? await api.send("PATCH", `${eventAt(api, calendar, id)}?sendUpdates=none`, bodyOf(master, first), {
        "if-match": known.etag,
      })
    : await api.send("POST", `${eventsOf(api, calendar)}?sendUpdates=none`, {
        id,
        ...bodyOf(master, undefined),
      });
  // Created by an earlier attempt whose response was lost: only we use this id.
  const existing = answer.status === 409 ? await readSeries(api, calendar, id) : null;
  if (existing) return known ? { outcome: "conflict" } : writeEvent(api, calendar, members, existing);
  if (answer.status === 409) {
    // Deleted at Google and created again here: an id cannot be reused, but its event can be restored.
    const body = { ...bodyOf(master, undefined), status: "confirmed" };
    api.requireDone(await api.send("PATCH", `${eventAt(api, calendar, id)}?sendUpdates=none`, body));
  } else if (answer.status === 412) return { outcome: "conflict" };
  if (answer.status === 404 || answer.status === 410) return { outcome: "gone" };
  if (!api.isAccepted(answer)) return { outcome: "refused", reason: REFUSED };
  if (answer.status !== 409) api.requireDone(answer);
  const refused = await writeExceptions(api, calendar, id, { master, others, before });
  const group = await readSeries(api, calendar, id);
  return group ? { outcome: "done", group, refused } : { outcome: "gone" };
}

type Exceptions = { master: FileEvent; others: readonly FileEvent[]; before: readonly FileEvent[] };

/** Each exception that differs from what is there; why one of them was refused, if one was. */
async function writeExceptions(
  api: ProviderApi,
  calendar: string,
  id: string,
  { master, others, before }: Exceptions,
): Promise<string | undefined> {
  let refused: string | undefined;
  for (const exception of others) {
    const old = before.find(({ recurrenceId }) => recurrenceId === exception.recurrenceId);
    if (old && same(old, exception)) continue;
    const place = eventAt(api, calendar, `${id}_${stampOf(exception, master)}`);
    const sent = await api.send("PATCH", `${place}?sendUpdates=none`, bodyOf(exception, old));
    if (!api.isAccepted(sent)) refused = REFUSED;
    else if (sent.status !== 404 && sent.status !== 410) api.requireDone(sent);
  }
  return refused;
}

async function removeEvent(
  api: ProviderApi,
  calendar: string,
  id: string,
  etag: string,
): Promise<"done" | "conflict" | "gone"> {
  const place = `${eventAt(api, calendar, id)}?sendUpdates=none`;
  const answer = await api.send("DELETE", place, undefined, etag ? { "if-match": etag } : {});
  if (answer.status === 412) return "conflict";
  if (answer.status === 404 || answer.status === 410) return "gone";
  api.requireDone(answer);
  return "done";
}

const BATCH = 100;
const batchesOf = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH));

const sorted = (items: readonly Item[], id: string) => [
  ...items.filter((item) => item.id === id),
  ...items.filter((item) => item.id !== id),
];

/** Derived from the UID, so that a retry after a lost response finds the event already created. */
const newId = (uid: string) => createHash("sha256").update(uid).digest("hex").slice(0, 40);
