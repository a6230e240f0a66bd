import { createAccount, createObject, deleteObject, fetchCalendars, updateObject } from "tsdav";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type DavChanges, listChanges, listEtags, multiGet } from "#platform/outbound/dav-listing.ts";
import { preconditionFor, writtenEtag } from "#platform/outbound/dav-precondition.ts";
import { type FetchLimits, guardedFetch } from "#platform/outbound/guarded-fetch.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";

export type CalDavSignIn = { serverUrl: string; username: string; password: string };
export type CalDavCalendar = { url: string; name: string; color: string | null };
export type CalDavObject = { href: string; etag: string; ics: string };
/** `etag` is null if the server does not return it; status 412 means that the object changed meanwhile. */
export type CalDavWriteResult = { status: number; etag: string | null };

export type CalDav = {
  /** The person's calendars; throws with the failed step and how to fix it. */
  calendars(): Promise<{ homeUrl: string; hasServerScheduling: boolean; calendars: CalDavCalendar[] }>;
  changes(url: string, token: string | null): Promise<DavChanges>;
  /** ETag of every object of the collection. */
  etags(url: string): Promise<Map<string, string>>;
  objects(url: string, hrefs: readonly string[]): Promise<CalDavObject[]>;
  /** Replaces exactly this version, or creates a new object if null. */
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

/** About thirty thousand entries of a list. */
const READING: FetchLimits = { maxBytes: 10_000_000, timeoutMs: 30_000 };
/**
 * A user waits while the library requests one address after the other, then each calendar; it reads each response as a
 * whole.
 */
const DISCOVERY: FetchLimits = { maxBytes: 250_000, timeoutMs: 30_000, isTotal: true, requests: 300 };

/** A CalDAV server (RFC 4791) through the guard; the password is only sent to the host that the user entered. */
export function openCalDav(outbound: Outbound, { serverUrl, username, password }: CalDavSignIn): CalDav {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const headers = { authorization };
  const guardedFor = (limits: FetchLimits) =>
    guardedFetch(
      outbound,
      serverUrl,
      limits,
      (host) => new CalDavError("address", t`The server redirects to '${host}'. Enter that address instead.`),
    );
  const guarded = guardedFor(READING);
  const parts = { headers, fetch: guarded };
  return toCalDavError({
    calendars: () => discover({ serverUrl, username, password }, headers, guardedFor(DISCOVERY)),
    changes: (url, token) => listChanges(parts, url, token),
    etags: (url) => listEtags(parts, url, statusError),
    objects: async (url, hrefs) => {
      const found = await multiGet(parts, { kind: "caldav", url, hrefs }, statusError);
      return found.map(({ href, etag, text: ics }) => ({ href, etag, ics }));
    },
    write: (href, ics, etag) => writeObject(parts, href, ics, etag),
    remove: async (href, etag) => {
      const condition = await preconditionFor(parts, { href, etag }, statusError);
      if (condition === "changed") return { status: 412, etag: null };
      const sent = { ...headers, ...condition };
      const answer = await deleteObject({ url: href, headers: sent, fetch: guarded });
      return { status: answer.status, etag: null };
    },
  });
}

type Parts = { headers: { authorization: string }; fetch: typeof fetch };

/** The person's calendars by way of the well-known address and the principal (RFC 6764, RFC 4791 §6.2). */
async function discover(
  { serverUrl, username, password }: CalDavSignIn,
  headers: Parts["headers"],
  guarded: typeof fetch,
) {
  const account = await createAccount({
    account: { accountType: "caldav", serverUrl, credentials: { username, password } },
    ...{ headers, fetch: guarded },
  }).catch(async (error: unknown) => {
    if (error instanceof AppError) throw error;
    throw await explainFailure(guarded, serverUrl, headers);
  });
  const found = await fetchCalendars({ account, headers, fetch: guarded });
  const calendars = found
    .filter(({ components }) => !components || components.includes("VEVENT"))
    .map(({ url, displayName, calendarColor }) => ({
      url,
      name: typeof displayName === "string" && displayName !== "" ? displayName : "Calendar",
      color: /^#[0-9a-f]{6}/i.exec(String(calendarColor ?? ""))?.[0] ?? null,
    }));
  const options = await guarded(account.homeUrl ?? serverUrl, { method: "OPTIONS", headers });
  const hasServerScheduling = (options.headers.get("dav") ?? "").includes("calendar-auto-schedule");
  return { homeUrl: account.homeUrl ?? serverUrl, hasServerScheduling, calendars };
}

async function writeObject(
  { headers, fetch: guarded }: Parts,
  href: string,
  ics: string,
  etag: string | null,
): Promise<CalDavWriteResult> {
  const condition = await preconditionFor({ headers, fetch: guarded }, { href, etag }, statusError);
  if (condition === "changed") return { status: 412, etag: null };
  const sent = { ...headers, "content-type": "text/calendar; charset=utf-8", ...condition };
  const write = etag === null ? createObject : updateObject;
  const answer = await write({ url: href, data: ics, headers: sent, fetch: guarded });
  return { status: answer.status, etag: writtenEtag(answer) };
}

/** Converts the library's own errors into messages for users. */
function toCalDavError(server: CalDav): CalDav {
  const withCalDavError =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      act(...args).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw new CalDavError("calendars", t`This server does not respond like a CalDAV server.`);
      });
  const { calendars, changes, etags, objects, write, remove } = server;
  return {
    calendars: withCalDavError(calendars),
    changes: withCalDavError(changes),
    etags: withCalDavError(etags),
    objects: withCalDavError(objects),
    write: withCalDavError(write),
    remove: withCalDavError(remove),
  };
}

/** Sends one plain request to tell a wrong password from a wrong address. */
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
      t`The server rejected the user name or password. Many providers require an app password.`,
    );
  return new CalDavError(
    "calendars",
    t`No calendars were found at this address (status ${status}). Check the address with your provider.`,
  );
}
