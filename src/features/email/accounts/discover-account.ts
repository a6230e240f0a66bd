import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { type ConnectionSecurity, MailServerSettings } from "../account-model.ts";
import { discoverCalendar } from "./discover-calendar.ts";
import { type DomainNames, firstService, systemNames } from "./domain-names.ts";
import { knownProvider, providerOfMailHosts } from "./known-providers.ts";

export const Discovered = z.object({
  imap: MailServerSettings.nullable(),
  smtp: MailServerSettings.nullable(),
  /** The CalDAV server of the address: where a person signs in with the same address and password. */
  calendarUrl: z.url().nullable(),
  /** known: a well-known provider; dns, autoconfig: published by the domain; guess: a usual host name that answered. */
  source: z.enum(["known", "dns", "autoconfig", "guess", "none"]),
  /** What the person must know before typing the password. */
  hint: z.string().nullable(),
});
type Discovered = z.output<typeof Discovered>;
type Found = Pick<Discovered, "imap" | "smtp">;
/** Finds the servers in one way; null if it does not. */
type Attempt = () => Promise<(Found & Pick<Discovered, "source"> & Partial<Discovered>) | null>;

/** Milliseconds for all of it: a person waits. */
const TIMEOUT_MS = 8_000;
/** Milliseconds that the search for calendars may take longer than that for mail. */
const CALENDAR_GRACE_MS = 1_500;

/**
 * The servers of an address: from known providers, then from what its domain publishes, then by trying usual host
 * names.
 */
export async function discoverAccount(
  outbound: Outbound,
  address: string,
  names: DomainNames = systemNames(),
): Promise<Discovered> {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const known = knownProvider(domain, address);
  if (known) return { ...known, source: "known" };
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), TIMEOUT_MS * outbound.timeoutFactor);
  const calendar = discoverCalendar(outbound, names, domain);
  const attempts: Attempt[] = [
    () => fromServices(names, domain, address).then((found) => found && { ...found, source: "dns" as const }),
    () => fromAutoconfig(outbound, domain, address),
    () => fromMailHosts(names, domain, address),
    () => byTrying(outbound, domain, address),
  ];
  try {
    const found = await firstFound(attempts, late.promise);
    const grace = pause(CALENDAR_GRACE_MS * outbound.timeoutFactor, null, { ref: false });
    const calendarUrl = await Promise.race([calendar, grace, late.promise]);
    return { ...NOTHING, calendarUrl, ...found };
  } finally {
    clearTimeout(timer);
  }
}

const NOTHING = { imap: null, smtp: null, source: "none", hint: null } as const;

async function firstFound(attempts: readonly Attempt[], late: Promise<null>) {
  for (const attempt of attempts) {
    // A method that fails finds nothing; the next one is tried.
    const found = await Promise.race([attempt().catch(() => null), late]);
    if (found) return found;
  }
  return null;
}

/** RFC 6186 and RFC 8314: encrypted services first. The target '.' means that the domain does not offer the service. */
async function fromServices(names: DomainNames, domain: string, username: string): Promise<Found | null> {
  const service = async (name: string, security: ConnectionSecurity) => {
    const found = await firstService(names, `${name}.${domain}`);
    return found && { host: found.name, port: found.port, security, username };
  };
  const [imaps, imap, submissions, submission] = await Promise.all([
    service("_imaps._tcp", "tls"),
    service("_imap._tcp", "starttls"),
    service("_submissions._tcp", "tls"),
    service("_submission._tcp", "starttls"),
  ]);
  const found = { imap: imaps ?? imap, smtp: submissions ?? submission };
  return found.imap && found.smtp ? found : null;
}

/** The autoconfig file that mail clients request from a domain; its text is untrusted data. */
async function fromAutoconfig(outbound: Outbound, domain: string, address: string) {
  const urls = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(address)}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ];
  const answers = urls.map((url) =>
    requestWeb(outbound, { url }).then(({ status, body }) => {
      const found = status === 200 ? parseAutoconfig(body, address) : null;
      if (!found) throw new Error("Nothing there");
      return { ...found, source: "autoconfig" as const };
    }),
  );
  // None of the addresses has the file, which is the usual case.
  return Promise.any(answers).catch(() => null);
}

/** Reads only the elements needed, with linear patterns; no document type, no entities. */
export function parseAutoconfig(xml: string, address: string): Found | null {
  const server = (kind: "incoming" | "outgoing", type: "imap" | "smtp") => {
    const tag = `${kind}Server`;
    const blocks = xml.slice(0, 100_000).split(`<${tag}`).slice(1);
    const block =
      blocks.map((each) => each.split(`</${tag}>`)[0] ?? "").find((each) => each.includes(`"${type}"`)) ?? "";
    const value = (name: string) =>
      new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(block)?.[1]?.trim() ?? "";
    const security = { SSL: "tls", STARTTLS: "starttls" }[value("socketType")];
    const username = value("username")
      .replace("%EMAILADDRESS%", address)
      .replace("%EMAILLOCALPART%", address.slice(0, address.lastIndexOf("@")));
    const read = MailServerSettings.safeParse({
      host: value("hostname"),
      port: Number(value("port")),
      security,
      username: username || address,
    });
    return read.success ? read.data : null;
  };
  const found = { imap: server("incoming", "imap"), smtp: server("outgoing", "smtp") };
  return found.imap && found.smtp ? found : null;
}

async function fromMailHosts(names: DomainNames, domain: string, address: string) {
  const known = providerOfMailHosts(await names.mailHosts(domain), address);
  if (!known) return null;
  const { calendarUrl, ...servers } = known;
  return { ...servers, source: "dns" as const, ...(calendarUrl && { calendarUrl }) };
}

/** Tries the usual host names. Whether the server accepts the account is checked later, by signing in. */
async function byTrying(outbound: Outbound, domain: string, username: string) {
  const reach = async (hosts: string[], port: number) => {
    const tries = hosts.map(async (host) => {
      (await outbound.connect(host, port)).destroy();
      return { host, port, security: port === 587 ? ("starttls" as const) : ("tls" as const), username };
    });
    // No host takes the connection: nothing was found.
    return Promise.any(tries).catch(() => null);
  };
  const [imap, submissions, submission] = await Promise.all([
    reach([`imap.${domain}`, `mail.${domain}`], 993),
    reach([`smtp.${domain}`, `mail.${domain}`], 465),
    reach([`smtp.${domain}`, `mail.${domain}`], 587),
  ]);
  const smtp = submissions ?? submission;
  return imap && smtp ? { imap, smtp, source: "guess" as const } : null;
}
