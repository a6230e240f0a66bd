import type { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Actor } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { EventHub, HeardFact } from "#platform/events/hub.ts";
import type { Edge } from "./edge.ts";

const HEARTBEAT_MS = 20_000;
/** Facts of these resources may mean that the stream's own session has ended. */
const IDENTITY_RESOURCES = new Set(["session", "sessions", "password", "apiKeys"]);

/** `GET /events`: server-sent events, one stream per tab; each message is `{resource, ids}`, `resync` says "all is stale". */
export function mountEventStream(
  app: Hono<Edge>,
  hub: EventHub,
  stillSignedIn: (headers: Headers) => Promise<Actor | null>,
): { closeAll(): void } {
  const open = new Set<() => void>();
  app.get("/events", (context) => {
    const { actor } = context.var;
    if (!actor) throw new AppError("unauthenticated", "Please sign in");
    const headers = context.req.raw.headers;
    const lastId = parseId(headers.get("last-event-id"));
    return streamSSE(context, async (stream) => {
      const closed = Promise.withResolvers<void>();
      open.add(closed.resolve);
      stream.onAbort(closed.resolve);
      const recheck = async () => {
        if ((await stillSignedIn(headers))?.userId !== actor.userId) closed.resolve();
      };
      const unsubscribe = await hub.subscribe(actor.userId, lastId, {
        hear: (facts) => {
          void send(stream, facts);
          if (facts.some(({ resource }) => IDENTITY_RESOURCES.has(resource))) void recheck();
        },
        resync: (id) => void stream.writeSSE({ event: "resync", id: String(id), data: "{}" }),
      });
      await stream.writeSSE({ event: "ready", data: "{}" });
      const heartbeat = setInterval(() => void stream.write(": \n\n"), HEARTBEAT_MS);
      await closed.promise;
      clearInterval(heartbeat);
      unsubscribe();
      open.delete(closed.resolve);
    });
  });
  return {
    closeAll: () => {
      for (const close of open) close();
    },
  };
}

async function send(stream: SSEStreamingApi, facts: readonly HeardFact[]): Promise<void> {
  for (const { id, resource, ids } of facts)
    await stream.writeSSE({ id: String(id), data: JSON.stringify({ resource, ids }) });
}

function parseId(header: string | null): number | null {
  const id = Number(header);
  return header !== null && header !== "" && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
