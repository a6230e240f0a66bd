import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Actor } from "#platform/capability/actor.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { PaymentOnWire } from "./model.ts";
import { guessMapping, parseCsv, toImportLines } from "./parse-csv.ts";
import { payments } from "./payments.ts";
import { readAmount, readImportLine } from "./read-import-line.ts";
import { paymentRoutes } from "./routes.ts";

const server = await testDatabase();
const grace = await server.aUser({ fullName: "Grace Hopper", roles: ["admin"] });
const boss = server.as(grace);
const bob = await server.aUser({ fullName: "Bob" });

type Outcome = { line: number; outcome: string; problem: string };
const send = async (lines: object[], options: object = {}) =>
  (
    (await boss.invoke(payments.import, { lines, importId: randomUUID(), ...options })) as {
      outcomes: Outcome[];
    }
  ).outcomes;
const list = async (input: object = {}) =>
  ((await boss.invoke(payments.list, { range: "1y", limit: 200, ...input })) as { items: PaymentOnWire[] })
    .items;
const today = new Date().toISOString().slice(0, 10);
const aLine = (line: number, cells: object = {}) => ({
  line,
  date: today,
  amount: "29.99",
  email: "clara@example.com",
  ...cells,
});

const log = createLog("silent");
const exported = async (actor: Actor, query: string) => {
  const app = new Hono<Edge>();
  app.onError((error) => errorResponse(error, "test", log));
  app.use(async (context, next) => {
    context.set("actor", actor);
    context.set("requestId", "test");
    context.set("address", "192.0.2.1");
    return next();
  });
  paymentRoutes(app, { services: server.services, log });
  return app.request(`/files/payments.csv?${query}`);
};

test("S6: a preview reports the outcome of every line and stores nothing", async () => {
  const lines = [
    aLine(2, { id: "T-1" }),
    aLine(3, { id: "T-1" }),
    aLine(4, { id: "T-2", amount: "twelve" }),
    aLine(5, { id: "T-3", date: "31.02.2026" }),
    aLine(6, { id: "T-4", email: "nobody" }),
    aLine(7, { id: "T-5", currency: "XQX" }),
    aLine(8, { id: "T-6", date: "2199-01-01" }),
    aLine(9, { id: "T-7", refunded: "30.00" }),
    aLine(10, { id: "T-8", date: "" }),
  ];
  expect(await send(lines, { isDryRun: true })).toEqual([
    { line: 2, outcome: "new", problem: "" },
    { line: 3, outcome: "known", problem: "" },
    { line: 4, outcome: "wrong", problem: "Amount: “twelve” is no amount of money" },
    { line: 5, outcome: "wrong", problem: "Date: “31.02.2026” is no date that exists" },
    { line: 6, outcome: "wrong", problem: "Email: “nobody” is no address" },
    { line: 7, outcome: "wrong", problem: "Currency: “XQX” is none that is known" },
    { line: 8, outcome: "wrong", problem: "Date: “2199-01-01” lies in the future" },
    { line: 9, outcome: "wrong", problem: "Refunded is more than the amount" },
    { line: 10, outcome: "wrong", problem: "Date is empty" },
  ]);
  expect((await server.owner.query("select from payments")).rowCount).toBe(0);
});

test("S6, PAY-09: an import replaces the sample data, skips known lines and can be undone completely", async () => {
  const importId = randomUUID();
  const lines = [
    aLine(2, { id: "T-1", name: "Clara Voss", status: "Paid", paymentMethod: "Visa", plan: "Basic" }),
    aLine(3, { amount: "1.234,50 €", currency: "eur", status: "processing" }),
    aLine(4, { amount: "-19.99" }),
    aLine(5, { amount: "100", refunded: "40" }),
    aLine(6, { status: "chargeback" }),
  ];
  expect((await send(lines, { importId })).map(({ outcome }) => outcome)).toEqual(Array(5).fill("new"));
  const found = (await list({ sort: "amount", direction: "asc" })).map(
    ({ amount, refundedAmount, currency, status }) => [amount, refundedAmount, currency, status],
  );
  expect(found).toEqual(
    [
      [1999, 1999, "USD", "refunded"],
      [2999, 0, "USD", "completed"],
      [2999, 0, "USD", "chargeback"],
      [10_000, 4000, "USD", "completed"],
      [123_450, 0, "EUR", "pending"],
    ].toSorted(
      (one, other) =>
        Number(one[0]) - Number(other[0]) ||
        found.findIndex((row) => row[3] === one[3]) - found.findIndex((row) => row[3] === other[3]),
    ),
  );
  expect((await send(lines)).map(({ outcome }) => outcome)).toEqual(Array(5).fill("known"));
  const removed = await boss.invoke(payments.removeImport, { importId });
  expect(removed).toEqual({ removed: 5 });
  const { rows } = await server.owner.query("select from payment_days where count <> 0 or revenue <> 0");
  expect(rows).toEqual([]);
  expect((await boss.invoke(payments.summary, {})) as object).toMatchObject({ source: "sample" });
});

test("S6: a payment received from Stripe is not imported again from a Stripe export", async () => {
  await server.owner.query(
    `insert into payments (user_email, user_name, amount, currency, status, payment_method, provider, provider_id)
     values ('clara@example.com', 'Clara', 100, 'USD', 'completed', 'Credit Card', 'stripe', 'ch_1')`,
  );
  expect((await send([aLine(2, { id: "ch_1" })]))[0]?.outcome).toBe("known");
  await server.owner.query("delete from payments");
});

test("§6: at most 500 lines per request, unknown fields are rejected, and only administrators may import", async () => {
  const many = Array.from({ length: 501 }, (_, line) => aLine(line + 2, { id: `M-${line}` }));
  await expect(send(many, { isDryRun: true })).rejects.toMatchObject({ code: "invalid" });
  expect(await send(many.slice(1), { isDryRun: true })).toHaveLength(500);
  await expect(send([aLine(2, { surprise: "1" })])).rejects.toMatchObject({ code: "invalid" });
  await expect(
    server.as(bob).invoke(payments.import, { lines: [aLine(2)], importId: randomUUID() }),
  ).rejects.toMatchObject({
    code: "forbidden",
  });
});

test.each([
  ["1234", "USD", 123_400],
  ["1,234.50", "USD", 123_450],
  ["1.234,5", "EUR", 123_450],
  ["1 234,50 €", "EUR", 123_450],
  ["$1,234", "USD", 123_400],
  ["1’234.50", "CHF", null],
  ["1'234.50", "CHF", 123_450],
  ["(12.30)", "USD", -1230],
  ["−12.30", "USD", -1230],
  ["0.1", "USD", 10],
  ["0.29", "USD", 29],
  ["1234567.89", "USD", 123_456_789],
  ["1200", "JPY", 1200],
  ["1200.00", "JPY", 1200],
  ["1200.50", "JPY", null],
  ["1.234", "KWD", 1234],
  ["12,34,56", "USD", null],
  ["1.2.3", "USD", null],
  ["99999999999999999999", "USD", null],
  ["", "USD", null],
  ["NaN", "USD", null],
])("money: “%s” in %s is %s minor units", (text, currency, minor) => {
  expect(readAmount(text, currency)).toBe(minor);
});

test("S6: a date one day ahead is allowed for time zones; later dates and dates before 1970 are rejected", () => {
  const now = new Date("2026-03-02T00:00:00Z");
  const read = (cells: object) =>
    readImportLine({ ...aLine(2), ...cells }, { currency: "USD", dayOrder: "dmy", now });
  expect(read({ date: "2026-03-03" })).toMatchObject({ payment: { createdAt: new Date("2026-03-03") } });
  expect(read({ date: "2026-03-03T00:00:01Z" })).toMatchObject({
    problem: expect.stringContaining("future"),
  });
  expect(read({ date: "1970-01-01" })).toMatchObject({ payment: { createdAt: new Date(0) } });
  expect(read({ date: "1969-12-31" })).toMatchObject({ problem: expect.stringContaining("no date") });
});

test("PAY-16: a line has its payment method, otherwise Other", () => {
  const read = (cells: object) =>
    readImportLine(
      { ...aLine(2), date: "2026-03-02", ...cells },
      { currency: "USD", dayOrder: "dmy", now: new Date("2026-03-02") },
    );
  expect(read({ paymentMethod: "PayPal" })).toMatchObject({ payment: { paymentMethod: "PayPal" } });
  expect(read({})).toMatchObject({ payment: { paymentMethod: "Other" } });
});

test("S6: a zero amount is not refunded, and a negative one is refunded completely", () => {
  const now = new Date("2026-03-02");
  const status = (amount: string) =>
    readImportLine({ ...aLine(2), date: "2026-03-02", amount }, { currency: "USD", dayOrder: "dmy", now });
  expect(status("0.00")).toMatchObject({ payment: { status: "completed", refundedAmount: 0 } });
  expect(status("-5.00")).toMatchObject({ payment: { status: "refunded", refundedAmount: 500 } });
});

test("an unknown column is not mapped to any field", () => {
  expect(Object.keys(guessMapping(["Email", "Shoe size"]))).toEqual(["email"]);
});

test("RFC 4180: quotes, line breaks in cells, separators, empty lines; our own export is mapped", () => {
  const rows = parseCsv('\ufeff"Id";"Customer"\r\n1;"Voss; Clara ""CV"""\r\n\r\n2;"two\nlines"\n3;x');
  expect(rows).toEqual([
    { line: 1, cells: ["Id", "Customer"] },
    { line: 2, cells: ["1", 'Voss; Clara "CV"'] },
    { line: 4, cells: ["2", "two\nlines"] },
    { line: 6, cells: ["3", "x"] },
  ]);
  const head = [
    "id",
    "Created date (UTC)",
    "Amount",
    "Amount Refunded",
    "Currency",
    "Customer Email",
    "Status",
  ];
  expect(guessMapping(head)).toEqual({
    id: 0,
    date: 1,
    amount: 2,
    refunded: 3,
    currency: 4,
    email: 5,
    status: 6,
  });
  expect(toImportLines([{ line: 2, cells: ["a", "b"] }], { id: 1, email: 7 })).toEqual([
    { line: 2, id: "b", email: "" },
  ]);
});

test("PAY-04, PAY-10: the export has the imported rows, filtered and sorted, and can be imported again", async () => {
  const lines = Array.from({ length: 1203 }, (_, n) =>
    aLine(n + 2, {
      id: `E-${n}`,
      amount: `${n}.07`,
      name: n === 7 ? "=1+1" : `Customer ${n}`,
      status: n % 3 ? "paid" : "failed",
    }),
  );
  for (let at = 0; at < lines.length; at += 400) await send(lines.slice(at, at + 400));
  const answer = await exported(grace, "range=30d&status=completed&sort=amount&direction=asc");
  expect(answer.headers.get("content-disposition")).toMatch(/filename="payments-completed-30d-[\d-]+\.csv"/);
  const text = await answer.text();
  const [head, ...rows] = parseCsv(text);
  expect(rows).toHaveLength(802);
  const amounts = rows.map(({ cells }) => Number(cells[4]));
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
  expect(text).toContain(`"'=1+1"`);
  const mapping = guessMapping(head?.cells ?? []);
  expect(Object.keys(mapping)).toEqual(
    expect.arrayContaining(["date", "amount", "email", "id", "name", "currency"]),
  );
  const again = await send(
    toImportLines(rows.slice(0, 500), mapping).map((line) => ({ ...line, id: "" })),
    { isDryRun: true },
  );
  expect(again.filter(({ outcome }) => outcome === "wrong")).toEqual([]);
  expect((await exported(bob, "range=30d")).status).toBe(403);
  expect((await exported(grace, "range=30d&status=lost")).status).toBe(400);
  const { rows: audited } = await server.owner.query(
    "select count(*)::int as count from audit_log where capability = 'payments.export'",
  );
  expect(audited[0].count).toBe(1);
});

test("PAY-06: undoing an import leaves the payments of other imports", async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const [one, other] = [aLine(2, { id: "in_1" }), aLine(3, { id: "in_2" })];
  await send([one], { importId: first });
  await send([other], { importId: second });
  expect(await boss.invoke(payments.removeImport, { importId: first })).toEqual({ removed: 1 });
  expect((await send([one, other])).map(({ outcome }) => outcome)).toEqual(["new", "known"]);
});
