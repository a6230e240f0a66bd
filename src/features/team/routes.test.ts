import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { getDocumentProxy } from "unpdf";
import { beforeEach, expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { decisions } from "./decisions.ts";
import type { DecisionOnWire, LogEntry, WorkspaceOnWire } from "./model.ts";
import { teamRoutes } from "./routes.ts";
import { brokenEntry } from "./verify-log.ts";
import { workspaces } from "./workspaces.ts";

const { aUser, as, owner, services } = await testDatabase();
const people = new Map<string, Person>();
const log = createLog("silent");

/** The routes as the server mounts them; the header says who asks. */
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
  await next();
});
teamRoutes(app, { services, log });

const NAMES = ["Zoë Ünal-Żółć", "Ωμέγα Юлия", "王小明", "김철수", "محمد", "🗳 Ballot"];

let ada: Person;
let decision: DecisionOnWire;

const fetched = (person: Person | null, file: string) =>
  app.request(`/files/decisions/${decision.id}/${file}`, { headers: { "x-person": person?.userId ?? "" } });

/** A decision on which everybody of `NAMES` has voted, with words that a spreadsheet would run. */
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  people.set(ada.userId, ada);
  const { id } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire;
  const voters = await Promise.all(
    NAMES.map(async (fullName) => as(await aUser({ fullName, email: `${randomUUID()}@example.com` }))),
  );
  for (const { userId } of voters)
    await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [id, userId]);
  decision = (await ada.invoke(decisions.create, {
    workspaceId: id,
    title: "Öffnen 办公室",
    description: `${"A very long wording. ".repeat(80)}\n${"x".repeat(300)}`,
  })) as DecisionOnWire;
  for (const voter of voters)
    await voter.invoke(decisions.vote, {
      id: decision.id,
      vote: "approve",
      comment: '=HYPERLINK("http://evil.example","x")',
    });
  await ada.invoke(decisions.close, { id: decision.id });
});

test("V8: the log is exported as JSON that anyone can verify later", async () => {
  const answer = await fetched(ada, "log.json");
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  const { entries, head } = (await answer.json()) as { entries: LogEntry[]; head: string };
  expect(entries).toHaveLength(NAMES.length + 2);
  const last = entries.at(-1);
  expect(
    createHash("sha256")
      .update(last?.body ?? "")
      .digest("hex"),
  ).toBe(head);
  expect(await brokenEntry(entries)).toBeNull();
  const bent = entries.map((entry, n) => (n === 2 ? { ...entry, body: `${entry.body} ` } : entry));
  expect(await brokenEntry(bent)).toBe(3);
});

test("V8: a CSV export runs nothing in a spreadsheet and preserves every name", async () => {
  const text = await (await fetched(ada, "log.csv")).text();
  for (const name of NAMES) expect(text).toContain(`"${name}"`);
  expect(text).toContain(`"'=HYPERLINK(""http`);
  expect(text).not.toMatch(/(^|,)"?=/m);
});

test("V8: a PDF export shows wording, outcome and votes, and preserves every name", async () => {
  const bytes = new Uint8Array(await (await fetched(ada, "decision.pdf")).arrayBuffer());
  // Uses the PDF.js copy that parses documents: two copies in one process would share a worker.
  const pdf = await getDocumentProxy(bytes);
  let text = "";
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const { items } = await (await pdf.getPage(n)).getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join("");
  }
  expect(pdf.numPages).toBeGreaterThan(1);
  expect(text).toContain("Öffnen 办公室");
  expect(text).toContain("Outcome: Approved");
  for (const name of NAMES.filter((each) => each !== "محمد")) expect(text).toContain(name);
  expect(text.normalize("NFKC")).toMatch(/محمد|دمحم/);
  const attached = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }>;
  const { entries } = JSON.parse(new TextDecoder().decode(attached["log.json"]?.content));
  expect(await brokenEntry(entries)).toBeNull();
});

test("V8: only readers of the decision can export it", async () => {
  const bob = as(await aUser());
  people.set(bob.userId, bob);
  expect((await fetched(bob, "log.json")).status).toBe(404);
  expect((await fetched(null, "log.json")).status).toBe(401);
  expect((await fetched(ada, "log.exe")).status).toBe(404);
});

test("G24: an export is recorded in the audit log; a refused one is not", async () => {
  await fetched(ada, "log.csv");
  await fetched(as(await aUser()), "log.csv");
  const { rows } = await owner.query(
    "select user_id, effect from audit_log where capability = 'decisions.export' and $1 = any(record_ids)",
    [decision.id],
  );
  expect(rows).toEqual([{ user_id: ada.userId, effect: "read" }]);
});
