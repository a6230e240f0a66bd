import { Resolver } from "node:dns/promises";
import { z } from "zod";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { type ConnectionSecurity, MailServerSettings } from "../account-model.ts";

export const Discovered = z.object({
  imap: MailServerSettings.nullable(),
  smtp: MailServerSettings.nullable(),
  /** known: a well-known provider; dns, autoconfig: published by the domain; guess: a usual host name that answered. */
  source: z.enum(["known", "dns", "autoconfig", "guess", "none"]),
  /** What the person must know before typing the password. */
  hint: z.string().nullable(),
});
type Discovered = z.output<typeof Discovered>;
type Found = Pick<Discovered, "imap" | "smtp">;

/** DNS look-ups; tests pass a stand-in because public DNS has no test domains. */
export type DomainNames = {
  services(name: string): Promise<{ name: string; port: number; priority: number }[]>;
  mailHosts(domain: string): Promise<string[]>;
};

/** Milliseconds for all of it: a person waits. */
const TIMEOUT_MS = 8_000;

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
  if (known) return known;
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), TIMEOUT_MS * outbound.timeoutFactor);
  const attempts = [
    () => fromServices(names, domain, address).then((found) => found && { ...found, source: "dns" as const }),
    () => fromAutoconfig(outbound, domain, address),
    () => fromMailHosts(names, domain, address),
    () => byTrying(outbound, domain, address),
  ];
  try {
    for (const attempt of attempts) {
      // A method that fails finds nothing; the next one is tried.
      const found = await Promise.race([attempt().catch(() => null), late.promise]);
      if (found) return { hint: null, ...found };
    }
  } finally {
    clearTimeout(timer);
  }
  return { imap: null, smtp: null, source: "none", hint: null };
}

type Provider = { domains: RegExp; mx?: RegExp; imap: string; smtp: string; hint?: string };

const APP_PASSWORD = "needs a password made for this app, from the security page of the account there.";

/**
 * From the providers' help pages: IMAP on 993 and submission on 465 with TLS, or 587 where only STARTTLS is offered.
 */
const PROVIDERS: readonly Provider[] = [
  {
    domains: /^(gmail|googlemail)\.com$/,
    mx: /\.(google|googlemail)\.com$/,
    imap: "imap.gmail.com",
    smtp: "smtp.gmail.com:465",
    hint: `Gmail ${APP_PASSWORD}`,
  },
  {
    domains: /^(outlook|hotmail|live|msn)\.((com|co)(\.[a-z]{2})?|[a-z]{2})$/,
    mx: /\.outlook\.com$/,
    imap: "outlook.office365.com",
    smtp: "smtp.office365.com:587",
    hint: "Microsoft lets apps sign in with a password only where the organisation allows it.",
  },
  {
    domains: /^(icloud|me|mac)\.com$/,
    mx: /\.icloud\.com$/,
    imap: "imap.mail.me.com",
    smtp: "smtp.mail.me.com:587",
    hint: `iCloud ${APP_PASSWORD}`,
  },
  {
    domains: /^(yahoo\.((com|co)(\.[a-z]{2})?|[a-z]{2})|ymail\.com)$/,
    mx: /\.yahoodns\.net$/,
    imap: "imap.mail.yahoo.com",
    smtp: "smtp.mail.yahoo.com:465",
    hint: `Yahoo ${APP_PASSWORD}`,
  },
  {
    domains: /^fastmail\.(com|fm)$/,
    mx: /\.messagingengine\.com$/,
    imap: "imap.fastmail.com",
    smtp: "smtp.fastmail.com:465",
    hint: `Fastmail ${APP_PASSWORD}`,
  },
  {
    domains: /^gmx\.(net|de|at|ch)$/,
    imap: "imap.gmx.net",
    smtp: "mail.gmx.net:465",
    hint: "Allow access by IMAP in the settings of GMX first.",
  },
  {
    domains: /^web\.de$/,
    imap: "imap.web.de",
    smtp: "smtp.web.de:465",
    hint: "Allow access by IMAP in the settings of WEB.DE first.",
  },
  {
    domains: /^mailbox\.org$/,
    mx: /\.mailbox\.org$/,
    imap: "imap.mailbox.org",
    smtp: "smtp.mailbox.org:465",
  },
  { domains: /^posteo\.[a-z]+$/, imap: "posteo.de", smtp: "posteo.de:465" },
  {
    domains: /^zoho\.(com|eu)$/,
    mx: /\.zoho\.(com|eu)$/,
    imap: "imap.zoho.com",
    smtp: "smtp.zoho.com:465",
    hint: `Zoho ${APP_PASSWORD}`,
  },
  { domains: /^aol\.com$/, imap: "imap.aol.com", smtp: "smtp.aol.com:465", hint: `AOL ${APP_PASSWORD}` },
];

const knownProvider = (domain: string, address: string) => {
  const provider = PROVIDERS.find(({ domains }) => domains.test(domain));
  return provider && asKnown(provider, address);
};

function asKnown({ imap, smtp, hint }: Provider, username: string): Discovered {
  const [host = "", port = ""] = smtp.split(":");
  return {
    imap: { host: imap, port: 993, security: "tls", username },
    smtp: { host, port: Number(port), security: port === "587" ? "starttls" : "tls", username },
    source: "known",
    hint: hint ?? null,
  };
}

/** RFC 6186 and RFC 8314: encrypted services first. The target '.' means that the domain does not offer the service. */
async function fromServices(names: DomainNames, domain: string, username: string): Promise<Found | null> {
  const service = async (name: string, security: ConnectionSecurity) => {
    // DNS returns an error for a name without such a service.
    const found = await names.services(`${name}.${domain}`).catch(() => []);
    const [first] = found
      .filter((each) => each.name !== "" && each.name !== ".")
      .toSorted((one, other) => one.priority - other.priority);
    return first ? { host: first.name, port: first.port, security, username } : null;
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

/** A domain whose MX hosts belong to a known provider. */
async function fromMailHosts(names: DomainNames, domain: string, address: string) {
  const hosts = await names.mailHosts(domain);
  const provider = PROVIDERS.find(({ mx }) => mx && hosts.some((host) => mx.test(host.toLowerCase())));
  return provider ? { ...asKnown(provider, address), source: "dns" as const } : null;
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

function systemNames(): DomainNames {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  return {
    services: (name) => resolver.resolveSrv(name),
    mailHosts: async (domain) => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange),
  };
}
