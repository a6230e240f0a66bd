import type { Hono } from "hono";
import { AppError } from "#platform/capability/errors.ts";
import type { Registry } from "#platform/capability/slice.ts";
import type { Edge } from "./edge.ts";
import { jsonBody } from "./json-body.ts";
import type { Run } from "./run.ts";

/** `POST /rpc/tasks.create` with the input as JSON: the API of our own pages. */
export function mountRpc(app: Hono<Edge>, registry: Registry, run: Run): void {
  app.post("/rpc/:name", async (context) => {
    const name = context.req.param("name");
    const capability = registry.get(name);
    if (!capability) throw new AppError("not_found", `There is no capability named '${name}'`);
    return run(context, capability, await jsonBody(context.req.raw));
  });
}
