import type { Outbound } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { type DomainNames, firstService } from "./domain-names.ts";

const WELL_KNOWN = "/.well-known/caldav";
const MAX_BODY_BYTES = 100_000;
const MOST_REDIRECTS = 2;

/**
 * The CalDAV server of a domain: from its SRV record, then from the well-known address of usual hosts (RFC 6764 §5 and §6).
 * Null if there is none.
 */
export async function discoverCalendar(
  outbound: Outbound,
  names: DomainNames,
  domain: string,
): Promise<string | null> {
  const service = await firstService(names, `_caldavs._tcp.${domain}`);
  if (service) return originOf(service.name, service.port);
  const answers = [domain, `caldav.${domain}`, `dav.${domain}`, `mail.${domain}`].map(async (host) => {
    const origin = originOf(host, 443);
    const server = origin && (await findCalendarServer(outbound, origin));
    if (!server) throw new Error("No calendar there");
    return server;
  });
  // No host has one.
  return Promise.any(answers).catch(() => null);
}

/** Null for a name that is no host. */
const originOf = (host: string, port: number): string | null =>
  URL.parse(`https://${host}:${port}`)?.origin ?? null;

/**
 * The origin of the server to which the well-known address of this origin leads; null if it has no calendars. Asked without a
 * password: a server of calendars wants one, or shows what it has.
 */
export async function findCalendarServer(outbound: Outbound, origin: string): Promise<string | null> {
  let url = `${origin}${WELL_KNOWN}`;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const { status, location } = await requestWeb(outbound, {
      ...{ url, method: "PROPFIND", headers: { depth: "0" } },
      maxBytes: MAX_BODY_BYTES,
    });
    if (status === 401 || status === 207) return new URL(url).origin;
    const target = status >= 301 && status <= 308 && location ? URL.parse(location, url) : null;
    // A redirect from TLS to none would send the password in the open.
    if (!target || (url.startsWith("https:") && target.protocol !== "https:")) return null;
    url = target.href;
  }
  return null;
}
