import type { Context } from "hono";
import type { z } from "zod";
import type { CurrentSession } from "#features/settings/model.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Registry } from "#platform/capability/slice.ts";
import type { Config } from "#platform/config/config.ts";
import type { Edge } from "#platform/http/edge.ts";
import { limitRate } from "#platform/http/guard.ts";
import type { Visitor } from "#platform/http/pages/web-app.ts";
import type { Log } from "#platform/log/log.ts";
import { isOpenPath } from "./open-paths.ts";

/** What the frame of every page asks for first. */
const FRAME = ["notifications.count", "calls.current", "emails.stats", "conversations.stats"];
type Parts = {
  config: Config;
  services: Services;
  registry: Registry;
  log: Log;
  authenticate(headers: Headers): Promise<Actor | null>;
};

/**
 * Finds out who asks for a document, and what the frame of their pages would ask for next. A document without that is
 * complete too: the page then asks by itself, and shows what failed.
 */
export function describeVisitors(parts: Parts): (context: Context<Edge>) => Promise<Visitor> {
  const { authenticate, config, log, services } = parts;
  const limit = limitRate(config.limits.requestsPerMinute);
  const signedOut = describeSignedOut(services.auth);
  return async (context) => {
    const { req } = context;
    if (isOpenPath(req.path)) return { isSignedIn: undefined };
    try {
      const actor = req.header("cookie") ? await authenticate(req.raw.headers) : null;
      if (!actor) return await signedOut();
      context.set("actor", actor);
      // The sign-in page does not show the frame, and reading the session ends the one redirect of an administrator.
      if (req.path === "/auth" || actor.via !== "session") return { isSignedIn: true };
      await limit(context, async () => undefined);
      const answers = await readFrame(parts, context, actor);
      return { isSignedIn: true, answers, ...languageOf(answers) };
    } catch (error) {
      if (!(error instanceof AppError)) log.warn("A page was sent without its preloaded data", { error });
      return { isSignedIn: undefined };
    }
  };
}

/** What the person has chosen in their profile. */
function languageOf({ "session.current": session }: Record<string, unknown>): Pick<Visitor, "language"> {
  const language = (session as z.output<typeof CurrentSession>).user?.language;
  return language ? { language } : {};
}

/** The first account makes the instance a used one for good, so after that nothing is asked. */
function describeSignedOut(auth: Services["auth"]): () => Promise<Visitor> {
  let isUsed = false;
  return async () => {
    try {
      isUsed ||= await auth.hasAccounts();
      return { isSignedIn: false, isUnused: !isUsed };
    } catch {
      // The database cannot be reached: the sign-in page is shown as usual, and says so when somebody signs in.
      return { isSignedIn: false };
    }
  };
}

/** The session first: it says after which announcement the page's event stream begins, so that nothing is missed. */
async function readFrame(
  { services, registry }: Parts,
  context: Context<Edge>,
  actor: Actor,
): Promise<Record<string, unknown>> {
  const { requestId, address, isLocal } = context.var;
  const credentials = {
    cookie: context.req.header("cookie") ?? null,
    userAgent: context.req.header("user-agent") ?? null,
  };
  const setCookie = (header: string) => context.header("set-cookie", header, { append: true });
  const read = async (name: string) => {
    const capability = registry.get(name);
    if (!capability) throw new Error(`There is no capability named '${name}'`);
    const request = { actor, requestId, address, isLocal, idempotencyKey: undefined, credentials, setCookie };
    return [name, await invoke(services, capability, {}, request)] as const;
  };
  const session = await read("session.current");
  const isClosed = services.systemSettings.current.maintenanceMode && !actor.roles.includes("admin");
  const frame = isClosed ? [] : await Promise.all(FRAME.map(read));
  return Object.fromEntries([session, ...frame]);
}
