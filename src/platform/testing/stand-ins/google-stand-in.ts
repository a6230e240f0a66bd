import { createHash, randomUUID } from "node:crypto";
import { type Paging, pageAt } from "../paging.ts";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";
import { watchesStandIn } from "./push-stand-in.ts";

type Item = Record<string, unknown> & { id: string };
type StoredItem = { item: Item; change: number };

/**
 * Google Calendar and contacts on loopback, as their public reference describes them: pages, sync tokens that end with
 * 410, etags with If-Match, deletions as cancelled items, instances of series under their own ids.
 */
export function googleStandIn() {
  let change = 0;
  let epoch = 1;
  const calendars = new Map<string, Map<string, StoredItem>>([["primary@example.com", new Map()]]);
  const people: Item[] = [];
  const mood = { pageSize: 250, paging: "right" as Paging };
  const watches = watchesStandIn();
  const eventsOf = (calendar: string) => {
    const found = calendars.get(calendar);
    if (!found) throw new Error(`No calendar ${calendar}`);
    return found;
  };

  const put = (item: Item, calendar = "primary@example.com"): Item => {
    change += 1;
    const whole: Item = {
      status: "confirmed",
      iCalUID: `${item.id}@google.com`,
      kind: "calendar#event",
      sequence: 0,
      ...item,
      updated: new Date(Date.UTC(2027, 0, 1) + change * 1000).toISOString(),
      etag: `"${createHash("sha256").update(`${item.id} ${change}`).digest("hex").slice(0, 16)}"`,
    };
    eventsOf(calendar).set(item.id, { item: whole, change });
    return whole;
  };

  const paged = <T>(all: readonly T[], query: URLSearchParams, most: "maxResults" | "pageSize") =>
    pageAt(all, Number(query.get("pageToken") ?? 0), {
      size: Math.min(mood.pageSize, Number(query.get(most) ?? 100)),
      paging: mood.paging,
    });

  const list = (calendar: string, query: URLSearchParams) => {
    const all = [...eventsOf(calendar).values()];
    const uid = query.get("iCalUID");
    const [since, wanted] = (query.get("syncToken") ?? "0.0").split(".").map(Number);
    if (query.has("syncToken") && wanted !== epoch)
      return { status: 410, body: { error: { code: 410, errors: [{ reason: "fullSyncRequired" }] } } };
    const showsDeleted = query.has("syncToken") || query.get("showDeleted") === "true";
    const found = all
      .filter(({ change: at }) => at > (since ?? 0))
      .filter(({ item }) => showsDeleted || item.status !== "cancelled")
      .filter(({ item }) => uid === null || item.iCalUID === uid)
      .map(({ item }) => item);
    const { items, next } = paged(found, query, "maxResults");
    return {
      status: 200,
      body: {
        kind: "calendar#events",
        items,
        ...(next !== null ? { nextPageToken: String(next) } : { nextSyncToken: `${change}.${epoch}` }),
      },
    };
  };

  /** An unchanged instance of a series exists too. */
  const instance = (calendar: string, id: string): Item | undefined => {
    const [, seriesId = "", stamp = ""] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
    const series = eventsOf(calendar).get(seriesId)?.item;
    if (!series) return undefined;
    const at = stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, "$1-$2-$3T$4:$5:$6Z");
    const { recurrence: _, ...rest } = series;
    return { ...rest, id, recurringEventId: seriesId, originalStartTime: { dateTime: at } };
  };

  const change410 = { status: 410, body: { error: { code: 410 } } };
  const onEvents = (calendar: string, id: string | undefined, request: StandInRequest) => {
    const { method, query, headers } = request;
    if (!calendars.has(calendar)) return { status: 404, body: { error: { code: 404 } } };
    const body = (request.body === "" ? {} : JSON.parse(request.body)) as Item;
    if (id === undefined && method === "GET") return list(calendar, query);
    if (id === undefined && method === "POST") {
      const own = body.id ?? randomUUID().replaceAll("-", "");
      if (!/^[a-v0-9]{5,1024}$/.test(own) || !body.start || !body.end)
        return { status: 400, body: { error: { code: 400 } } };
      if (eventsOf(calendar).has(own)) return { status: 409, body: { error: { code: 409 } } };
      return { status: 200, body: put({ ...withoutNulls(body), id: own }, calendar) };
    }
    const known = eventsOf(calendar).get(id ?? "")?.item ?? instance(calendar, id ?? "");
    if (!known) return { status: 404, body: { error: { code: 404 } } };
    const condition = headers["if-match"];
    if (condition !== undefined && condition !== known.etag)
      return { status: 412, body: { error: { code: 412 } } };
    if (method === "PATCH") return { status: 200, body: put(withoutNulls(merge(known, body)), calendar) };
    if (method === "DELETE") {
      if (known.status === "cancelled") return change410;
      put({ ...known, status: "cancelled" }, calendar);
      return { status: 204 };
    }
    return { status: 200, body: known };
  };

  const api: StandInApi = async (request) => {
    const { path, query } = request;
    const watched = await watches.api(request);
    if (watched) return watched;
    if (path === "/calendar/v3/users/me/calendarList")
      return {
        status: 200,
        body: {
          items: [...calendars.keys()].map((id) => ({
            ...{ id, summary: id, accessRole: "owner", backgroundColor: "#16a765" },
          })),
        },
      };
    const [, calendar, id] = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (calendar) return onEvents(decodeURIComponent(calendar), id && decodeURIComponent(id), request);
    if (path === "/v1/people/me/connections") {
      if (query.has("syncToken") && query.get("syncToken") !== `people-${epoch}`)
        return { status: 400, body: { error: { details: [{ reason: "EXPIRED_SYNC_TOKEN" }] } } };
      const { items, next } = paged(query.has("syncToken") ? [] : people, query, "pageSize");
      return {
        status: 200,
        body: {
          connections: items,
          totalItems: people.length,
          ...(next !== null ? { nextPageToken: String(next) } : { nextSyncToken: `people-${epoch}` }),
        },
      };
    }
    return null;
  };

  return {
    api,
    mood,
    people,
    watches,
    put,
    /** As Google has it: the item stays, cancelled. */
    remove: (id: string, calendar?: string) =>
      put({ ...(read(id, calendar) ?? { id }), status: "cancelled" }, calendar),
    read,
    all: () => [...eventsOf("primary@example.com").values()].map(({ item }) => item),
    /** Expires every issued sync token. */
    expireTokens: () => {
      epoch += 1;
    },
    clear: () => {
      for (const events of calendars.values()) events.clear();
      people.length = 0;
      watches.clear();
      Object.assign(mood, { pageSize: 250, paging: "right" });
    },
  };

  function read(id: string, calendar = "primary@example.com"): Item | undefined {
    return eventsOf(calendar).get(id)?.item;
  }
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
