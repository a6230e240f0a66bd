import { createHash, randomUUID } from "node:crypto";
import { type Paging, pageAt } from "../paging.ts";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";
import { watchesStandIn } from "./push-stand-in.ts";

type Item = Record<string, unknown> & { id: string };
type StoredItem = { item: Item; change: number };

type Google = {
  /** Counted up with every change of an event. */
  change: number;
  /** Counted up when the tokens that were given out expire. */
  epoch: number;
  calendars: Map<string, Map<string, StoredItem>>;
  people: Item[];
  behaviour: { pageSize: number; paging: Paging };
};

const PRIMARY = "primary@example.com";

/**
 * Google Calendar and contacts on loopback, as their public reference describes them: pages, sync tokens that end with
 * 410, etags with If-Match, deletions as cancelled items, instances of series under their own ids.
 */
export function googleStandIn() {
  const google: Google = {
    ...{ change: 0, epoch: 1, people: [], behaviour: { pageSize: 250, paging: "right" } },
    calendars: new Map([[PRIMARY, new Map()]]),
  };
  const { calendars, people, behaviour } = google;
  const watches = watchesStandIn();
  const api: StandInApi = async (request) => (await watches.api(request)) ?? answerOf(google, request);
  const read = (id: string, calendar = PRIMARY) => eventsOf(google, calendar).get(id)?.item;
  const put = (item: Item, calendar = PRIMARY) => putEvent(google, item, calendar);
  return {
    api,
    behaviour,
    people,
    watches,
    put,
    /** As Google has it: the item stays, cancelled. */
    remove: (id: string, calendar?: string) =>
      put({ ...(read(id, calendar) ?? { id }), status: "cancelled" }, calendar),
    read,
    all: () => [...eventsOf(google, PRIMARY).values()].map(({ item }) => item),
    /** Expires every issued sync token. */
    expireTokens: () => {
      google.epoch += 1;
    },
    clear: () => {
      for (const events of calendars.values()) events.clear();
      people.length = 0;
      watches.clear();
      Object.assign(behaviour, { pageSize: 250, paging: "right" });
    },
  };
}

function eventsOf({ calendars }: Google, calendar: string): Map<string, StoredItem> {
  const found = calendars.get(calendar);
  if (!found) throw new Error(`No calendar ${calendar}`);
  return found;
}

function putEvent(google: Google, item: Item, calendar: string): Item {
  google.change += 1;
  const { change } = google;
  const stored: Item = {
    status: "confirmed",
    iCalUID: `${item.id}@google.com`,
    kind: "calendar#event",
    sequence: 0,
    ...item,
    updated: new Date(Date.UTC(2027, 0, 1) + change * 1000).toISOString(),
    etag: `"${createHash("sha256").update(`${item.id} ${change}`).digest("hex").slice(0, 16)}"`,
  };
  eventsOf(google, calendar).set(item.id, { item: stored, change });
  return stored;
}

function answerOf(google: Google, request: StandInRequest) {
  const { path, query } = request;
  if (path === "/calendar/v3/users/me/calendarList")
    return {
      status: 200,
      body: {
        items: [...google.calendars.keys()].map((id) => ({
          ...{ id, summary: id, accessRole: "owner", backgroundColor: "#16a765" },
        })),
      },
    };
  const [, calendar, id] = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
  if (calendar) return onEvents(google, decodeURIComponent(calendar), id && decodeURIComponent(id), request);
  return path === "/v1/people/me/connections" ? listPeople(google, query) : null;
}

function listPeople({ people, epoch, behaviour }: Google, query: URLSearchParams) {
  if (query.has("syncToken") && query.get("syncToken") !== `people-${epoch}`)
    return { status: 400, body: { error: { details: [{ reason: "EXPIRED_SYNC_TOKEN" }] } } };
  const { items, next } = paged(query.has("syncToken") ? [] : people, behaviour, query, "pageSize");
  return {
    status: 200,
    body: {
      connections: items,
      totalItems: people.length,
      ...(next !== null ? { nextPageToken: String(next) } : { nextSyncToken: `people-${epoch}` }),
    },
  };
}

const paged = <T>(
  all: readonly T[],
  behaviour: Google["behaviour"],
  query: URLSearchParams,
  sizeParameter: "maxResults" | "pageSize",
) =>
  pageAt(all, Number(query.get("pageToken") ?? 0), {
    size: Math.min(behaviour.pageSize, Number(query.get(sizeParameter) ?? 100)),
    paging: behaviour.paging,
  });

function onEvents(google: Google, calendar: string, id: string | undefined, request: StandInRequest) {
  const { method, query } = request;
  if (!google.calendars.has(calendar)) return failed(404);
  const body = (request.body === "" ? {} : JSON.parse(request.body)) as Item;
  if (id === undefined && method === "GET") return listEvents(google, calendar, query);
  if (id === undefined && method === "POST") return createEvent(google, calendar, body);
  return onEvent(google, calendar, id ?? "", body, request);
}

function listEvents(google: Google, calendar: string, query: URLSearchParams) {
  const { change, epoch, behaviour } = google;
  const all = [...eventsOf(google, calendar).values()];
  const uid = query.get("iCalUID");
  const [since, tokenEpoch] = (query.get("syncToken") ?? "0.0").split(".").map(Number);
  if (query.has("syncToken") && tokenEpoch !== epoch)
    return { status: 410, body: { error: { code: 410, errors: [{ reason: "fullSyncRequired" }] } } };
  const showsDeleted = query.has("syncToken") || query.get("showDeleted") === "true";
  const found = all
    .filter(({ change: at }) => at > (since ?? 0))
    .filter(({ item }) => showsDeleted || item.status !== "cancelled")
    .filter(({ item }) => uid === null || item.iCalUID === uid)
    .map(({ item }) => item);
  const { items, next } = paged(found, behaviour, query, "maxResults");
  return {
    status: 200,
    body: {
      kind: "calendar#events",
      items,
      ...(next !== null ? { nextPageToken: String(next) } : { nextSyncToken: `${change}.${epoch}` }),
    },
  };
}

function createEvent(google: Google, calendar: string, body: Item) {
  const own = body.id ?? randomUUID().replaceAll("-", "");
  if (!/^[a-v0-9]{5,1024}$/.test(own) || !body.start || !body.end) return failed(400);
  if (eventsOf(google, calendar).has(own)) return failed(409);
  return { status: 200, body: putEvent(google, { ...withoutNulls(body), id: own }, calendar) };
}

function onEvent(
  google: Google,
  calendar: string,
  id: string,
  body: Item,
  { method, headers }: StandInRequest,
) {
  const known = eventsOf(google, calendar).get(id)?.item ?? instanceOf(google, calendar, id);
  if (!known) return failed(404);
  const condition = headers["if-match"];
  if (condition !== undefined && condition !== known.etag) return failed(412);
  if (method === "PATCH")
    return { status: 200, body: putEvent(google, withoutNulls(merge(known, body)), calendar) };
  if (method === "DELETE") {
    if (known.status === "cancelled") return failed(410);
    putEvent(google, { ...known, status: "cancelled" }, calendar);
    return { status: 204 };
  }
  return { status: 200, body: known };
}

const failed = (code: number) => ({ status: code, body: { error: { code } } });

/** An unchanged instance of a series exists too. */
function instanceOf(google: Google, calendar: string, id: string): Item | undefined {
  const [, seriesId = "", stamp = ""] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
  const series = eventsOf(google, calendar).get(seriesId)?.item;
  if (!series) return undefined;
  const at = stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, "$1-$2-$3T$4:$5:$6Z");
  const { recurrence: _, ...rest } = series;
  return { ...rest, id, recurringEventId: seriesId, originalStartTime: { dateTime: at } };
}

/** PATCH semantics: absent fields stay, `null` deletes, objects are merged. */
function merge(known: Item, change: Record<string, unknown>): Item {
  const merged: Item = { ...known };
  for (const [name, value] of Object.entries(change)) {
    const before = merged[name];
    const isObject = (given: unknown) => typeof given === "object" && given !== null && !Array.isArray(given);
    merged[name] =
      isObject(value) && isObject(before) ? { ...(before as object), ...(value as object) } : value;
  }
  return merged;
}

function withoutNulls(item: Item): Item {
  return JSON.parse(JSON.stringify(item), (_name, value) => (value === null ? undefined : value));
}
