import type { Hono } from "hono";
import type { Edge } from "./edge.ts";

/** `/healthz`: the process responds. `/readyz`: the database responds through every pool. */
export function mountHealth(app: Hono<Edge>, isReady: () => Promise<boolean>): void {
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    // A database that cannot be queried is not ready.
    const ready = await isReady().catch(() => false);
    return context.json({ status: ready ? "ready" : "unavailable" }, ready ? 200 : 503);
  });
}
