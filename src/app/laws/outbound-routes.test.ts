import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { outboundRoutes } from "./factory.ts";

// The files and packages that can reach another machine are found in the code: one that is not listed here, with the
// route by which the laws of the hostile peer and of the pinned address test it, fails.

const ROOT = join(import.meta.dirname, "../../..");
const SRC = join(ROOT, "src");

/** Calls that open connections, and modules that can. */
const CALLS =
  /\b(?:openWeb|requestWeb|streamWeb|readIfChanged|guardedFetch|allocateRelay|startTls|withSession|createOutbound)\(|\boutbound\.(?:connect|resolve)\(|\bmail\.(?:openImap|send|test)\(|(?<![.\w#])fetch\(/;
const MODULES =
  /^import (?!type\b)([^;]*?) from "(?:node:(?:net|tls|https?|http2|dgram|dns|dns\/promises)|tsdav|imapflow|imapflow\/[^"]+|nodemailer[^"]*|aws4fetch|undici|ws)"/gm;
/** Names of such modules that open nothing. */
const HARMLESS = /^(?:type \w+|isIP|isIPv4|isIPv6|BlockList|rootCertificates|createServer)$/;

/** The routes that test each file; a sentence in brackets for a file that opens no connection of its own. */
const FILES: Record<string, readonly string[]> = {
  "app/laws/send-raw-body.ts": ["(a client of a law, towards its own server)"],
  "app/open-platform.ts": ["(makes the one guard)"],
  "features/admin/jobs.ts": ["administrators' channel", "page view"],
  "features/admin/test-connection.ts": [
    ...["OpenAI", "Resend", "Stripe", "Supabase", "Slack", "Model", "SMTP"].map(
      (to) => `connection test: ${to}`,
    ),
    "TURN check by turn over a stream",
  ],
  "features/calendar/providers/caldav.ts": [
    "connect",
    "read changes",
    "read objects",
    "list",
    "write",
    "delete",
  ].map((act) => `CalDAV: ${act}`),
  "features/calendar/sync/sync-subscription.ts": ["calendar feed"],
  "features/daily-ops/news/fetch-feed.ts": ["news feed"],
  "features/daily-ops/providers/json-requester.ts": ["weather"],
  "features/daily-ops/providers/transcription.ts": ["speech"],
  "features/documents/providers/clamd.ts": ["virus scanner"],
  "features/email/accounts/check-account.ts": ["mail account: check"],
  "features/email/accounts/discover-account.ts": ["mail account: find servers"],
  "features/email/accounts/discover-calendar.ts": ["mail account: find servers", "CalDAV: find server"],
  "features/email/accounts/domain-names.ts": ["(asks the name service, opens nothing)"],
  "features/email/reading/fetch-attachment.ts": ["IMAP, security tls"],
  "features/email/reading/fetch-remote-image.ts": ["picture of a mail"],
  "features/email/sync/account-sync-loop.ts": ["IMAP, security tls"],
  "features/email/delivery/submit-message.ts": ["SMTP"],
  "features/email/organizing/unsubscribe-from-lists.ts": ["unsubscribe"],
  "features/email/delivery/find-in-sent-folder.ts": ["IMAP, security tls"],
  "features/email/delivery/run-delivery-worker.ts": ["(a program of a test)"],
  "features/integrations/connections/check-connection.ts": ["OAuth tokens"],
  "features/integrations/webhooks/deliver-webhooks.ts": ["webhook"],
  "features/integrations/connections/token-store.ts": ["OAuth tokens"],
  "features/integrations/providers/carddav.ts": [
    ...["connect", "read changes", "list", "read cards", "write", "delete"],
  ].map((act) => `CardDAV: ${act}`),
  "features/payments/providers/stripe.ts": ["payments"],
  "platform/capability/outside-trace.ts": ["(notes that a way was taken, and opens none)"],
  "platform/database/connection.ts": ["(the database)"],
  "platform/mail/compose.ts": ["(writes a message, opens nothing)"],
  "platform/mail/bypass-fetch-logging.ts": ["(reads answers of a mailbox)"],
  "platform/mail/inspect-certificate.ts": ["mail server: certificate"],
  "platform/mail/open-imap.ts": ["IMAP, security none", "IMAP, security tls"],
  "platform/mail/receipt-report.ts": ["(writes a message, opens nothing)"],
  "platform/mail/send-mail.ts": ["SMTP"],
  "platform/mail/send-system-mail.ts": ["SMTP"],
  "platform/mail/smtp-session.ts": ["SMTP", "SMTP by TLS"],
  "platform/mail/test-smtp.ts": ["connection test: SMTP"],
  "platform/mail/watch-folders.ts": ["(asks on the connection of open-imap.ts, opens none)"],
  "platform/model/model-status.ts": ["model status"],
  "platform/model/model.ts": ["connection test: Model"],
  "platform/notify/push-to-device.ts": ["push"],
  "platform/outbound/allocate-relay.ts": ["turn", "turns"].map(
    (scheme) => `TURN check by ${scheme} over a stream`,
  ),
  "platform/outbound/dav-listing.ts": ["CalDAV: read objects", "CardDAV: read cards"],
  "platform/outbound/guard-socket.ts": ["a request by TLS"],
  "platform/outbound/guarded-fetch.ts": ["CalDAV: connect"],
  "platform/outbound/open-web.ts": ["a request", "a request by TLS"],
  "platform/outbound/outbound.ts": ["a request"],
  "platform/outbound/read-if-changed.ts": ["news feed"],
  "platform/outbound/stream-web.ts": ["connection test: Model"],
  "platform/outbound/trusted-authorities.ts": ["(names the authorities that every connection trusts)"],
  "platform/outbound/trusted-certificate.ts": ["mail server: certificate"],
  "platform/outbound/web-request.ts": ["a request"],
  "platform/storage/bucket-client.ts": ["store", "read", "delete", "list"].map((act) => `bucket: ${act}`),
  "platform/workers/serve-work.ts": ["(speaks to the program that started it, over a pipe)"],
};

/** Our packages whose code could reach another machine. */
const PACKAGES: Record<string, string> = {
  "@hono/node-server": "serves",
  "@mantine/hooks": "in browsers only",
  "@modelcontextprotocol/sdk": "the side of the server is used, which opens nothing",
  "@simplewebauthn/server":
    "would fetch lists of revoked certificates: proofs with certificates are refused before",
  aws4fetch: "only signs; platform/storage/bucket-client.ts asks",
  hono: "serves",
  imapflow: "platform/mail/open-imap.ts gives it an address, not a name",
  nodemailer: "platform/mail/smtp-session.ts gives it a connection",
  "pdfjs-dist": "in browsers, on files of this instance",
  pg: "the database",
  "pg-boss": "the database",
  "tesseract.js-core": "in a worker that may read the program and nothing else, with its words beside it",
  tsdav: "is given a `fetch` of the guard with every call",
  unpdf: "in a worker, on bytes",
};

const isOfServer = (path: string) =>
  /\.ts$/.test(path) &&
  !/\.test\.ts$|(^|[/.])factory\.ts$|\/web\/|^ui\/|^platform\/(testing|client)\//.test(path);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function leadsOut(source: string): boolean {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const opens = [...code.matchAll(MODULES)].some(([, names = ""]) =>
    names
      .replaceAll(/[{}]/g, "")
      .split(",")
      .map((name) => name.trim())
      .some((name) => name !== "" && !HARMLESS.test(name)),
  );
  return opens || CALLS.test(code);
}

test("every file with outbound requests is tested by a route, and every route names its file", async () => {
  const found = filesBelow(SRC)
    .map((path) => relative(SRC, path).replaceAll("\\", "/"))
    .filter((path) => isOfServer(path) && leadsOut(readFileSync(join(SRC, path), "utf8")));
  expect(found.toSorted()).toEqual(Object.keys(FILES).toSorted());
  const outbound = createOutbound({ allowedLocalNetworks: [] });
  const names = (await outboundRoutes(await testDatabase(async () => ({ outbound })), 1)).map(
    ({ name }) => name,
  );
  const named = new Set(Object.values(FILES).flat());
  expect([...named].filter((name) => !name.startsWith("(") && !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !named.has(name) && name !== "TURN check by datagrams")).toEqual([]);
});

const OPENS =
  /(?:from\s*|require\(\s*|import\(\s*)["'](?:node:)?(?:net|tls|https?|http2|dgram|dns|dns\/promises|undici)["']|(?<![.\w$#])fetch\(|requestFetch\(|new (?:XMLHttpRequest|WebSocket|EventSource)\(/;
const LARGEST_SOURCE = 5_000_000;

test("every package that could reach another machine is listed with what guards it", () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const opens = (name: string) =>
    filesBelow(join(ROOT, "node_modules", name)).some(
      (path) =>
        /\.[cm]?js$/.test(path) &&
        !/\/node_modules\/.*\/(node_modules|tests?|docs|examples?)\//.test(path) &&
        statSync(path).size < LARGEST_SOURCE &&
        OPENS.test(readFileSync(path, "utf8")),
    );
  expect(Object.keys(dependencies).filter(opens).toSorted()).toEqual(Object.keys(PACKAGES).toSorted());
});
