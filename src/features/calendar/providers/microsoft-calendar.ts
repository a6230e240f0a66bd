import { z } from "zod";
import type { ProviderApi } from "#features/integrations/public/provider-api.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { RuleError } from "../series/recurrence-rule.ts";
import {
  type CalendarService,
  CursorExpired,
  fileEventOf,
  type ObjectWrite,
  type ProviderCalendar,
  type RemoteCalendarObject,
  type RemotePage,
  type StoredHrefs,
  type WriteResult,
} from "../sync/calendar-service.ts";
import { groupOf, Item, instantText, readMicrosoft } from "./read-microsoft.ts";
import { bodyOf } from "./write-microsoft.ts";

/* https://learn.microsoft.com/graph/api/resources/event */

const REFUSED = "Outlook rejected this event, or you may not change it.";

const CreatedEvent = z.object({ id: z.string().min(1), transactionId: z.string() });
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
const WINDOW_BACK_MS = 180 * DAY;
const WINDOW_AHEAD_MS = 730 * DAY;
/** The window is stored in the token: a new one is opened when less than this is left. */
const MIN_AHEAD_MS = 365 * DAY;
const MAX_PAGES = 2000;
const FIELDS = Object.keys(Item.shape).filter((name) => !name.startsWith("@"));

export const microsoftCalendar = (api: ProviderApi): CalendarService => ({
  calendars: () => listCalendars(api),
  changes: (calendar, token, stored) => readChanges(api, calendar, token, stored),
  one: (_calendar, id) => readEvent(api, id),
  read: readMicrosoft,
  write: (calendar, members, known) => writeEvent(api, calendar, members, known),
  remove: (_calendar, id, etag) => removeEvent(api, id, etag),
});

const eventAt = (api: ProviderApi, id: string) => `${api.baseUrl}/me/events/${encodeURIComponent(id)}`;

/** Page links must point to the API's own origin: the token is sent nowhere else. */
function requireSameOrigin(api: ProviderApi, link: string): string {
  if (URL.parse(link)?.origin !== new URL(api.baseUrl).origin) throw api.unexpectedResponse();
  return link;
}

async function listCalendars(api: ProviderApi): Promise<ProviderCalendar[]> {
  const { value } = api.parse(Offered, await api.get(`${api.baseUrl}/me/calendars?$top=100`, [], PREFER));
  return value.map(({ id, name, hexColor, canEdit }) => ({
    id,
    name: (name || "Calendar").slice(0, 200),
    color: /^#[0-9a-f]{6}$/i.test(hexColor ?? "") ? (hexColor ?? null) : null,
    isReadOnly: canEdit === false,
  }));
}

async function listInstances(api: ProviderApi, id: string, from: number, to: number): Promise<Item[]> {
  const query = new URLSearchParams({
    startDateTime: new Date(from).toISOString(),
    endDateTime: new Date(to).toISOString(),
  });
  let link: string | undefined = `${eventAt(api, id)}/instances?${query}`;
  const guardPage = api.pageGuard();
  const found: Item[] = [];
  for (let page = 0; link && page < 20; page += 1) {
    const answer: z.output<typeof Page> = api.parse(Page, await api.get(guardPage(link), [], PREFER));
    found.push(...answer.value.flatMap((item) => Item.safeParse(item).data ?? []));
    link = answer["@odata.nextLink"] && requireSameOrigin(api, answer["@odata.nextLink"]);
  }
  return found;
}

async function readEvent(api: ProviderApi, id: string): Promise<RemoteCalendarObject | null> {
  const answer = await api.get(`${eventAt(api, id)}?$select=${FIELDS.join(",")}`, [404, 410], PREFER);
  const item = answer === null ? undefined : Item.safeParse(answer).data;
  if (!item) return null;
  if (item.type !== "seriesMaster") return groupOf([item]);
  const all = await listInstances(api, id, Date.now() - WINDOW_BACK_MS, Date.now() + WINDOW_AHEAD_MS);
  return groupOf([item, ...all.filter(({ type }) => type === "exception")]);
}

async function* readChanges(
  api: ProviderApi,
  calendar: string,
  token: string | null,
  stored: () => Promise<StoredHrefs>,
): AsyncGenerator<RemotePage, string> {
  const [until = "", deltaLink = ""] = token === null ? [] : split(token);
  if (token !== null && Date.parse(until) - Date.now() < MIN_AHEAD_MS) throw new CursorExpired();
  const end = token === null ? new Date(Date.now() + WINDOW_AHEAD_MS).toISOString() : until;
  const window = new URLSearchParams({
    startDateTime: new Date(Date.now() - WINDOW_BACK_MS).toISOString(),
    endDateTime: end,
  });
  let link =
    token === null
      ? `${api.baseUrl}/me/calendars/${encodeURIComponent(calendar)}/calendarView/delta?${window}`
      : requireSameOrigin(api, deltaLink);
  const guardPage = api.pageGuard();
  const series = new Set<string>();
  const removed = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await api.get(guardPage(link), [410], PREFER);
    if (answer === null) throw new CursorExpired();
    const { value, "@odata.nextLink": next, "@odata.deltaLink": delta } = api.parse(Page, answer);
    const read = readPage(value, series);
    // Before the page is stored: after that, removed ids are no longer known.
    if (token !== null && read.removed.length > 0) {
      const known = await stored();
      if (read.removed.some((id) => !known.all.has(id))) for (const id of known.series) removed.add(id);
    }
    yield read;
    if (next) {
      link = requireSameOrigin(api, next);
      continue;
    }
    // A deleted occurrence does not name its series: any series may be affected.
    for (const id of new Set([...series, ...removed])) {
      const group = await readEvent(api, id);
      yield { groups: group ? [group] : [], removed: group ? [] : [id], quarantined: 0 };
    }
    if (!delta) throw api.unexpectedResponse();
    return `${end} ${requireSameOrigin(api, delta)}`;
  }
  throw api.unexpectedResponse();
}

async function writeEvent(
  api: ProviderApi,
  calendar: string,
  members: ObjectWrite["members"],
  known: ObjectWrite["known"],
): Promise<WriteResult> {
  const [master, ...others] = members.map(fileEventOf);
  if (!master) return { outcome: "gone" };
  const before = known?.text ? readMicrosoft(known.text) : [];
  const first = before.find(({ recurrenceId }) => recurrenceId === null);
  const body = requestBodyOf(master, known ? first : undefined);
  if (typeof body === "string") return { outcome: "refused", reason: body };
  const answer = known
    ? await api.send("PATCH", eventAt(api, known.href), body, { ...PREFER, "if-match": known.etag })
    : await api.send(
        "POST",
        `${api.baseUrl}/me/calendars/${encodeURIComponent(calendar)}/events`,
        { ...body, transactionId: transactionOf(master) },
        PREFER,
      );
  if (answer.status === 409 && !known) {
    const existing = await findCreatedEarlier(api, calendar, master);
    return existing ? writeEvent(api, calendar, members, existing) : { outcome: "conflict" };
  }
  if (answer.status === 412 || answer.status === 409) return { outcome: "conflict" };
  if (answer.status === 404 || answer.status === 410) return { outcome: "gone" };
  if (!api.isAccepted(answer)) return { outcome: "refused", reason: REFUSED };
  const { id } = api.read(Item, answer);
  const isAccepted = await writeInstances(api, id, { master, others, before });
  const group = await readEvent(api, id);
  return group ? { outcome: "done", group, refused: isAccepted ? undefined : REFUSED } : { outcome: "gone" };
}

/** Single events of a page as they are; of what belongs to a series its id goes into `series`, to be asked for whole. */
function readPage(items: readonly unknown[], series: Set<string>): RemotePage {
  const groups: RemoteCalendarObject[] = [];
  const removed: string[] = [];
  let quarantined = 0;
  for (const given of items) {
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
  return { groups, removed, quarantined };
}

type Written = { master: FileEvent; others: readonly FileEvent[]; before: readonly FileEvent[] };

/** Cancels the occurrences that went, and changes those with an exception. False where one of them was refused. */
async function writeInstances(api: ProviderApi, id: string, { master, others, before }: Written) {
  const first = before.find(({ recurrenceId }) => recurrenceId === null);
  const cancelled = master.exdates.filter((at) => !first?.exdates.includes(at));
  let isAccepted = true;
  for (const at of cancelled)
    isAccepted = (await onInstance(api, id, at, (place) => api.send("DELETE", place))) && isAccepted;
  for (const exception of others) {
    const old = before.find(({ recurrenceId }) => recurrenceId === exception.recurrenceId);
    const changes = bodyOf(exception, old);
    if (Object.keys(changes).length === 0) continue;
    const change = (place: string) => api.send("PATCH", place, changes, PREFER);
    isAccepted = (await onInstance(api, id, exception.recurrenceId ?? 0, change)) && isAccepted;
  }
  return isAccepted;
}

/** The event created by an earlier attempt whose response was lost: found by that attempt's transactionId. */
async function findCreatedEarlier(
  api: ProviderApi,
  calendar: string,
  event: FileEvent,
): Promise<RemoteCalendarObject | null> {
  const range = [-DAY, DAY].map((offset) => new Date(event.start + offset).toISOString().slice(0, 19));
  const query = new URLSearchParams({
    $filter: `start/dateTime ge '${range[0]}' and start/dateTime le '${range[1]}'`,
    $select: "id,transactionId",
    $top: "200",
  });
  const url = `${api.baseUrl}/me/calendars/${encodeURIComponent(calendar)}/events?${query}`;
  const { value } = api.parse(Page, await api.get(url, [], PREFER));
  const expectedId = transactionOf(event);
  const found = value
    .flatMap((item) => CreatedEvent.safeParse(item).data ?? [])
    .find(({ transactionId }) => transactionId === expectedId);
  return found ? readEvent(api, found.id) : null;
}

/** An occurrence has its own id, found only in the list of instances. False if Outlook refuses the change. */
async function onInstance(
  api: ProviderApi,
  id: string,
  at: number,
  act: (place: string) => ReturnType<ProviderApi["send"]>,
): Promise<boolean> {
  const all = await listInstances(api, id, at - DAY, at + DAY);
  const found = all.find((item) => Date.parse(item.originalStart ?? instantText(item.start)) === at);
  if (!found) return true;
  const answer = await act(eventAt(api, found.id));
  if (!api.isAccepted(answer)) return false;
  if (answer.status !== 404 && answer.status !== 410) api.requireDone(answer);
  return true;
}

async function removeEvent(
  api: ProviderApi,
  id: string,
  etag: string,
): Promise<"done" | "conflict" | "gone"> {
  const answer = await api.send("DELETE", eventAt(api, id), undefined, etag ? { "if-match": etag } : {});
  if (answer.status === 412) return "conflict";
  if (answer.status === 404 || answer.status === 410) return "gone";
  api.requireDone(answer);
  return "done";
}

const transactionOf = ({ uid }: FileEvent) => uid.slice(0, 100);

const split = (token: string): [string, string] => {
  const at = token.indexOf(" ");
  return [token.slice(0, at), token.slice(at + 1)];
};

/** The request body for an event; or why Outlook cannot represent it. */
function requestBodyOf(event: FileEvent, before: FileEvent | undefined): Record<string, unknown> | string {
  try {
    return bodyOf(event, before);
  } catch (error) {
    if (error instanceof RuleError) return `${error.message}.`;
    throw error;
  }
}
