import { randomUUID } from "node:crypto";
import { type Paging, pageAt } from "../paging.ts";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";
import { subscriptionsStandIn } from "./push-stand-in.ts";
import { teamsStandIn } from "./teams-stand-in.ts";

type Item = Record<string, unknown> & { id: string };
/** `refused`: events with this subject are refused. */
type Behaviour = { pageSize: number; paging: Paging; foreignNextLink: string | null; refused: string | null };
type StoredItem = { item: Item; change: number; isDeleted: boolean };
const gone = (code: string) => ({ status: 410, body: { error: { code } } });
const missing = { status: 404, body: { error: { code: "ErrorItemNotFound" } } };

type Microsoft = {
  /** Counted up with every change of an event. */
  change: number;
  /** Counted up when the tokens that were given out expire. */
  epoch: number;
  events: Map<string, StoredItem>;
  contacts: Item[];
  behaviour: Behaviour;
};

/**
 * Microsoft Graph on loopback, as its public reference describes it: calendarView/delta with a window in the token,
 * `@removed`, 410 for old tokens, etags with If-Match; Teams; contacts; subscriptions.
 */
export function microsoftStandIn() {
  const microsoft: Microsoft = {
    ...{ change: 0, epoch: 1, events: new Map(), contacts: [] },
    behaviour: { pageSize: 200, paging: "right", foreignNextLink: null, refused: null },
  };
  const { events, contacts, behaviour } = microsoft;
  const { api: teamsApi, clear: clearTeams, ...teams } = teamsStandIn(behaviour);
  const subscriptions = subscriptionsStandIn();
  const api: StandInApi = (request) =>
    answerOf(microsoft, request) ?? teamsApi(request) ?? subscriptions.api(request);
  const put = (item: Item) => putEvent(microsoft, item);
  return {
    ...{ ...teams, api, behaviour, put, contacts, subscriptions },
    remove: (id: string) => removeEvent(microsoft, id),
    /** Changes an item without listing it in the next delta, as for a series whose occurrence was deleted. */
    putWithoutDelta: (item: Item) => {
      const before = events.get(item.id)?.change ?? 0;
      put(item);
      const stored = events.get(item.id);
      if (stored) stored.change = before;
    },
    read: (id: string) => events.get(id)?.item,
    all: () => [...events.values()].filter(({ isDeleted }) => !isDeleted).map(({ item }) => item),
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
      Object.assign(behaviour, { pageSize: 200, paging: "right", foreignNextLink: null, refused: null });
    },
  };
}

function putEvent(microsoft: Microsoft, item: Item): Item {
  microsoft.change += 1;
  const { change } = microsoft;
  const stored: Item = {
    ...{ iCalUId: `uid-${item.id}`, type: "singleInstance", isAllDay: false, isCancelled: false },
    ...{ originalStartTimeZone: "W. Europe Standard Time", showAs: "busy" },
    ...item,
    "@odata.etag": `W/"${item.id}-${change}"`,
  };
  microsoft.events.set(item.id, { item: stored, change, isDeleted: false });
  return stored;
}

function removeEvent(microsoft: Microsoft, id: string): void {
  microsoft.change += 1;
  microsoft.events.set(id, { item: { id }, change: microsoft.change, isDeleted: true });
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

function listChanges({ change, epoch, events, behaviour }: Microsoft, request: StandInRequest) {
  const { query } = request;
  const token = query.get("$deltatoken") ?? query.get("$skiptoken");
  const [since = 0, tokenEpoch = epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
  if (tokenEpoch !== epoch) return gone("SyncStateNotFound");
  if (token === null && !(query.has("startDateTime") && query.has("endDateTime")))
    return { status: 400, body: { error: { code: "ErrorInvalidParameter" } } };
  const found = [...events.values()]
    .filter((stored) => stored.change > since && (since > 0 || !stored.isDeleted))
    .map(({ item, isDeleted }) => (isDeleted ? { id: item.id, "@removed": { reason: "deleted" } } : item));
  const { items, next } = pageAt(found, from, { size: behaviour.pageSize, paging: behaviour.paging });
  const link = `${originOf(request)}/v1.0/me/calendars/main/calendarView/delta`;
  return {
    status: 200,
    body: {
      value: items,
      ...(next !== null
        ? { "@odata.nextLink": behaviour.foreignNextLink ?? `${link}?$skiptoken=${since}.${epoch}.${next}` }
        : { "@odata.deltaLink": `${link}?$deltatoken=${change}.${epoch}` }),
    },
  };
}

/** Those that begin between the two times of the filter. */
function listEvents({ events }: Microsoft, { query }: StandInRequest) {
  const [from = "", to = ""] = query.get("$filter")?.match(/(?<=')[\d:T-]+(?=')/g) ?? [];
  const isInRange = ({ item, isDeleted }: StoredItem) => {
    const { dateTime = "" } = (item.start ?? {}) as { dateTime?: string };
    return !isDeleted && dateTime >= from && dateTime <= to;
  };
  const value = [...events.values()].filter(isInRange);
  return {
    status: 200,
    body: { value: value.map(({ item: { id, transactionId } }) => ({ id, transactionId })) },
  };
}

function createEvent(microsoft: Microsoft, request: StandInRequest) {
  const body = JSON.parse(request.body) as Record<string, unknown>;
  if (body.subject === microsoft.behaviour.refused)
    return { status: 400, body: { error: { code: "ErrorInvalidRequest" } } };
  const known = [...microsoft.events.values()].find(({ item }) => item.transactionId === body.transactionId);
  if (known && !known.isDeleted)
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
  const stored = microsoft.events.get(id);
  if (!stored || stored.isDeleted) return missing;
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
  if (condition !== undefined && condition !== stored.item["@odata.etag"])
    return { status: 412, body: { error: { code: "ErrorIrresolvableConflict" } } };
  if (method === "PATCH")
    return { status: 200, body: putEvent(microsoft, { ...stored.item, ...JSON.parse(body) }) };
  if (method === "DELETE") {
    removeEvent(microsoft, id);
    return { status: 204 };
  }
  return { status: 200, body: stored.item };
}

/** Contacts have delta queries like events: old tokens are refused with 410. */
function listContacts({ contacts, epoch, behaviour }: Microsoft, request: StandInRequest) {
  const token = request.query.get("$deltatoken") ?? request.query.get("$skiptoken");
  const [since = 0, tokenEpoch = epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
  if (tokenEpoch !== epoch) return gone("SyncStateNotFound");
  const { items, next } = pageAt(contacts.slice(since), from, {
    size: behaviour.pageSize,
    paging: behaviour.paging,
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
