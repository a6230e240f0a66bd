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
const PATIENCE = sized(0.05, 1);
const MEGABYTE = 1_000_000;
/** Bytes that one peer may send before it is cut: the largest accepted answer plus network buffers. */
const MOST_TAKEN = 60 * MEGABYTE;
/**
 * Per connection, because some routes try three times: headers are cut at a few kilobytes, the rest is in network
 * buffers.
 */
const MOST_HEADERS = 6 * MEGABYTE;
const HEADERS: readonly FaultName[] = [
  "sends headers without end",
  "sends interim answers without end",
  "sends trailers without end",
];
/** Above the memory used before, however much was sent at once. */
const MOST_MEMORY = 300 * MEGABYTE;

const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"], patience: PATIENCE });
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const house = await testDatabase(async () => ({ outbound, mail: createMail({ outbound }), jobs }));
const ways = await outboundRoutes(house, PATIENCE);

const lost: unknown[] = [];
const note = (reason: unknown) => void lost.push(reason);
let most = 0;
const before = process.memoryUsage().rss;
const measuring = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 20);
beforeAll(() => void process.on("unhandledRejection", note).on("uncaughtException", note));
afterAll(() => {
  clearInterval(measuring);
  process.off("unhandledRejection", note).off("uncaughtException", note);
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
const faultsFor = ({ name, protocol: speaks, readsList }: OutboundRoute) =>
  faultsOf(speaks).filter(
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
const QUIET = ["page view"];

const A_SENTENCE = /^(?!.*(undefined|\[object|\bE[A-Z]{5,}\b|\n))[\p{L}\d'"‘(].{2,500}$/u;

/** Floods keep this process busy, which also runs the peers; routes that wait run beside them. */
const floodsAtOnce = limitConcurrency(4);
const meetInTurn = (way: OutboundRoute, fault: FaultName) =>
  /without end|1 GB|16 EB|byte a chunk/.test(fault) ? floodsAtOnce(() => meet(way, fault)) : meet(way, fault);

async function meet(way: OutboundRoute, fault: FaultName): Promise<HostilePeer> {
  const peer = await hostilePeer(fault, way.protocol);
  const said = await way.run(peer);
  expect(said, fault).toMatch(A_SENTENCE);
  const mayPass = MAY_PASS.includes(fault) && !way.readsList;
  if (!mayPass && !QUIET.includes(way.name)) expect(said, fault).not.toBe("done");
  expect(peer.sent(), fault).toBeLessThan(MOST_TAKEN);
  if (HEADERS.includes(fault))
    expect(peer.sent() / Math.max(1, peer.came()), fault).toBeLessThan(MOST_HEADERS);
  peer.close();
  return peer;
}

const LONGEST_MS = sized(60_000, 15 * 60_000);

test.concurrent.each(ways)(
  "$name: whatever the peer does is told in a sentence, in time",
  { timeout: LONGEST_MS },
  async (way) => {
    const faults = faultsFor(way);
    if (way.oneByOne) for (const fault of faults) await meetInTurn(way, fault);
    else await Promise.all(faults.map((fault) => meetInTurn(way, fault)));
    expect(lost).toEqual([]);
  },
);

test("nothing was left that nobody handles, and memory stayed in bounds", () => {
  expect(lost).toEqual([]);
  expect(most - before).toBeLessThan(MOST_MEMORY);
});
