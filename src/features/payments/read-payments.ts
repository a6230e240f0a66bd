import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { pageInput } from "#platform/capability/wire.ts";
import { keyset, type SortKey } from "#platform/database/keyset.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import {
  DateRange,
  DEFAULT_RANGE,
  type MethodShare,
  type Payment,
  PaymentSort,
  PaymentStatus,
  type PaymentSummary,
  RANGE_DAYS,
  type RevenueTrend,
} from "./model.ts";
import { samplePayments } from "./sample-payments.ts";
import { payments } from "./tables.ts";

export const InRange = z.strictObject({ range: DateRange.default(DEFAULT_RANGE) });
export const TrendInput = InRange.extend({ timeZone: TimeZone.default("UTC") });
export const ListPayments = InRange.extend({
  ...pageInput,
  status: PaymentStatus.optional(),
  sort: PaymentSort.default("date"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});

const DAY = 86_400_000;
const MONTH = 30;

type Source = "provider" | "sample";
/** A relation `p` with the columns of payments, whichever it is: every sum is made by the same statement. */
type Rows = { source: Source; p: SQL };

/** As long as no provider has told anything the sample stands in for it (decision 24 of the specification). */
async function rowsFor({ db, now }: SignedIn): Promise<Rows> {
  const [first] = await db.select({ id: payments.id }).from(payments).limit(1);
  if (first) return { source: "provider", p: sql`payments p` };
  const sample = JSON.stringify(samplePayments(now));
  return {
    source: "sample",
    p: sql`jsonb_to_recordset(${sample}::jsonb) as p(id uuid, user_id uuid, user_email text, user_name text,
      amount bigint, currency text, status text, payment_method text, description text, subscription_id text,
      plan_name text, created_at timestamptz, updated_at timestamptz)`,
  };
}

const since = (now: Date, days: number) =>
  sql`p.created_at >= ${new Date(now.getTime() - days * DAY)}::timestamptz`;
const isCompleted = sql`p.status = 'completed'`;

export async function listPayments(context: SignedIn, input: z.output<typeof ListPayments>) {
  const { source, p } = await rowsFor(context);
  const page = keyset(ordersOf(input), input);
  const { rows } = await context.db.execute<Omit<Payment, "createdAt" | "updatedAt"> & Stamps>(sql`
    select p.id, p.user_id as "userId", p.user_email as "userEmail", p.user_name as "userName",
           p.amount::float8 as amount, p.currency, p.status, p.payment_method as "paymentMethod", p.description,
           p.created_at as "createdAt", p.updated_at as "updatedAt", p.subscription_id as "subscriptionId",
           p.plan_name as "planName", ${page.columns.pageKey} as "pageKey"
      from ${p}
     where ${and(
       since(context.now, RANGE_DAYS[input.range]),
       input.status ? sql`p.status = ${input.status}` : undefined,
       page.after,
     )}
     order by ${sql.join(page.orderBy, sql`, `)}
     limit ${page.fetch}`);
  const { items, nextCursor } = page.of(rows);
  return { source, items: items.map(withDates), nextCursor };
}

type Stamps = { createdAt: string | Date; updatedAt: string | Date; pageKey: string };

const withDates = <R extends Omit<Stamps, "pageKey">>(row: R) => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

function ordersOf({ sort, direction }: z.output<typeof ListPayments>): SortKey[] {
  const by: Record<PaymentSort, SortKey["by"]> = {
    date: { expression: sql`p.created_at`, type: "timestamptz" },
    amount: { expression: sql`p.amount`, type: "bigint" },
    customer: { expression: sql`p.user_name collate "und-x-icu"`, type: "text" },
  };
  const id: SortKey["by"] = { expression: sql`p.id`, type: "uuid" };
  return [
    { by: by[sort], direction },
    { by: id, direction },
  ];
}

/** The currency that most payments are in; only these are added up. */
const mainCurrency = (p: SQL) =>
  sql`(select coalesce((select currency from ${p} group by 1 order by count(*) desc, 1 limit 1), 'USD'))`;

export async function summarize(
  context: SignedIn,
  { range }: z.output<typeof InRange>,
): Promise<PaymentSummary> {
  const { source, p } = await rowsFor(context);
  const inRange = since(context.now, RANGE_DAYS[range]);
  const { rows } = await context.db.execute<Omit<PaymentSummary, "source">>(sql`
    with main as materialized (select ${mainCurrency(p)} as currency),
    counted as (
      select (select currency from main) as currency,
        coalesce(sum(p.amount) filter (where ${isCompleted} and ${inRange} and p.currency = main.currency), 0)::float8 as revenue,
        count(*) filter (where ${isCompleted} and ${inRange} and p.currency = main.currency)::int as summed,
        coalesce(sum(p.amount) filter (where ${isCompleted} and ${since(context.now, MONTH)} and p.currency = main.currency), 0)::float8 as monthly,
        count(*) filter (where ${inRange})::int as total,
        count(*) filter (where ${isCompleted} and ${inRange})::int as successful,
        count(*) filter (where p.status = 'failed' and ${inRange})::int as failed,
        mode() within group (order by p.payment_method) filter (where ${inRange}) as method
      from main, ${p} where ${since(context.now, Math.max(RANGE_DAYS[range], MONTH))}
    )
    select currency, revenue as "totalRevenue", monthly as "monthlyRevenue", total as "totalTransactions",
           successful as "successfulTransactions", failed as "failedTransactions",
           round(revenue / nullif(summed, 0))::float8 as "averageTransactionValue", method as "topPaymentMethod",
           round(100.0 * successful / nullif(total, 0), 1)::float8 as "conversionRate"
      from counted`);
  const [row] = rows;
  if (!row) throw new Error("A summary is one row");
  return { source, ...row };
}

export async function shareOfMethods(context: SignedIn, { range }: z.output<typeof InRange>) {
  const { p } = await rowsFor(context);
  const { rows } = await context.db.execute<z.output<typeof MethodShare>>(sql`
    select p.payment_method as "paymentMethod", count(*)::int as count,
           round(100.0 * count(*) / sum(count(*)) over (), 1)::float8 as percent
      from ${p} where ${since(context.now, RANGE_DAYS[range])}
     group by 1 order by 2 desc, 1 limit 20`);
  return { methods: rows };
}

const UNITS = { "7d": "day", "30d": "day", "90d": "week", "1y": "month" } as const;

export async function revenueTrend(
  context: SignedIn,
  { range, timeZone }: z.output<typeof TrendInput>,
): Promise<z.output<typeof RevenueTrend>> {
  const { p } = await rowsFor(context);
  const { now, db } = context;
  const unit = UNITS[range];
  const local = (at: SQL) => sql`date_trunc(${unit}, ${at} at time zone ${timeZone})`;
  const from = new Date(now.getTime() - RANGE_DAYS[range] * DAY);
  const revenue = (condition: SQL) =>
    sql`coalesce((select sum(p.amount) from ${p}, main where ${isCompleted} and p.currency = main.currency and ${condition}), 0)::float8`;
  const { rows } = await db.execute<{
    currency: string;
    points: { from: string; revenue: number }[];
    last: number;
    before: number;
  }>(sql`
    with main as materialized (select ${mainCurrency(p)} as currency),
    sums as (
      select ${local(sql`p.created_at`)} as slot, sum(p.amount)::float8 as revenue
        from ${p}, main
       where ${isCompleted} and p.currency = main.currency and ${since(now, RANGE_DAYS[range])}
       group by 1
    )
    select main.currency,
           (select json_agg(json_build_object('from', to_char(slot, 'YYYY-MM-DD'), 'revenue', coalesce(sums.revenue, 0)) order by slot)
              from generate_series(${local(sql`${from}::timestamptz`)}, ${local(sql`${now}::timestamptz`)},
                                   ${`1 ${unit}`}::interval) slot
              left join sums using (slot)) as points,
           ${revenue(since(now, MONTH))} as last,
           ${revenue(sql`${since(now, 2 * MONTH)} and not ${since(now, MONTH)}`)} as before
      from main`);
  const [row] = rows;
  if (!row) throw new Error("A trend is one row");
  const { currency, points, last, before } = row;
  const growth = before > 0 ? Math.round((1000 * (last - before)) / before) / 10 : null;
  return { currency, unit, points, growth };
}
