import type { Hono } from "hono";
import type { Services } from "#platform/capability/services.ts";
import type { Log } from "#platform/log/log.ts";
import type { Edge } from "./edge.ts";

export type RouteParts = {
  services: Services;
  log: Log;
};

/**
 * A slice's endpoints that are not JSON calls. Below `/files/` the caller is known (`context.var.actor`), requests are
 * rate limited, and unsafe ones must come from our own pages and carry `x-adjutant-upload`. Below `/shared/` anyone may
 * read; requests are limited by source.
 */
export type SliceRoutes = (app: Hono<Edge>, parts: RouteParts) => void;
