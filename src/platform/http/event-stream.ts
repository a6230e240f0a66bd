import { randomInt } from "node:crypto";
import type { Hono } from "hono";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import { AnnouncementWriter } from "#platform/events/announcement-writer.ts";
import type { ChangesReader } from "#platform/events/changed-records.ts";
import type { EventBroadcaster, StreamedFact } from "#platform/events/event-broadcaster.ts";
import type { Log } from "#platform/log/log.ts";
import type { PresenceTracker } from "#platform/presence/presence-tracker.ts";
import type { Edge } from "./edge.ts";

const HEARTBEAT_MS = 20_000;
/** The earliest and the latest moment at which a browser reconnects after its stream broke off. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 3_500;
/** A session can expire without an announcement. */
const RECHECK_MS = 300_000;
/** Tabs of one person, in all browsers. */
const MAX_STREAMS = 100;
/** Messages that wait for one slow client (security.md §6). */
const MAX_WAITING = 1_000;

type StreamParts = {
  broadcaster: EventBroadcaster;
  presence: PresenceTracker;
  log: Log;
  stillSignedIn(headers: Headers): Promise<Actor | null>;
  /** Reads what changed, for the streams of people; absent: pages read it themselves. */
  changed?: ChangesReader;
  /** Announcements of this resource are currently not sent; pages see the change at their next read. */
  isSilent?(resource: string): boolean;
  recheckMs?: number;
};

/**
 * `GET /events`: server-sent events, one stream per tab; each message is `{resource, ids}`, for a person's own session
 * also with the changed `records`, the ids of those that are `gone`, and the `figures` that depend on them, as the person
 * may see them; `resync` means that all cached data is stale. It starts after the announcement in `Last-Event-ID`, else after `?after=`, else now.
 */
export function mountEventStream(app: Hono<Edge>, parts: StreamParts): { closeAll(): void } {
  const open = new Map<() => void, string>();
  const whoIs = oncePerSession(parts.stillSignedIn);
  app.get("/events", (context) => {
    const { actor } = context.var;
    if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
    // A response to HEAD has no reader, so its stream would never end.
    if (context.req.method === "HEAD") return context.body(null, 405, { allow: "GET" });
    const after = parseId(context.req.header("last-event-id")) ?? parseId(context.req.query("after"));
    const { userId, via, impersonatedBy } = actor;
    if ([...open.values()].filter((listening) => listening === userId).length >= MAX_STREAMS)
      throw new AppError("rate_limited", t`Too many tabs are open`, { retryAfter: 30 });
    const { headers } = context.req.raw;
    const ended = Promise.withResolvers<void>();
    open.set(ended.resolve, userId);
    const { body, line } = writtenLine(ended.resolve);
    const isPerson = via === "session" && !impersonatedBy;
    void converse(line, parts, { userId, isPerson, after, ended, whoIs: (fact) => whoIs(headers, fact) })
      .catch((error: unknown) => parts.log.warn("An event stream ended with an error", { error, userId }))
      .finally(() => {
        open.delete(ended.resolve);
        line.close();
      });
    return context.body(body, 200, {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      connection: "keep-alive",
    });
  });
  return {
    closeAll: () => {
      for (const end of open.keys()) end();
    },
  };
}

/** `isPerson`: only people count as present, not programs with an API key, nor an impersonating administrator. */
type OpenStream = {
  userId: string;
  isPerson: boolean;
  after: number | null;
  ended: PromiseWithResolvers<void>;
  /** Who is signed in, after this announcement or now. */
  whoIs(fact?: StreamedFact): Promise<Actor | null>;
};

/**
 * Checks a session once for each announcement, for all tabs of a browser: the check begins after the announcement was
 * received, so it sees what was written before it.
 */
function oncePerSession(stillSignedIn: StreamParts["stillSignedIn"]) {
  const known = new WeakMap<StreamedFact, Map<string, Promise<Actor | null>>>();
  return (headers: Headers, fact?: StreamedFact) => {
    if (!fact) return stillSignedIn(headers);
    const checks = known.get(fact) ?? new Map<string, Promise<Actor | null>>();
    known.set(fact, checks);
    const credentials = JSON.stringify([headers.get("cookie"), headers.get("authorization")]);
    const check = checks.get(credentials) ?? stillSignedIn(headers);
    checks.set(credentials, check);
    return check;
  };
}

/** Serves one stream until the client disconnects, falls behind or is no longer signed in. */
async function converse(line: Line, parts: StreamParts, listening: OpenStream): Promise<void> {
  const { broadcaster, presence, log, changed, recheckMs = RECHECK_MS } = parts;
  const { userId, isPerson, after, whoIs, ended } = listening;
  const recheck = async (fact?: StreamedFact) => {
    // Whoever cannot be checked gets nothing more.
    const actor = await whoIs(fact).catch(() => null);
    if (actor?.userId === userId) return actor;
    ended.resolve();
    return null;
  };
  const writer = new AnnouncementWriter({
    write: line.write,
    log,
    isSilent: (resource) => parts.isSilent?.(resource) ?? false,
    sends: (resource) => isPerson && (changed?.covers(resource) ?? false),
    read: async (actor, fact, last) => changed?.read(actor, fact, last) ?? {},
    recheck,
  });
  const unsubscribe = await broadcaster.subscribe(userId, after, writer);
  const leave = isPerson ? presence.enter(userId) : undefined;
  writer.text(`retry: ${reconnectDelay()}\nevent: ready\ndata: {}\n\n`);
  const heartbeat = setInterval(() => line.write(": \n\n"), HEARTBEAT_MS);
  const rechecking = setInterval(() => void recheck(), recheckMs);
  await ended.promise;
  clearInterval(heartbeat);
  clearInterval(rechecking);
  unsubscribe();
  leave?.();
}

/** Each stream has another delay: after a restart not all pages reconnect in the same moment. */
const reconnectDelay = () => randomInt(FIRST_RETRY_MS, LAST_RETRY_MS);

type Line = { write(text: string): void; close(): void };

const encoder = new TextEncoder();

/**
 * A response body written in order: a plain queue, because a thousand of them are open at once. A client that falls too
 * far behind is disconnected; after reconnecting it resumes or gets a resync.
 */
function writtenLine(ended: () => void): { body: ReadableStream<Uint8Array>; line: Line } {
  let writer: ReadableStreamDefaultController<Uint8Array> | null = null;
  const end = () => {
    writer = null;
    ended();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        writer = controller;
      },
      cancel: end,
    },
    { highWaterMark: MAX_WAITING },
  );
  const close = () => {
    writer?.close();
    end();
  };
  const write = (text: string) => {
    if (writer?.desiredSize === 0) close();
    writer?.enqueue(encoder.encode(text));
  };
  return { body, line: { write, close } };
}

function parseId(text: string | undefined): number | null {
  const id = Number(text);
  return text && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
