import {
  createAccount,
  createObject,
  deleteObject,
  fetchCalendars,
  propfind,
  syncCollection,
  updateObject,
} from "tsdav";
import { AppError } from "#platform/capability/errors.ts";
import { multiGet, requireListing } from "#platform/outbound/dav-listing.ts";
import { type FetchLimits, guardedFetch } from "#platform/outbound/guarded-fetch.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";

export type CalDavSignIn = { serverUrl: string; username: string; password: string };
export type CalDavCalendar = { url: string; name: string; color: string | null };
/** What changed in a collection since a token; the token is null where the server has no such report (RFC 6578). */
export type CalDavChanges = { changed: string[]; removed: string[]; token: string | null; isWhole: boolean };
export type CalDavObject = { href: string; etag: string; ics: string };
/** `etag` is null where the server does not say it at once; 412 means that somebody else was faster. */
export type CalDavWriteResult = { status: number; etag: string | null };

export type CalDav = {
  /** The person's calendars; throws with the step that failed and what mends it. */
  calendars(): Promise<{ homeUrl: string; schedulesItself: boolean; calendars: CalDavCalendar[] }>;
  changes(url: string, token: string | null): Promise<CalDavChanges>;
  /** ETag of every object of the collection. */
  etags(url: string): Promise<Map<string, string>>;
  objects(url: string, hrefs: readonly string[]): Promise<CalDavObject[]>;
  /** Over exactly this version, or as a new object where there is none. */
  write(href: string, ics: string, etag: string | null): Promise<CalDavWriteResult>;
  remove(href: string, etag: string): Promise<CalDavWriteResult>;
};

export type CalDavStep = "address" | "sign-in" | "calendars";

export class CalDavError extends AppError {
  readonly step: CalDavStep;

  constructor(step: CalDavStep, message: string) {
    super("upstream", message);
    this.name = "CalDavError";
    this.step = step;
  }
}

const READING: FetchLimits = { maxBytes: 20_000_000, wholeMs: 30_000 };
/** A person waits, and the library asks one address after the other, then each calendar. */
const DISCOVERY: FetchLimits = { maxBytes: 5_000_000, wholeMs: 30_000, isWhole: true, requests: 300 };
const BATCH_SIZE = 100;

/** A CalDAV server (RFC 4791) through the guard; the password goes to the host that the person named and no other. */
export function openCalDav(outbound: Outbound, { serverUrl, username, password }: CalDavSignIn): CalDav {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const headers = { authorization };
  const guardedFor = (errand: FetchLimits) =>
    guardedFetch(
      outbound,
      serverUrl,
      errand,
      (host) => new CalDavError("address", `The server redirects to '${host}'. Enter that address instead.`),
    );
  const guarded = guardedFor(READING);
  const parts = { headers, fetch: guarded };
  const absolute = (href: string, base: string) => new URL(href, base).href;
  return toCalDavError({
    calendars: async () => {
      const discovering = guardedFor(DISCOVERY);
      const account = await createAccount({
        account: { accountType: "caldav", serverUrl, credentials: { username, password } },
        ...{ headers, fetch: discovering },
      }).catch(async (error: unknown) => {
        if (error instanceof AppError) throw error;
        throw await explainFailure(discovering, serverUrl, headers);
      });
      const found = await fetchCalendars({ account, headers, fetch: discovering });
      const calendars = found
        .filter(({ components }) => !components || components.includes("VEVENT"))
        .map(({ url, displayName, calendarColor }) => ({
          url,
          name: typeof displayName === "string" && displayName !== "" ? displayName : "Calendar",
          color: /^#[0-9a-f]{6}/i.exec(String(calendarColor ?? ""))?.[0] ?? null,
        }));
      const options = await discovering(account.homeUrl ?? serverUrl, { method: "OPTIONS", headers });
      const schedulesItself = (options.headers.get("dav") ?? "").includes("calendar-auto-schedule");
      return { homeUrl: account.homeUrl ?? serverUrl, schedulesItself, calendars };
    },
    changes: async (url, token) => {
      const answers = await syncCollection({
        url,
        props: { "d:getetag": {} },
        syncLevel: 1,
        syncToken: token ?? "",
        ...parts,
      });
      const next = answers[0]?.raw?.multistatus?.syncToken;
      const isRefused = answers.some(
        ({ ok, status, href }) => !ok && status !== 404 && (!href || href === url || href === ""),
      );
      if (next === undefined || isRefused) return { changed: [], removed: [], token: null, isWhole: false };
      const named = answers.filter(({ href }) => href && absolute(href, url) !== url);
      // Changed rows come as 207 and removed ones as 404.
      const hrefs = (isGone: boolean) =>
        named
          .filter(({ status }) => (status === 404) === isGone)
          .map(({ href }) => absolute(href ?? "", url));
      return { changed: hrefs(false), removed: hrefs(true), token: String(next), isWhole: token === null };
    },
    etags: async (url) => {
      const answers = await propfind({
        url,
        props: { "d:getetag": {}, "d:resourcetype": {} },
        depth: "1",
        ...parts,
      });
      return new Map(
        requireListing(answers, statusError).flatMap(({ href, props }): [string, string][] =>
          href && props?.getetag && absolute(href, url) !== url
            ? [[absolute(href, url), String(props.getetag)]]
            : [],
        ),
      );
    },
    objects: async (url, hrefs) => {
      const found: CalDavObject[] = [];
      for (let at = 0; at < hrefs.length; at += BATCH_SIZE) {
        const asked = hrefs.slice(at, at + BATCH_SIZE).map((href) => new URL(href).pathname);
        const props = { "d:getetag": {}, "c:calendar-data": {} };
        const answers = await multiGet("caldav", { url, props, hrefs: asked, ...parts }, statusError);
        for (const { href, props: said } of answers) {
          const data = said?.calendarData?._cdata ?? said?.calendarData;
          if (href && typeof data === "string" && said?.getetag)
            found.push({ href: absolute(href, url), etag: String(said.getetag), ics: data });
        }
      }
      return found;
    },
    write: async (href, ics, etag) => {
      const condition: Record<string, string> =
        etag === null ? { "If-None-Match": "*" } : { "If-Match": etag };
      const sent = { ...headers, "content-type": "text/calendar; charset=utf-8", ...condition };
      const answer =
        etag === null
          ? await createObject({ url: href, data: ics, headers: sent, fetch: guarded })
          : await updateObject({ url: href, data: ics, etag, headers: sent, fetch: guarded });
      return { status: answer.status, etag: answer.headers.get("etag") };
    },
    remove: async (href, etag) => {
      const answer = await deleteObject({
        url: href,
        etag,
        headers: { ...headers, "If-Match": etag },
        fetch: guarded,
      });
      return { status: answer.status, etag: null };
    },
  });
}

/** What the library throws of its own becomes an answer for people. */
function toCalDavError(server: CalDav): CalDav {
  const told =
    <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      act(...given).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw new CalDavError("calendars", "This server does not respond like a CalDAV server.");
      });
  const { calendars, changes, etags, objects, write, remove } = server;
  return {
    calendars: told(calendars),
    changes: told(changes),
    etags: told(etags),
    objects: told(objects),
    write: told(write),
    remove: told(remove),
  };
}

/** Asks once more, plainly, to tell a wrong password from a wrong address. */
async function explainFailure(
  guarded: typeof fetch,
  serverUrl: string,
  headers: Record<string, string>,
): Promise<CalDavError> {
  const body =
    '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:current-user-principal/></d:prop></d:propfind>';
  const answer = await guarded(serverUrl, {
    method: "PROPFIND",
    headers: { ...headers, depth: "0", "content-type": "text/xml" },
    body,
  });
  return statusError(answer.status);
}

export function statusError(status: number): CalDavError {
  if (status === 401 || status === 403)
    return new CalDavError(
      "sign-in",
      "The server rejected the user name or password. Many providers require an app password.",
    );
  return new CalDavError(
    "calendars",
    `No calendars were found at this address (status ${status}). Check the address with your provider.`,
  );
}
