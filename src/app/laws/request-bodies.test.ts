import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { boundDeclaredBy } from "#platform/http/bound-bodies.ts";
import { aTestServer } from "../factory.ts";
import { sized } from "./full-size.ts";
import { type RawAnswer, type RawRequest, rawClient } from "./send-raw-body.ts";

// The law of request bodies: no address reads more of a body than it declares (1 MB if it declares nothing), and the
// body has to arrive in time. The addresses are found in the router, so a new one is tested automatically.

const app = await aTestServer();
const ada = await app.aBrowser("admin");
const key = await ada.key();

/** At full size every address of every kind is tried; a busy machine needs more than the minute of a build. */
const LONGEST_MS = sized(60_000, 300_000);
const MB = 1_000_000;
const DEFAULT_BOUND = MB;
const HOSTILE = 50 * MB;
/** Bytes of a connection that the system buffers before they are read. */
const SLACK = 4 * MB;
const BODY_METHODS = ["POST", "PUT", "PATCH", "DELETE"];

type Target = { method: string; pattern: string; path: string; bound: number };

const targets: readonly Target[] = (() => {
  const found = new Map<string, Target>();
  for (const { method: given, path: pattern, handler } of app.routes)
    for (const method of given === "ALL" ? BODY_METHODS : [given]) {
      if (method === "GET") continue;
      const known = found.get(`${method} ${pattern}`);
      const bound = boundDeclaredBy(handler)?.bytes ?? known?.bound ?? DEFAULT_BOUND;
      found.set(`${method} ${pattern}`, { method, pattern, path: pathOf(pattern), bound });
    }
  return [...found.values()];
})();

function pathOf(pattern: string): string {
  return pattern
    .replaceAll(/:\w*token/gi, "t".repeat(43))
    .replaceAll("/rpc/:name", "/rpc/tasks.create")
    .replaceAll(/:\w+/g, randomUUID())
    .replaceAll("*", "x");
}

/** One line mounts all addresses of capabilities, so quick runs test only some of them. */
const someTargets = targets.filter(
  ({ pattern }, index) => !pattern.startsWith("/api/v1/") || index % sized(20, 1) === 0,
);

/** A form whose file has begun, for addresses that parse files as they arrive. */
const FORM = "multipart/form-data; boundary=b";
const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

/** Passes authentication and origin checks: Ada's session, her key for agents, and the headers that our pages send. */
const asAda = ({ path }: Target, contentType: string) => ({
  "content-type": contentType,
  host: new URL(app.origin).host,
  origin: app.origin,
  "x-adjutant-upload": "1",
  ...(path === "/mcp" ? { authorization: `Bearer ${key}` } : { cookie: ada.cookie }),
});

const signedOutHeaders = (_target: Target, contentType: string) => ({
  "content-type": contentType,
  host: new URL(app.origin).host,
});

/** More than the address accepts, and at least 50 MB; as a form if it accepts files. */
const tooMuch =
  (as: typeof asAda | typeof signedOutHeaders) =>
  (target: Target): RawRequest => {
    const isForm = target.bound > DEFAULT_BOUND;
    return {
      ...target,
      headers: as(target, isForm ? FORM : "application/json"),
      head: isForm ? FILE : '{"text":"',
      bytes: Math.max(HOSTILE, target.bound + 8 * MB),
    };
  };

/** Refused for another reason before anything of the body was read. */
const REFUSED_BEFORE = [401, 403, 404, 405];

test(
  "50 MB in chunks, without a length, are cut off with 413 at every path, or refused before they are read",
  async () => {
    expect(targets.length).toBeGreaterThan(200);
    const answers = await tryAll(targets, tooMuch(asAda));
    const wrong = answers.filter(({ status, text, bytesRead, bound }) =>
      status === 413
        ? !text.includes('"code":"too_large"') || bytesRead > 2 * bound + SLACK
        : !REFUSED_BEFORE.includes(status) || bytesRead > bound + SLACK,
    );
    expect(wrong.map(({ line }) => line)).toEqual([]);
    // With all rights, every address that reads a body refuses it because of its size.
    const cut = answers
      .filter(({ status }) => status === 413)
      .map(({ method, pattern }) => `${method} ${pattern}`);
    const read = [
      "/mcp",
      "/rpc/:name",
      "/shared/:token",
      "/shared/hooks/:token",
      "/agents/token",
      "/files/documents",
    ];
    expect(cut).toEqual(expect.arrayContaining(read.map((pattern) => `POST ${pattern}`)));
    expect(cut.length).toBeGreaterThan(200);
  },
  LONGEST_MS,
);

test(
  "the same for signed-out callers, and the received bytes are freed afterwards",
  async () => {
    const before = memory();
    const answers = await tryAll(someTargets, tooMuch(signedOutHeaders), { atOnce: 40 });
    const wrong = answers.filter(
      ({ status, bytesRead, bound }) => status < 400 || status >= 500 || bytesRead > 2 * bound + SLACK,
    );
    expect(wrong.map(({ line }) => line)).toEqual([]);
    // Waits until the buffers of the last sockets are released.
    await expect.poll(() => memory() - before, { timeout: 10_000 }).toBeLessThan(16 * MB);
  },
  LONGEST_MS,
);

test(
  "50 MB with their length are refused before they are read",
  async () => {
    const announced = (target: Target) => ({ ...tooMuch(asAda)(target), isAnnounced: true });
    const answers = await tryAll(someTargets, announced);
    const wrong = answers.filter(
      ({ status, bytesRead, bound }) => status !== 413 || bytesRead > bound + SLACK,
    );
    expect(wrong.map(({ line }) => line)).toEqual([]);
  },
  LONGEST_MS,
);

test("a body at a path that reads none is not read without bound either", async () => {
  const reading = ["/", "/healthz", "/shared/x", "/api/v1/tasks", "/assets/app-1234.js"].map(
    (path): Target => ({ method: "GET", pattern: path, path, bound: DEFAULT_BOUND }),
  );
  const answers = await tryAll(reading, tooMuch(asAda));
  expect(answers.filter(({ bytesRead, bound }) => bytesRead > bound + SLACK).map(({ line }) => line)).toEqual(
    [],
  );
});

test("a stalled body is cut off in time at every path", async () => {
  const { listening } = await app.startServer({}, { arrival: { bodyMs: 50, uploadMs: 60 } });
  const stalled = (target: Target): RawRequest => ({ ...tooMuch(asAda)(target), bytes: 0, ends: false });
  const answers = await tryAll(someTargets, stalled, { atOnce: 40, server: listening });
  expect(answers).toHaveLength(someTargets.length);
  expect(answers.filter(({ status }) => status >= 500).map(({ line }) => line)).toEqual([]);
});

const fields = (count: number) => Array.from({ length: count }, (_, index) => `field${index}=x`).join("&");
const parts = (count: number) =>
  `${'--b\r\ncontent-disposition: form-data; name="field"\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`;

test.each([
  ["10,000 fields of a form", "application/x-www-form-urlencoded", fields(10_000)],
  ["10,000 parts of a form", FORM, parts(10_000)],
  ["JSON of 400,000 lists in each other", "application/json", `${"[".repeat(400_000)}${"]".repeat(400_000)}`],
  [
    "JSON of 150,000 objects in each other",
    "application/json",
    `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`,
  ],
])(
  "%s is refused at every path, never an internal error",
  async (_name, contentType, body) => {
    const request = (target: Target): RawRequest => ({
      ...target,
      headers: asAda(target, contentType),
      head: body,
      bytes: 0,
    });
    const answers = await tryAll(someTargets, request);
    const wrong = answers.filter(({ status, pattern }) => {
      // A form without known fields revokes a token that does not exist, which is a success (RFC 7009, 2.2).
      const isNothing = pattern === "/agents/revoke" && status === 200;
      return !isNothing && (status < 400 || status >= 500);
    });
    expect(wrong.map(({ line }) => line)).toEqual([]);
  },
  LONGEST_MS,
);

test("these paths take more or less than 1 MB, and no other does", () => {
  const declared = targets.filter(({ bound }) => bound !== DEFAULT_BOUND);
  expect(declared.map(({ method, pattern, bound }) => `${method} ${pattern}: ${bound}`).sort()).toEqual([
    "POST /agents/register: 64000",
    "POST /agents/revoke: 10000",
    "POST /agents/token: 10000",
    "POST /files/calendar/import: 6048576",
    "POST /files/calendar/preview: 6048576",
    "POST /files/contacts/import: 11048576",
    "POST /files/documents/:id/versions: 105906176",
    "POST /files/documents: 105906176",
    "POST /files/email/attachments: 111048576",
    "POST /files/email/messages: 26048576",
    "POST /shared/:token: 4000",
    "POST /shared/hooks/:token: 64000",
    "PUT /files/uploads/:id: 10485760",
  ]);
});

/** Every address, a few at a time. */
async function tryAll(
  selected: readonly Target[],
  requestFor: (target: Target) => RawRequest,
  { atOnce = 8, server = app.listening } = {},
): Promise<(RawAnswer & Target & { line: string })[]> {
  const send = rawClient(server);
  const answers: (RawAnswer & Target & { line: string })[] = [];
  const waiting = [...selected];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        const answer = await send(requestFor(target));
        const { status, bytesRead } = answer;
        const line = `${target.method} ${target.pattern}: ${status}, ${bytesRead} bytes read of ${target.bound}`;
        answers.push({ ...target, ...answer, line });
      }
    }),
  );
  return answers;
}

/** Bytes in use after garbage collection. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
