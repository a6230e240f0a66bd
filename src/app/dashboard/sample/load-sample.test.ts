import { buffer } from "node:stream/consumers";
import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { events as calendarEvents } from "#features/calendar/calendar-events.ts";
import { events } from "#features/calendar/tables.ts";
import { messages } from "#features/communication/tables.ts";
import { contacts } from "#features/contacts/tables.ts";
import { documentShares, documents } from "#features/documents/tables.ts";
import { deliverSystemMessage } from "#features/email/delivery/deliver-system-message.ts";
import { emails } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tables.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { dashboard } from "../dashboard.ts";
import { SPECIFIED } from "../model.ts";
import { dashboardFigures, isStoredIn, load, sampleInstance } from "./sample-instance.factory.ts";

const { aUser, as, owner, services } = await sampleInstance();
/** Holds a loaded sample that no test changes. */
const carol = as(await aUser({ fullName: "Carol" }));
await carol.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

test.each(["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"])(
  "decision 5: after loading, the figures are exactly the specified ones (%s)",
  async (timeZone) => {
    await load(ada, timeZone);
    expect(await dashboardFigures(ada, timeZone)).toMatchObject({ sample: false, ...SPECIFIED });
  },
);

test("existing rows, such as the confirmation message, count towards the specified figures", async () => {
  const now = new Date();
  const overdue = new Date(now.getTime() - 2 * 86_400_000);
  await ada.run(async ({ db, actor: { userId, email } }) => {
    await deliverSystemMessage(db, { userId, to: email, subject: "Please confirm", body: "…" });
    await db.insert(tasks).values([
      { userId, title: "Try this out", dueDate: overdue },
      { userId, title: "And this", dueDate: overdue, status: "completed", completedAt: now },
    ]);
    await db.insert(events).values({ userId, title: "Lunch", startTime: now, endTime: now });
  });
  await load(ada);
  expect(await dashboardFigures(ada)).toMatchObject({ sample: false, ...SPECIFIED });
});

test("five open tasks that are overdue still leave room for the specified shares", async () => {
  const dueDate = new Date(Date.now() - 3 * 86_400_000);
  await ada.run(({ db, actor: { userId } }) =>
    db.insert(tasks).values(Array.from({ length: 5 }, () => ({ userId, title: "Late", dueDate }))),
  );
  await load(ada);
  expect(await dashboardFigures(ada)).toMatchObject(SPECIFIED);
});

test("a second load, and an account with its own data, are refused with a reason, and nothing is written", async () => {
  await load(ada);
  await expect(load(ada)).rejects.toMatchObject({ code: "conflict", message: /already loaded/ });
  await bob.run(({ db, actor: { userId } }) =>
    db.insert(tasks).values(Array.from({ length: 6 }, () => ({ userId, title: "Mine" }))),
  );
  await expect(load(bob)).rejects.toMatchObject({ code: "conflict", message: /data of its own/ });
  expect(await bob.run(({ db }) => db.$count(emails))).toBe(0);
});

test("of two concurrent loads one succeeds, and the account has one sample", async () => {
  const results = await Promise.allSettled([load(ada), load(ada)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await dashboardFigures(ada)).toMatchObject(SPECIFIED);
});

test("three meetings on each of the next fifteen days", async () => {
  const now = new Date();
  const rows = await carol.run(({ db }) => db.select().from(events));
  for (let day = 0; day < 15; day += 1) {
    const [from, to] = [startOfDay(now, "Europe/Berlin", day), startOfDay(now, "Europe/Berlin", day + 1)];
    expect(rows.filter(({ startTime }) => startTime >= from && startTime < to)).toHaveLength(3);
  }
  expect(rows.every(({ startTime, endTime }) => startTime < endTime)).toBe(true);
});

test("two meetings repeat, and are removed with the sample", async () => {
  const listed = (await carol.invoke(calendarEvents.list, {
    from: startOfDay(new Date(), "Europe/Berlin", 60).toISOString(),
    to: startOfDay(new Date(), "Europe/Berlin", 90).toISOString(),
  })) as { items: { title: string; rrule: string | null }[] };
  expect(new Set(listed.items.map(({ title }) => title))).toEqual(
    new Set(["Leadership team", "Month in figures"]),
  );
  expect(listed.items.length).toBeGreaterThanOrEqual(5);
});

test("every address is in a reserved domain", async () => {
  const addresses = await carol.run(async ({ db }) => [
    ...(await db.select().from(emails)).flatMap(({ sender, recipients }) => [sender, ...recipients]),
    ...(await db.select().from(contacts)).map(({ contactEmail }) => contactEmail),
    ...(await db.select().from(events)).flatMap(({ attendees }) => attendees),
  ]);
  const others = addresses.filter((address) => address !== carol.email);
  expect(others.length).toBeGreaterThan(300);
  expect(others.filter((address) => !address?.endsWith(".example"))).toEqual([]);
});

test("colleagues are seven users that cannot sign in", async () => {
  const { rows } = await owner.query(
    `select (select count(*)::int from credentials where user_id = users.id) as passwords,
            (select count(*)::int from sessions where user_id = users.id) as sessions,
            (select count(*)::int from user_roles where user_id = users.id) as roles, full_name
       from users join profiles on profiles.user_id = users.id where users.email like $1`,
    [`%@aldermoor-${carol.userId.slice(0, 8)}.example`],
  );
  expect(rows).toHaveLength(7);
  expect(new Set(rows.map(({ full_name }) => full_name)).size).toBe(7);
  for (const row of rows) expect(row).toMatchObject({ passwords: 0, sessions: 0, roles: 0 });
});

test("colleagues cannot be created with foreign addresses", async () => {
  const colleague = JSON.stringify([{ id: bob.userId, name: "Mallory", email: "mallory@company.test" }]);
  const add = services.database.transaction(ada.userId, "write", (db) =>
    db.execute(`select add_sample_colleagues('${colleague}')`),
  );
  await expect(add).rejects.toThrow();
});

test("documents are real files, each with its own text", async () => {
  const rows = await carol.run(({ db }) => db.select().from(documents));
  expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(156);
  expect(new Set(rows.map(({ category }) => category)).size).toBe(10);
  const printed = rows.filter(({ fileType }) => fileType === "application/pdf");
  const plain = rows.filter(({ fileType }) => fileType === "text/plain");
  expect(printed.length + plain.length).toBe(156);
  for (const { storageKey, fileSize, title, fileType } of [...printed.slice(0, 5), ...plain.slice(0, 5)]) {
    const content = await buffer(await services.files.get(storageKey));
    expect(content.length).toBe(fileSize);
    if (fileType === "text/plain") expect(content.toString().startsWith(title)).toBe(true);
    else expect(content.toString("latin1")).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
  }
});

test("shared sample documents can be read by the workspace", async () => {
  const rows = await carol.run(({ db }) => db.select().from(documents));
  const shared = rows.filter(({ isShared }) => isShared).map(({ id }) => id);
  const shares = await carol.run(({ db }) => db.select().from(documentShares));
  expect(shared.length).toBeGreaterThan(5);
  expect(shares.map(({ documentId }) => documentId).toSorted()).toEqual(shared.toSorted());
});

test("texts vary: no task and hardly any mail is repeated", async () => {
  const [titles, bodies] = await carol.run(async ({ db }) => [
    (await db.select().from(tasks)).map(({ title }) => title),
    (await db.select().from(emails)).map(({ body }) => body),
  ]);
  expect(new Set(titles).size).toBe(139);
  expect(new Set(bodies).size / bodies.length).toBeGreaterThan(0.95);
});

test("the sample is the same for everybody, except for names and dates", async () => {
  await load(bob);
  const textsOf = (person: Person) =>
    person.run(async ({ db }) =>
      (await db.select().from(documents)).map(({ title, sha256 }) => `${title} ${sha256}`).toSorted(),
    );
  expect(await textsOf(carol)).toEqual(await textsOf(bob));
});

test("no past record has a future date", async () => {
  const now = new Date();
  const moments = await carol.run(async ({ db }) => [
    ...(await db.select().from(tasks)).flatMap(({ createdAt, completedAt }) => [createdAt, completedAt]),
    ...(await db.select().from(emails)).flatMap(({ createdAt, sentAt }) => [createdAt, sentAt]),
    ...(await db.select().from(messages)).map(({ createdAt }) => createdAt),
    ...(await db.select().from(documents)).map(({ createdAt }) => createdAt),
  ]);
  expect(moments.filter((moment) => moment !== null && moment > now)).toEqual([]);
});

test("the sample is written in batches: a few statements, not one per row", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await load(ada);
  expect(query.mock.calls.length).toBeLessThan(140);
  query.mockRestore();
});

test("a failure while storing files leaves neither rows nor files", async () => {
  const { put } = services.files;
  let remaining = 40;
  const broken = vi.spyOn(services.files, "put").mockImplementation(async (content) => {
    remaining -= 1;
    if (remaining < 0) throw new Error("disk full");
    const file = await put(content);
    written.push(file.key);
    return file;
  });
  const written: string[] = [];
  await expect(load(ada)).rejects.toThrow("disk full");
  broken.mockRestore();
  expect(written).toHaveLength(40);
  expect(await Promise.all(written.map(isStoredIn(services)))).not.toContain(true);
  expect(await dashboardFigures(ada)).toMatchObject({ sample: true });
});
