import { t } from "#i18n/message.ts";
import type { MailServerSettings } from "../account-model.ts";

/** `calendar` is the CalDAV server that takes the same address and password. */
type Provider = {
  domains: RegExp;
  mx?: RegExp;
  imap: string;
  smtp: string;
  calendar?: string;
  hint?: string;
};

const APP_PASSWORD = "needs a password made for this app, from the security page of the account there.";

/**
 * From the providers' help pages: CalDAV, IMAP on 993 and submission on 465 with TLS, or 587 where only STARTTLS is offered.
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
    hint: t`Microsoft lets apps sign in with a password only where the organisation allows it.`,
  },
  {
    domains: /^(icloud|me|mac)\.com$/,
    mx: /\.icloud\.com$/,
    calendar: "https://caldav.icloud.com",
    imap: "imap.mail.me.com",
    smtp: "smtp.mail.me.com:587",
    hint: `iCloud ${APP_PASSWORD}`,
  },
  {
    domains: /^(yahoo\.((com|co)(\.[a-z]{2})?|[a-z]{2})|ymail\.com)$/,
    mx: /\.yahoodns\.net$/,
    calendar: "https://caldav.calendar.yahoo.com",
    imap: "imap.mail.yahoo.com",
    smtp: "smtp.mail.yahoo.com:465",
    hint: `Yahoo ${APP_PASSWORD}`,
  },
  {
    domains: /^fastmail\.(com|fm)$/,
    mx: /\.messagingengine\.com$/,
    calendar: "https://caldav.fastmail.com",
    imap: "imap.fastmail.com",
    smtp: "smtp.fastmail.com:465",
    hint: `Fastmail ${APP_PASSWORD}`,
  },
  {
    domains: /^gmx\.(net|de|at|ch)$/,
    calendar: "https://caldav.gmx.net",
    imap: "imap.gmx.net",
    smtp: "mail.gmx.net:465",
    hint: t`Allow access by IMAP in the settings of GMX first.`,
  },
  {
    domains: /^web\.de$/,
    calendar: "https://caldav.web.de",
    imap: "imap.web.de",
    smtp: "smtp.web.de:465",
    hint: t`Allow access by IMAP in the settings of WEB.DE first.`,
  },
  {
    domains: /^mailbox\.org$/,
    mx: /\.mailbox\.org$/,
    calendar: "https://dav.mailbox.org",
    imap: "imap.mailbox.org",
    smtp: "smtp.mailbox.org:465",
  },
  {
    domains: /^posteo\.[a-z]+$/,
    calendar: "https://posteo.de:8443",
    imap: "posteo.de",
    smtp: "posteo.de:465",
  },
  {
    domains: /^zoho\.(com|eu)$/,
    mx: /\.zoho\.(com|eu)$/,
    calendar: "https://calendar.zoho.com",
    imap: "imap.zoho.com",
    smtp: "smtp.zoho.com:465",
    hint: `Zoho ${APP_PASSWORD}`,
  },
  {
    domains: /^aol\.com$/,
    calendar: "https://caldav.aol.com",
    imap: "imap.aol.com",
    smtp: "smtp.aol.com:465",
    hint: `AOL ${APP_PASSWORD}`,
  },
];

export type KnownServers = {
  imap: MailServerSettings;
  smtp: MailServerSettings;
  calendarUrl: string | null;
  hint: string | null;
};

/** The servers of a well-known provider's domain. */
export function knownProvider(domain: string, address: string): KnownServers | null {
  const provider = PROVIDERS.find(({ domains }) => domains.test(domain));
  return provider ? serversOf(provider, address) : null;
}

/** The same for a domain whose mail goes to hosts of such a provider. */
export function providerOfMailHosts(hosts: readonly string[], address: string): KnownServers | null {
  const provider = PROVIDERS.find(({ mx }) => mx && hosts.some((host) => mx.test(host.toLowerCase())));
  return provider ? serversOf(provider, address) : null;
}

function serversOf({ imap, smtp, calendar, hint }: Provider, username: string): KnownServers {
  const [host = "", port = ""] = smtp.split(":");
  return {
    imap: { host: imap, port: 993, security: "tls", username },
    smtp: { host, port: Number(port), security: port === "587" ? "starttls" : "tls", username },
    calendarUrl: calendar ?? null,
    hint: hint ?? null,
  };
}
