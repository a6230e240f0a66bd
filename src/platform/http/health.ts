import type { Hono } from "hono";
import type { Edge } from "./edge.ts";

/** `/healthz`: the process answers. `/readyz`: the database answers and holds this program's migrations. */
export function mountHealth(app: Hono<Edge>, isReady: () => Promise<boolean>): void {
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    // A database that cannot be asked is not ready: the answer says so.
    const ready = await isReady().catch(() => false);
    return context.json({ status: ready ? "ready" : "unavailable" }, ready ? 200 : 503);
  });
}
