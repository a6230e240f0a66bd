import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { aPayment } from "./factory.ts";
import {
  csvHeader,
  csvLines,
  DATE_RANGES,
  type PaymentOnWire,
  type PaymentSummary,
  statusLabel,
} from "./model.ts";
import { payments } from "./payments.ts";
import { payments as table } from "./tables.ts";

const server = await testDatabase();
const boss = server.as(await server.aUser({ fullName: "Ada", roles: ["admin"] }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));

type Page = { source: string; items: PaymentOnWire[]; nextCursor: string | null };
const list = (input: object = {}) => boss.invoke(payments.list, input) as Promise<Page>;
const summary = (input: object = {}) => boss.invoke(payments.summary, input) as Promise<PaymentSummary>;
const methods = async (range: string) =>
  (
    (await boss.invoke(payments.methods, { range })) as {
      methods: { paymentMethod: string; percent: number }[];
    }
  ).methods;
type Trend = { unit: string; points: { from: string; revenue: number }[]; growth: number | null };
const trend = (range: string) =>
  boss.invoke(payments.trend, { range, timeZone: "Europe/Vienna" }) as Promise<Trend>;

/** Every row of a filter, page by page. */
async function all(input: object): Promise<PaymentOnWire[]> {
  const items: PaymentOnWire[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list({ ...input, limit: 7, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

test("PAY-09, PAY-15: without a provider, sample data is returned and marked as such, with the specified plans", async () => {
  expect((await summary()).source).toBe("sample");
  const year = await all({ range: "1y" });
  expect(year).toHaveLength(200);
  expect(new Set(year.map(({ amount }) => amount))).toEqual(new Set([1999, 2999, 9999]));
  expect(year.every(({ userEmail }) => userEmail.endsWith(".example"))).toBe(true);
});

test("PAY-16: in every range, the three methods have 65, 25 and 10 percent", async () => {
  for (const range of DATE_RANGES)
    expect([range, (await methods(range)).map(({ percent }) => percent)]).toEqual([range, [65, 25, 10]]);
});

test("PAY-17: revenue grew by 32.1 percent", async () => {
  for (const range of DATE_RANGES) expect((await trend(range)).growth).toBe(32.1);
});

test("PAY-14: the date range limits the payments", async () => {
  for (const [range, count, days] of [
    ["7d", 20, 7],
    ["30d", 40, 30],
    ["90d", 100, 90],
    ["1y", 200, 365],
  ] as const) {
    const rows = await all({ range });
    expect(rows).toHaveLength(count);
    const since = Date.now() - days * 86_400_000;
    expect(rows.every(({ createdAt }) => Date.parse(createdAt) >= since)).toBe(true);
  }
});

test("PAY-13, PAY-08: the status filter, and an unknown status", async () => {
  const counts: Record<string, number> = {};
  for (const status of ["completed", "pending", "failed", "refunded"]) {
    const rows = await all({ range: "30d", status });
    expect(rows.every((row) => row.status === status)).toBe(true);
    counts[status] = rows.length;
  }
  expect(counts).toEqual({ completed: 35, pending: 1, failed: 2, refunded: 1 });
  const labels = new Set((await all({ range: "30d" })).map(({ status }) => statusLabel(status)));
  expect(labels).toEqual(new Set(["Completed", "Pending", "Failed", "Refunded", "Unknown"]));
  await expect(list({ status: "disputed" })).rejects.toMatchObject({ code: "invalid" });
});

test("DATA-32: the summary adds up the same rows as the list", async () => {
  for (const range of DATE_RANGES) {
    const rows = await all({ range });
    const completed = rows.filter(({ status }) => status === "completed");
    const revenue = completed.reduce((sum, { amount }) => sum + amount, 0);
    expect(await summary({ range })).toMatchObject({
      currency: "USD",
      totalRevenue: revenue,
      totalTransactions: rows.length,
      successfulTransactions: completed.length,
      failedTransactions: rows.filter(({ status }) => status === "failed").length,
      averageTransactionValue: Math.round(revenue / completed.length),
      topPaymentMethod: "Credit Card",
      conversionRate: Math.round((1000 * completed.length) / rows.length) / 10,
    });
  }
  const { totalRevenue } = await summary({ range: "30d" });
  expect((await summary({ range: "7d" })).monthlyRevenue).toBe(totalRevenue);
});

test("PAY-07: the trend has a point for every day, week or month, and its sum is the revenue", async () => {
  for (const [range, unit] of [
    ["7d", "day"],
    ["30d", "day"],
    ["90d", "week"],
    ["1y", "month"],
  ]) {
    const { points, ...rest } = await trend(range ?? "");
    expect(rest.unit).toBe(unit);
    const { totalRevenue } = await summary({ range });
    expect(points.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(totalRevenue);
    expect(points.map(({ from }) => from)).toEqual(points.map(({ from }) => from).toSorted());
  }
  expect((await trend("1y")).points.length).toBeGreaterThanOrEqual(12);
});

test("PAY-05: the list is sorted by date, amount or customer in both directions and pages without gaps", async () => {
  const sorted = async (sort: string, direction: string) => all({ range: "90d", sort, direction });
  const dates = (await sorted("date", "desc")).map(({ createdAt }) => createdAt);
  expect(dates).toEqual(dates.toSorted().toReversed());
  const amounts = (await sorted("amount", "asc")).map(({ amount }) => amount);
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
  expect(new Set((await sorted("customer", "asc")).map(({ id }) => id)).size).toBe(100);
});

test("PAY-10: the export has the rows, escaped for spreadsheets", () => {
  const payment = {
    id: "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a",
    userId: null,
    userEmail: "anna@example.com",
    userName: '=HYPERLINK("https://evil.example")',
    amount: 199_950,
    refundedAmount: 50,
    currency: "USD",
    status: "disputed",
    paymentMethod: "Credit Card",
    description: "two\nlines, and a comma",
    createdAt: "2026-03-05T10:00:00.000Z",
    updatedAt: "2026-03-05T10:00:00.000Z",
    subscriptionId: null,
    planName: "+1",
  };
  const rows = csvLines([payment, { ...payment, userName: "  @SUM(A1)", currency: "JPY" }]).split("\r\n");
  expect(csvHeader()).toContain('"Amount","Currency","Status"');
  expect(rows[0]).toBe(
    `"${payment.id}","2026-03-05T10:00:00.000Z","'=HYPERLINK(""https://evil.example"")","anna@example.com","1999.50","USD","Unknown","Credit Card","'+1","two\nlines, and a comma","","0.50"`,
  );
  expect(rows[1]).toContain(`"'  @SUM(A1)"`);
  expect(rows[1]).toContain('"199950","JPY"');
});

test("security: non-administrators are rejected, and the attempt is recorded", async () => {
  await expect(bob.invoke(payments.list, {})).rejects.toMatchObject({ code: "forbidden" });
  const { rows } = await server.owner.query(
    "select capability, outcome from audit_log where user_id = $1 order by at desc limit 1",
    [bob.userId],
  );
  expect(rows).toEqual([{ capability: "payments.list", outcome: "refused" }]);
});

test("DATA-31: payments from a provider replace the sample, for administrators only", async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await drizzle(server.owner, { casing: "snake_case" })
    .insert(table)
    .values([
      aPayment({ createdAt: at(1), amount: 5000, planName: "Professional", subscriptionId: "sub_1" }),
      aPayment({ createdAt: at(2), amount: 3000 }),
      aPayment({ createdAt: at(3), amount: 900, currency: "EUR" }),
      aPayment({ createdAt: at(4), status: "failed" }),
      aPayment({ createdAt: at(400) }),
    ]);
  expect(await summary({ range: "1y" })).toMatchObject({
    source: "provider",
    currency: "USD",
    totalRevenue: 8000,
    totalTransactions: 4,
    successfulTransactions: 3,
    averageTransactionValue: 4000,
    conversionRate: 75,
  });
  const { items, source } = await list({ range: "1y" });
  expect(source).toBe("provider");
  expect(items[0]).toMatchObject({ amount: 5000, planName: "Professional", subscriptionId: "sub_1" });
  expect((await trend("7d")).growth).toBeNull();
  expect(await bob.run(({ db }) => db.select().from(table))).toEqual([]);
});

test.each(["UTC", "Asia/Kathmandu", "America/New_York"])(
  "DATA-32: the sum of daily sums equals the sum of payments, for every range, in %s",
  async (timeZone) => {
    await server.owner.query(
      `insert into payments (user_email, user_name, amount, refunded_amount, currency, status, payment_method, provider,
         provider_id, created_at)
       select 'a@example.com', 'A', n, case when n % 7 = 0 then n / 2 else 0 end, case when n % 9 = 0 then 'EUR' else 'USD' end,
         (array['completed', 'failed', 'completed', 'refunded'])[1 + n % 4], (array['Card', 'PayPal', 'Bank'])[1 + n % 3],
         'test', gen_random_uuid()::text, now() - make_interval(secs => n * 17431)
         from generate_series(1, 2000) n`,
    );
    const days = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 };
    for (const range of DATE_RANGES) {
      const { rows } = await server.owner.query(
        `select count(*)::int as total, count(*) filter (where status = 'failed')::int as failed,
           coalesce(sum(amount - refunded_amount) filter (where status = 'completed' and currency = 'USD'), 0)::int as revenue
           from payments where created_at >= now() - make_interval(days => $1)`,
        [days[range]],
      );
      const { total, failed, revenue } = rows[0];
      expect(await summary({ range })).toMatchObject({
        totalTransactions: total,
        failedTransactions: failed,
        totalRevenue: revenue,
      });
      const shares = (await boss.invoke(payments.methods, { range })) as { methods: { count: number }[] };
      expect(shares.methods.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      const { points, unit } = (await boss.invoke(payments.trend, { range, timeZone })) as Trend;
      const { rows: slots } = await server.owner.query(
        `select to_char(date_trunc($2, created_at at time zone $3), 'YYYY-MM-DD') as from, sum(amount - refunded_amount)::int as revenue
           from payments where status = 'completed' and currency = 'USD' and created_at >= now() - make_interval(days => $1)
          group by 1 order by 1`,
        [days[range], unit, timeZone],
      );
      expect(points.filter((point) => point.revenue !== 0)).toEqual(
        slots.filter((slot) => slot.revenue !== 0),
      );
    }
    await server.owner.query("update payments set status = 'completed', amount = amount + 1");
    const { rows: mismatches } = await server.owner.query(
      `select day, currency, status, payment_method, count, revenue from payment_days where count <> 0
       except select (created_at at time zone 'UTC')::date, currency, status, payment_method, count(*), sum(amount - refunded_amount)
         from payments group by 1, 2, 3, 4`,
    );
    expect(mismatches).toEqual([]);
    await server.owner.query("truncate payments, payment_days");
  },
);
