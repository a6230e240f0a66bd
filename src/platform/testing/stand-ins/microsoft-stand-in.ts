import { randomUUID } from "node:crypto";
import { type Paging, pageAt } from "../paging.ts";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";
import { subscriptionsStandIn } from "./push-stand-in.ts";
import { teamsStandIn } from "./teams-stand-in.ts";

type Item = Record<string, unknown> & { id: string };
/** `refused`: events with this subject are refused. */
type Behaviour = { pageSize: number; paging: Paging; foreignNextLink: string | null; refused: string | null };
type StoredItem = { item: Item; change: number; isGone: boolean };
const gone = (code: string) => ({ status: 410, body: { error: { code } } });
const missing = { status: 404, body: { error: { code: "ErrorItemNotFound" } } };

type Microsoft = {
  /** Counted up with every change of an event. */
  change: number;
  /** Counted up when the tokens that were given out expire. */
  epoch: number;
  events: Map<string, StoredItem>;
  contacts: Item[];
  mood: Behaviour;
};

/**
 * Microsoft Graph on loopback, as its public reference describes it: calendarView/delta with a window in the token,
 * `@removed`, 410 for old tokens, etags with If-Match; Teams; contacts; subscriptions.
 */
export function microsoftStandIn() {
  const microsoft: Microsoft = {
    ...{ change: 0, epoch: 1, events: new Map(), contacts: [] },
    mood: { pageSize: 200, paging: "right", foreignNextLink: null, refused: null },
  };
  const { events, contacts, mood } = microsoft;
  const { api: teamsApi, clear: clearTeams, ...teams } = teamsStandIn(mood);
  const subscriptions = subscriptionsStandIn();
  const api: StandInApi = (request) =>
    answerOf(microsoft, request) ?? teamsApi(request) ?? subscriptions.api(request);
  const put = (item: Item) => putEvent(microsoft, item);
  return {
    ...{ ...teams, api, mood, put, contacts, subscriptions },
    remove: (id: string) => removeEvent(microsoft, id),
    /** Changes an item without listing it in the next delta, as for a series whose occurrence was deleted. */
    putQuietly: (item: Item) => {
      const before = events.get(item.id)?.change ?? 0;
      put(item);
      const kept = events.get(item.id);
      if (kept) kept.change = before;
    },
    read: (id: string) => events.get(id)?.item,
    all: () => [...events.values()].filter(({ isGone }) => !isGone).map(({ item }) => item),
    /** Expires every issued token. */
    expireTokens: () => {
      microsoft.epoch += 1;
      teams.state.epoch += 1;
    },
    clear: () => {
      events.clear();
      clearTeams();
      subscriptions.clear();
      contacts.length = 0;
      Object.assign(mood, { pageSize: 200, paging: "right", foreignNextLink: null, refused: null });
    },
  };
}

function putEvent(microsoft: Microsoft, item: Item): Item {
  microsoft.change += 1;
  const { change } = microsoft;
  const whole: Item = {
    ...{ iCalUId: `uid-${item.id}`, type: "singleInstance", isAllDay: false, isCancelled: false },
    ...{ originalStartTimeZone: "W. Europe Standard Time", showAs: "busy" },
    ...item,
    "@odata.etag": `W/"${item.id}-${change}"`,
  };
  microsoft.events.set(item.id, { item: whole, change, isGone: false });
  return whole;
}

function removeEvent(microsoft: Microsoft, id: string): void {
  microsoft.change += 1;
  microsoft.events.set(id, { item: { id }, change: microsoft.change, isGone: true });
}

/** Null for what is neither the calendar's nor a contact's. */
function answerOf(microsoft: Microsoft, request: StandInRequest) {
  const { path, method } = request;
  if (path === "/v1.0/me/calendars")
    return {
      status: 200,
      body: { value: [{ id: "main", name: "Calendar", hexColor: "", canEdit: true }] },
    };
  if (path === "/v1.0/me/calendars/main/calendarView/delta") return listChanges(microsoft, request);
  if (path === "/v1.0/me/calendars/main/events" && method === "GET") return listEvents(microsoft, request);
  if (path === "/v1.0/me/calendars/main/events" && method === "POST") return createEvent(microsoft, request);
  const [, id, rest] = /^\/v1\.0\/me\/events\/([^/]+)(?:\/(instances))?$/.exec(path) ?? [];
  if (id) return onEvent(microsoft, decodeURIComponent(id), rest, request);
  return path === "/v1.0/me/contacts/delta" ? listContacts(microsoft, request) : null;
}

function listChanges({ change, epoch, events, mood }: Microsoft, request: StandInRequest) {
  const { query } = request;
  const token = query.get("$deltatoken") ?? query.get("$skiptoken");
  const [since = 0, wanted = epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
  if (wanted !== epoch) return gone("SyncStateNotFound");
  if (token === null && !(query.has("startDateTime") && query.has("endDateTime")))
    return { status: 400, body: { error: { code: "ErrorInvalidParameter" } } };
  const found = [...events.values()]
    .filter((kept) => kept.change > since && (since > 0 || !kept.isGone))
    .map(({ item, isGone }) => (isGone ? { id: item.id, "@removed": { reason: "deleted" } } : item));
  const { items, next } = pageAt(found, from, { size: mood.pageSize, paging: mood.paging });
  const link = `${originOf(request)}/v1.0/me/calendars/main/calendarView/delta`;
  return {
    status: 200,
    body: {
      value: items,
      ...(next !== null
        ? { "@odata.nextLink": mood.foreignNextLink ?? `${link}?$skiptoken=${since}.${epoch}.${next}` }
        : { "@odata.deltaLink": `${link}?$deltatoken=${change}.${epoch}` }),
    },
  };
}

/** Those that begin between the two times of the filter. */
function listEvents({ events }: Microsoft, { query }: StandInRequest) {
  const [from = "", to = ""] = query.get("$filter")?.match(/(?<=')[\d:T-]+(?=')/g) ?? [];
  const within = ({ item, isGone }: StoredItem) => {
    const { dateTime = "" } = (item.start ?? {}) as { dateTime?: string };
    return !isGone && dateTime >= from && dateTime <= to;
  };
  const value = [...events.values()].filter(within);
  return {
    status: 200,
    body: { value: value.map(({ item: { id, transactionId } }) => ({ id, transactionId })) },
  };
}

function createEvent(microsoft: Microsoft, request: StandInRequest) {
  const body = JSON.parse(request.body) as Record<string, unknown>;
  if (body.subject === microsoft.mood.refused)
    return { status: 400, body: { error: { code: "ErrorInvalidRequest" } } };
  const known = [...microsoft.events.values()].find(({ item }) => item.transactionId === body.transactionId);
  if (known && !known.isGone)
    return { status: 409, body: { error: { code: "ErrorDuplicateTransactionId" } } };
  const type = body.recurrence ? "seriesMaster" : "singleInstance";
  return { status: 201, body: putEvent(microsoft, { ...body, type, id: randomUUID() }) };
}

function onEvent(
  microsoft: Microsoft,
  id: string,
  rest: string | undefined,
  { method, body, headers }: StandInRequest,
) {
  const kept = microsoft.events.get(id);
  if (!kept || kept.isGone) return missing;
  if (rest === "instances")
    return {
      status: 200,
      body: {
        value: [...microsoft.events.values()]
          .filter(({ item }) => item.seriesMasterId === id)
          .map(({ item }) => item),
      },
    };
  const condition = headers["if-match"];
  if (condition !== undefined && condition !== kept.item["@odata.etag"])
    return { status: 412, body: { error: { code: "ErrorIrresolvableConflict" } } };
  if (method === "PATCH")
    return { status: 200, body: putEvent(microsoft, { ...kept.item, ...JSON.parse(body) }) };
  if (method === "DELETE") {
    removeEvent(microsoft, id);
    return { status: 204 };
  }
  return { status: 200, body: kept.item };
}

/** Contacts have delta queries like events: old tokens are refused with 410. */
function listContacts({ contacts, epoch, mood }: Microsoft, request: StandInRequest) {
  const token = request.query.get("$deltatoken") ?? request.query.get("$skiptoken");
  const [since = 0, wanted = epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
  if (wanted !== epoch) return gone("SyncStateNotFound");
  const { items, next } = pageAt(contacts.slice(since), from, {
    size: mood.pageSize,
    paging: mood.paging,
  });
  const link = `${originOf(request)}/v1.0/me/contacts/delta`;
  return {
    status: 200,
    body: {
      value: items,
      ...(next !== null
        ? { "@odata.nextLink": `${link}?$skiptoken=${since}.${epoch}.${next}` }
        : { "@odata.deltaLink": `${link}?$deltatoken=${contacts.length}.${epoch}` }),
    },
  };
}

const originOf = ({ headers }: StandInRequest) => `http://${headers.host}`;
