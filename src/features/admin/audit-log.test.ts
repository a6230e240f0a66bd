import { Hono } from "hono";
import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { adminCounters } from "./admin-counters.ts";
import { auditLog } from "./audit-log.ts";
import { sealAudit } from "./jobs.ts";
import { adminRoutes } from "./routes.ts";

const { as, aUser, owner, services } = await testDatabase();
const log = createLog("silent");
const people = new Map<string, Person>();
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(async (context, next) => {
  context.set("requestId", "test");
  context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
  await next();
});
adminRoutes(app, { services, log });

const boss = as(await aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
const ada = as(await aUser({ fullName: "=Ada()" }));
const bob = as(await aUser({ fullName: "Bob" }));
for (const person of [boss, ada, bob]) people.set(person.userId, person);

type Listed = {
  items: { id: string; capability: string; [field: string]: unknown }[];
  nextCursor: string | null;
};
const list = (input = {}) => boss.invoke(auditLog.list, input) as Promise<Listed>;
type Verdict = {
  isValid: boolean;
  brokenAt: number | null;
  links: number;
  waiting: number;
  discrepancy: number;
};
const verify = () => boss.invoke(auditLog.verify) as Promise<Verdict>;
const seal = () => sealAudit.run(services, {});

test("G24: every write and every refused admin call is listed, with who, what, when and result", async () => {
  await ada.invoke(contacts.create, { contactName: "Clara" });
  await expect(bob.invoke(adminCounters.get)).rejects.toMatchObject({ code: "forbidden" });
  const { items } = await list();
  expect(items[0]).toMatchObject({ capability: "adminCounters.get", outcome: "refused", userName: "Bob" });
  expect(items[1]).toMatchObject({ capability: "contacts.create", outcome: "done", userEmail: ada.email });
});

test("G24: filtered by account, capability, area, result and time, page by page without gaps", async () => {
  for (let n = 0; n < 5; n++) await ada.invoke(contacts.create, { contactName: `Contact ${n}` });
  expect((await list({ outcome: "refused" })).items.map(({ userName }) => userName)).toEqual(["Bob"]);
  expect((await list({ email: bob.email.toUpperCase() })).items).toHaveLength(1);
  expect((await list({ email: "nobody@example.com" })).items).toEqual([]);
  expect((await list({ capability: "contacts.create" })).items).toHaveLength(6);
  expect((await list({ area: "contacts", to: "2020-01-01T00:00:00Z" })).items).toEqual([]);
  expect(await boss.invoke(auditLog.areas)).toMatchObject({
    items: ["adminCounters", "auditLog", "contacts"],
  });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Listed = await list({ area: "contacts", limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(6);
});

test("G24: the export holds exactly the filtered rows, and no cell that a spreadsheet would run", async () => {
  const exported = async (person: Person) =>
    app.request("/files/admin/audit.csv?area=contacts", { headers: { "x-person": person.userId } });
  const lines = (await (await exported(boss)).text()).trim().split("\r\n");
  expect(lines).toHaveLength(7);
  expect(lines[1]).toContain(`"'=Ada()"`);
  expect((await exported(ada)).status).toBe(403);
  expect((await list({ capability: "auditLog.export" })).items).toHaveLength(1);
  const unknown = await app.request("/files/admin/audit.csv?colour=red", {
    headers: { "x-person": boss.userId },
  });
  expect(unknown.status).toBe(400);
});

test("G24: the chain is intact; a changed, removed or inserted row is detected", async () => {
  await seal();
  expect(await verify()).toMatchObject({ isValid: true, discrepancy: 0, waiting: 0 });
  await ada.invoke(contacts.create, { contactName: "Later" });
  expect((await verify()).waiting).toBeGreaterThan(0);
  await seal();
  expect(await verify()).toMatchObject({ isValid: true });
  const byHand = async (statement: string) => {
    await owner.query("alter table audit_log disable trigger audit_log_is_append_only");
    await owner.query(statement);
    await owner.query("alter table audit_log enable trigger audit_log_is_append_only");
  };
  const victim = "(select id from audit_log where capability = 'contacts.create' order by at limit 1)";
  await byHand(`update audit_log set outcome = 'refused' where id = ${victim}`);
  expect(await verify()).toMatchObject({ isValid: false, brokenAt: 1 });
  await byHand(`update audit_log set outcome = 'done' where id = ${victim}`);
  expect(await verify()).toMatchObject({ isValid: true });
  await byHand(
    `insert into audit_log (at, capability, effect, outcome, request_id) values (now() - interval '1 day', 'tasks.create', 'write', 'done', 'x')`,
  );
  await seal();
  expect(await verify()).toMatchObject({ isValid: false, brokenAt: null, discrepancy: 1 });
  await byHand("delete from audit_log where request_id = 'x'");
  await byHand(`delete from audit_log where id = ${victim}`);
  expect(await verify()).toMatchObject({ isValid: false, brokenAt: 1 });
});

test("D38: nobody can change a link, including the owner role, and users cannot seal", async () => {
  await expect(owner.query("update audit_seals set hash = 'x'")).rejects.toMatchObject({ code: "42501" });
  await expect(ada.run(({ db }) => db.execute("select seal_audit_log()"))).rejects.toMatchObject({
    cause: { code: "42501" },
  });
  const { rows } = await ada.run(({ db }) => db.execute("select * from audit_seals"));
  expect(rows).toEqual([]);
});
