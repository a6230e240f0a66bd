import { afterAll, beforeAll, expect, test } from "vitest";
import { limitConcurrency } from "#platform/auth/limit-concurrency.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import {
  type FaultName,
  faultsOf,
  type HostilePeer,
  hostilePeer,
} from "#platform/testing/servers/hostile-peer.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { outboundRoutes } from "./factory.ts";
import { IS_FULL_SIZE, sized } from "./full-size.ts";
import type { OutboundRoute } from "./outbound-setup/factory.ts";

// A peer that fails, hangs, drips, floods or lies affects only its own request.

/** The product's own limits at full size; a twentieth of them with every build. */
const TIMEOUT_FACTOR = sized(0.05, 1);
const MEGABYTE = 1_000_000;
/** Bytes that one peer may send before it is cut: the largest accepted answer plus network buffers. */
const MAX_BYTES = 60 * MEGABYTE;
/**
 * Per connection, because some routes try three times: headers are cut at a few kilobytes, the rest is in network
 * buffers.
 */
const MAX_HEADER_BYTES = 6 * MEGABYTE;
const HEADERS: readonly FaultName[] = [
  "sends headers without end",
  "sends interim answers without end",
  "sends trailers without end",
];
/** Above the memory used before, however much was sent at once. */
const MAX_MEMORY = 300 * MEGABYTE;

const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"], timeoutFactor: TIMEOUT_FACTOR });
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ outbound, mail: createMail({ outbound }), jobs }));
const routes = await outboundRoutes(server, TIMEOUT_FACTOR);

const unhandled: unknown[] = [];
const recordUnhandled = (reason: unknown) => void unhandled.push(reason);
let peakMemory = 0;
const before = process.memoryUsage().rss;
const measuring = setInterval(() => {
  peakMemory = Math.max(peakMemory, process.memoryUsage().rss);
}, 20);
beforeAll(
  () => void process.on("unhandledRejection", recordUnhandled).on("uncaughtException", recordUnhandled),
);
afterAll(() => {
  clearInterval(measuring);
  process.off("unhandledRejection", recordUnhandled).off("uncaughtException", recordUnhandled);
});

/** Quick runs test a few faults of each kind per route, and all faults for the lowest-level route of each protocol. */
const QUICK: readonly FaultName[] = [
  "sends interim answers without end",
  "resets at once",
  "resets after 1 ms",
  "resets mid-body",
  "drips its body",
  "sends 1 GB",
  "closes without a word",
  "redirects without end",
];
/** A folder wrongly read as empty would delete the records known from it. */
const LISTING: readonly FaultName[] = [
  "answers with a page",
  "answers with half of a list",
  "answers with a list of nothing",
];
const LOWEST = [
  "a request",
  "a request by TLS",
  "IMAP, security none",
  "SMTP",
  "TURN check by turn over a stream",
];
const faultsFor = ({ name, protocol, readsList }: OutboundRoute) =>
  faultsOf(protocol).filter(
    (fault) =>
      IS_FULL_SIZE ||
      LOWEST.includes(name) ||
      QUICK.includes(fault) ||
      (readsList && LISTING.includes(fault)),
  );

/** A route that needs just any answer may accept these; nothing is decompressed, and no redirect is followed. */
const MAY_PASS: readonly FaultName[] = [
  "sends a gzip bomb",
  "redirects without end",
  "answers with a page",
  "answers with half of a list",
  "answers with a list of nothing",
];
/** A page view that cannot be counted is a line in the log. */
const LOG_ONLY = ["page view"];
/** Reads a status and closes: what is wrong with the body reaches nobody. */
const STATUS_ONLY = ["model status"];
const IN_BODY = /mid-body|sends 1 GB|16 EB|byte a chunk|without end/;

const A_SENTENCE = /^(?!.*(undefined|\[object|\bE[A-Z]{5,}\b|\n))[\p{L}\d'"‘(].{2,500}$/u;

/** Floods keep this process busy, which also runs the peers; routes that wait run beside them. */
const limitFloods = limitConcurrency(2);
const runLimited = (route: OutboundRoute, fault: FaultName) =>
  /without end|1 GB|16 EB|byte a chunk/.test(fault)
    ? limitFloods(() => runAgainstPeer(route, fault))
    : runAgainstPeer(route, fault);

async function runAgainstPeer(route: OutboundRoute, fault: FaultName): Promise<HostilePeer> {
  const peer = await hostilePeer(fault, route.protocol);
  const message = await route.run(peer);
  expect(message, fault).toMatch(A_SENTENCE);
  const mayPass = MAY_PASS.includes(fault) && !route.readsList;
  const isUnread = STATUS_ONLY.includes(route.name) && IN_BODY.test(fault);
  if (!mayPass && !isUnread && !LOG_ONLY.includes(route.name)) expect(message, fault).not.toBe("done");
  expect(peer.sent(), fault).toBeLessThan(MAX_BYTES);
  if (HEADERS.includes(fault))
    expect(peer.sent() / Math.max(1, peer.connectionCount()), fault).toBeLessThan(MAX_HEADER_BYTES);
  peer.close();
  return peer;
}

const MAX_MS = sized(60_000, 15 * 60_000);

test.concurrent.each(routes)(
  "$name: anything the peer does is reported in a sentence, in time",
  { timeout: MAX_MS },
  async (way) => {
    const faults = faultsFor(way);
    if (way.oneByOne) for (const fault of faults) await runLimited(way, fault);
    else await Promise.all(faults.map((fault) => runLimited(way, fault)));
    expect(unhandled).toEqual([]);
  },
);

test("no error was left unhandled, and memory stayed within bounds", () => {
  expect(unhandled).toEqual([]);
  expect(peakMemory - before).toBeLessThan(MAX_MEMORY);
});
