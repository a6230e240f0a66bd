import { randomBytes, randomUUID } from "node:crypto";
import type { Server, ServerOptions } from "node:http";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import type { RouterRoute } from "hono/types";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Feed, Registry } from "#platform/capability/slice.ts";
import type { Config } from "#platform/config/config.ts";
import { attributeRequest } from "#platform/crash/attribution.ts";
import { changesReader } from "#platform/events/changed-records.ts";
import type { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { mountApiPages } from "#platform/http/api-page.ts";
import { auditImpersonatedDownloads } from "#platform/http/audit-impersonated-downloads.ts";
import { type ArrivalLimits, boundBodies } from "#platform/http/bound-bodies.ts";
import { clientAddress } from "#platform/http/client-address.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { mountEventStream } from "#platform/http/event-stream.ts";
import {
  limitRate,
  refuseCrossSite,
  refuseForeignHosts,
  refuseForeignListeners,
  refuseForeignOrigins,
} from "#platform/http/guard.ts";
import { mountHealth } from "#platform/http/health.ts";
import { isLocalRequest } from "#platform/http/local-request.ts";
import { closeForMaintenance } from "#platform/http/maintenance.ts";
import { openApiDocument } from "#platform/http/openapi.ts";
import { mountHelp } from "#platform/http/pages/help-site.ts";
import { mountWebApp } from "#platform/http/pages/web-app.ts";
import { speakTheirLanguage } from "#platform/http/request-language.ts";
import { mountRest } from "#platform/http/rest.ts";
import { publicReads, type RestRoute, restRoutes } from "#platform/http/rest-routes.ts";
import { mountReads, mountRpc } from "#platform/http/rpc.ts";
import { runOverHttp, runToTextOverHttp } from "#platform/http/run.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { Log } from "#platform/log/log.ts";
import { mountAgentSignIn } from "#platform/mcp/agent-routes.ts";
import { mountMcp } from "#platform/mcp/mcp.ts";
import type { PresenceTracker } from "#platform/presence/presence-tracker.ts";
import { SYSTEM_SETTINGS_SIGNAL } from "#platform/system-settings/system-settings.ts";
import examples from "./api-examples.json" with { type: "json" };
import { describeVisitors } from "./describe-visitors.ts";
import { trackConnections } from "./drain.ts";
import { limitConnections } from "./limit-connections.ts";

export type ServerParts = {
  config: Config;
  log: Log;
  services: Services;
  registry: Registry;
  feeds: ReadonlyMap<string, Feed>;
  /** The slices' endpoints that are not JSON calls. */
  routes: readonly SliceRoutes[];
  broadcaster: EventBroadcaster;
  presence: PresenceTracker;
  /** Tells who a request's cookie or API key belongs to; null where to nobody. */
  authenticate(headers: Headers): Promise<Actor | null>;
  isReady(): Promise<boolean>;
  /** Folder of the built pages. */
  webFolder: string;
  /** Shorter ones, for tests. */
  arrival?: ArrivalLimits;
  connectionLimits?: ServerOptions;
};

/** All HTTP interfaces to one registry. */
export function createServer(parts: ServerParts) {
  const { config, log, services, registry } = parts;
  const app = new Hono<Edge>();
  app.onError((error, context) => errorResponse(error, context.var.requestId, log));
  app.notFound((context) =>
    errorResponse(new AppError("not_found", t`There is nothing at this address`), context.var.requestId, log),
  );
  app.use(describeRequest(config), securityHeaders(config.publicUrl), boundBodies(parts.arrival ?? ARRIVAL));
  app.use((_context, next) => attributeRequest(next));
  app.use(speakTheirLanguage);
  mountHealth(app, parts.isReady);
  const { systemSettings } = services;
  const origins = () => [config.publicUrl, ...(systemSettings.origin ? [systemSettings.origin] : [])];
  app.use(refuseForeignHosts(origins));
  const routes = restRoutes(registry);
  guardAddresses(app, parts, origins, routes);

  const run = runOverHttp(services);
  mountReads(app, registry, runToTextOverHttp(services), log);
  mountRpc(app, registry, run);
  mountRest(app, routes, run);
  mountApiPages(app, () => openApiDocument(routes, config.publicUrl, examples));
  /** The origin that the client used: a configured one, or the plain address of this machine. */
  const origin = (url: string) =>
    origins().find((known) => new URL(known).host === new URL(url).host) ?? new URL(url).origin;
  mountMcp(app, registry, services, { log, origin });
  mountAgentSignIn(app, services, origin);
  const { broadcaster, presence, authenticate } = parts;
  const streams = mountEventStream(app, {
    broadcaster,
    presence,
    log,
    stillSignedIn: authenticate,
    changed: changesReader(services, parts.feeds),
    isSilent: (resource) => resource === "notifications" && !systemSettings.current.pushNotifications,
  });
  for (const mount of parts.routes) mount(app, { services, log });
  mountHelp(app, parts.webFolder);
  mountWebApp(app, parts.webFolder, () => systemSettings.current, describeVisitors(parts));
  broadcaster.onSignal(SYSTEM_SETTINGS_SIGNAL, () => systemSettings.refreshSoon());
  systemSettings.onChange(() => {
    for (const resource of ["system", "systemSettings"]) broadcaster.broadcast(resource);
  });
  return {
    listen: () => listen(app, parts),
    closeStreams: streams.closeAll,
    /** Every address that is answered, for laws that try all of them. */
    routes: app.routes as readonly Pick<RouterRoute, "method" | "path" | "handler">[],
  };
}

/** Authentication, rate limits and origin checks, by path prefix. */
function guardAddresses(
  app: Hono<Edge>,
  { config, services, authenticate }: ServerParts,
  origins: () => string[],
  routes: readonly RestRoute[],
): void {
  const openReads = publicReads(routes);
  const refuseForeignWrites = refuseCrossSite(origins, "json", (path) => openReads.has(path));
  const limited = () => limitRate(config.limits.requestsPerMinute);
  const openHours = closeForMaintenance(() => services.systemSettings.current.maintenanceMode);
  // Agents send a token or get instructions how to get one: cookies are not accepted here.
  app.use("/mcp", refuseForeignOrigins(origins), identify(authenticate), limited(), openHours);
  for (const path of ["/rpc/*", "/api/*", "/events"])
    app.use(path, refuseForeignWrites, identify(authenticate), limited(), openHours);
  app.use("/files/*", refuseCrossSite(origins, "files"), identify(authenticate), limited(), openHours);
  app.use("/files/*", auditImpersonatedDownloads(services));
  // A provider sends the browser here from its own site, so the session is known but the origin is foreign.
  app.use("/oauth/*", identify(authenticate), limited(), openHours);
  app.use("/shared/*", limited(), openHours);
  app.use("/agents/*", limited(), openHours);
  // A key limited to some areas is for their capabilities: files and events have no area.
  for (const path of ["/files/*", "/events"]) app.use(path, refuseLimitedKeys);
  // Other systems post here; each route verifies their signature.
  app.use("/webhooks/*", limited(), openHours);
  app.use("/events", refuseForeignListeners(origins));
  app.use("/rpc/*", compress());
  app.use("/api/*", compress(), etag());
}

/** Milliseconds in which a request must arrive (security.md §6); answers, such as event streams, may take longer. */
const ARRIVAL: ArrivalLimits = { bodyMs: 30_000, uploadMs: 600_000 };

/**
 * Idle connections are closed. Between two requests they may be idle for longer than the 60 s of common proxies: if the
 * server closed first, a proxy could send a request into a connection that is just closing.
 */
const CONNECTION_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: ARRIVAL.uploadMs,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;

/** Resolves when the port is bound; rejects with the system's error where it is taken. */
const listen = (app: Hono<Edge>, { config: { host, port }, connectionLimits, log }: ServerParts) =>
  new Promise<Server>((resolve, reject) => {
    const serverOptions = { ...CONNECTION_LIMITS, ...connectionLimits };
    const server = serve(
      { fetch: app.fetch, hostname: host, port, serverOptions, autoCleanupIncoming: false },
      () => resolve(server),
    ) as Server;
    trackConnections(server);
    limitConnections(server, log);
    server.once("error", reject);
  });

function describeRequest({ trustedProxies }: Config): MiddlewareHandler<Edge> {
  const addressOf = clientAddress(trustedProxies);
  return async (context, next) => {
    const peer = getConnInfo(context).remote.address ?? "";
    context.set("requestId", randomUUID());
    context.set("nonce", randomBytes(16).toString("base64"));
    context.set(
      "address",
      addressOf(peer, (name) => context.req.header(name)),
    );
    context.set("isLocal", isLocalRequest(peer, context.req.raw));
    context.set("actor", null);
    return next();
  };
}

const identify =
  (authenticate: ServerParts["authenticate"]): MiddlewareHandler<Edge> =>
  async (context, next) => {
    context.set("actor", await authenticate(context.req.raw.headers));
    return speakTheirLanguage(context, next);
  };

const refuseLimitedKeys: MiddlewareHandler<Edge> = async (context, next) => {
  if (context.var.actor?.toolGroups)
    throw new AppError("forbidden", t`This API key is for some areas only, and not for this`);
  return next();
};
