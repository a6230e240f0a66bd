import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { pageInput } from "#platform/capability/wire.ts";
import { keyset, type SortKey } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
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
/** Payments as `p` and daily sums as `d`, real or sample: the same statements compute all figures. */
type Rows = { source: Source; given: SQL };

/** Without a provider and without any payments, the sample is used (decision 24 of the specification). */
async function rowsFor({ db, now, systemSettings }: Reader): Promise<Rows> {
  const isConnected = (["stripeSecretKey", "stripeWebhookSecret"] as const).some(
    (name) => systemSettings.secret(name) !== null,
  );
  const hasRows = isConnected || (await db.select({ id: payments.id }).from(payments).limit(1)).length > 0;
  if (hasRows)
    return {
      source: "provider",
      given: sql`p as not materialized (select * from payments), d as not materialized (select * from payment_days)`,
    };
  const sample = JSON.stringify(samplePayments(now));
  return {
    source: "sample",
    given: sql`p as materialized (
        select * from jsonb_to_recordset(${sample}::jsonb) as p(id uuid, user_id uuid, user_email text, user_name text,
          amount bigint, refunded_amount bigint, currency text, status text, payment_method text, description text,
          subscription_id text, plan_name text, created_at timestamptz, updated_at timestamptz)),
      d as (select (created_at at time zone 'UTC')::date as day, currency, status, payment_method, count(*) as count,
          sum(amount - refunded_amount)::bigint as revenue from p group by 1, 2, 3, 4)`,
  };
}

export type Reader = Pick<SignedIn, "db" | "now" | "systemSettings">;

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY);
const since = (at: Date) => sql`p.created_at >= ${at}::timestamptz`;

/** `limit` may be more than a page on the wire: the export reads a thousand at once. */
export async function listPayments(context: Reader, input: z.output<typeof ListPayments>) {
  const { source, given } = await rowsFor(context);
  const page = keyset(ordersOf(input), input);
  const { rows } = await context.db.execute<Omit<Payment, "createdAt" | "updatedAt"> & Stamps>(sql`
    with ${given}
    select p.id, p.user_id as "userId", p.user_email as "userEmail", p.user_name as "userName",
           p.amount::float8 as amount, p.refunded_amount::float8 as "refundedAmount", p.currency, p.status,
           p.payment_method as "paymentMethod", p.description, p.created_at as "createdAt", p.updated_at as "updatedAt",
           p.subscription_id as "subscriptionId", p.plan_name as "planName", ${page.columns.pageKey} as "pageKey"
      from p
     where ${and(
       since(daysAgo(context.now, RANGE_DAYS[input.range])),
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

/** The most frequent currency; only payments in it are summed. */
const mainCurrency = sql`main as materialized (
  select coalesce((select currency from d group by 1 order by sum(count) desc, 1 limit 1), 'USD') as currency)`;

/**
 * Payments since an instant: the daily sums, and for the days of `edges` (a statement that returns days) single
 * payments, because a period begins or ends within them. The bounds are computed first: a function that is not
 * leakproof in the comparison would keep row-level security from using the index.
 */
const facts = (from: Date, edges: SQL) => sql`
  edges as materialized (
    select distinct e.day, e.day::timestamp at time zone 'UTC' as begins, (e.day + 1)::timestamp at time zone 'UTC' as ends
      from (${edges}) e (day)),
  facts as (
    select d.day::timestamp at time zone 'UTC' as at, d.currency, d.status, d.payment_method, d.count, d.revenue
      from d where d.day > (${from}::timestamptz at time zone 'UTC')::date
       and not exists (select from edges where edges.day = d.day)
    union all
    select p.created_at, p.currency, p.status, p.payment_method, 1, p.amount - p.refunded_amount
      from edges join p on p.created_at >= edges.begins and p.created_at < edges.ends
     where ${since(from)})`;

const dayOf = (at: Date) => sql`(${at}::timestamptz at time zone 'UTC')::date`;

export async function summarize(
  context: Reader,
  { range }: z.output<typeof InRange>,
): Promise<PaymentSummary> {
  const { source, given } = await rowsFor(context);
  const [start, month] = [daysAgo(context.now, RANGE_DAYS[range]), daysAgo(context.now, MONTH)];
  const earlier = start < month ? start : month;
  const inRange = sql`f.at >= ${start}::timestamptz`;
  const earned = sql`f.status = 'completed' and f.currency = main.currency`;
  const { rows } = await context.db.execute<Omit<PaymentSummary, "source">>(sql`
    with ${given}, ${mainCurrency},
    ${facts(earlier, sql`select ${dayOf(start)} union all select ${dayOf(month)}`)},
    counted as (
      select (select currency from main) as currency,
        coalesce(sum(f.revenue) filter (where ${earned} and ${inRange}), 0)::float8 as revenue,
        coalesce(sum(f.count) filter (where ${earned} and ${inRange}), 0)::int as summed,
        coalesce(sum(f.revenue) filter (where ${earned} and f.at >= ${month}::timestamptz), 0)::float8 as monthly,
        coalesce(sum(f.count) filter (where ${inRange}), 0)::int as total,
        coalesce(sum(f.count) filter (where f.status = 'completed' and ${inRange}), 0)::int as successful,
        coalesce(sum(f.count) filter (where f.status = 'failed' and ${inRange}), 0)::int as failed
      from main left join facts f on true
    )
    select currency, revenue as "totalRevenue", monthly as "monthlyRevenue", total as "totalTransactions",
           successful as "successfulTransactions", failed as "failedTransactions",
           round((revenue / nullif(summed, 0))::numeric)::float8 as "averageTransactionValue",
           (select f.payment_method from facts f where ${inRange} group by 1 having sum(f.count) > 0
             order by sum(f.count) desc, 1 limit 1) as "topPaymentMethod",
           round(100.0 * successful / nullif(total, 0), 1)::float8 as "conversionRate"
      from counted`);
  const row = returnedRow(rows);
  return { source, ...row };
}

export async function shareOfMethods(context: Reader, { range }: z.output<typeof InRange>) {
  const { given } = await rowsFor(context);
  const start = daysAgo(context.now, RANGE_DAYS[range]);
  const { rows } = await context.db.execute<z.output<typeof MethodShare>>(sql`
    with ${given}, ${facts(start, sql`select ${dayOf(start)}`)}
    select f.payment_method as "paymentMethod", sum(f.count)::int as count,
           round(100.0 * sum(f.count) / sum(sum(f.count)) over (), 1)::float8 as percent
      from facts f group by 1 having sum(f.count) > 0 order by 2 desc, 1 limit 20`);
  return { methods: rows };
}

const UNITS = { "7d": "day", "30d": "day", "90d": "week", "1y": "month" } as const;

export async function revenueTrend(
  context: Reader,
  { range, timeZone }: z.output<typeof TrendInput>,
): Promise<z.output<typeof RevenueTrend>> {
  const { given } = await rowsFor(context);
  const { now, db } = context;
  const unit = UNITS[range];
  const local = (at: SQL) => sql`date_trunc(${unit}, ${at} at time zone ${timeZone})`;
  const start = daysAgo(now, RANGE_DAYS[range]);
  const [month, before] = [daysAgo(now, MONTH), daysAgo(now, 2 * MONTH)];
  const sum = (condition: SQL) => sql`sum(f.revenue) filter (where ${condition})`;
  const { rows } = await db.execute<{
    currency: string;
    points: { from: string; revenue: number }[];
    last: number;
    before: number;
  }>(sql`
    with ${given}, ${mainCurrency},
    slots as materialized (
      select slot, slot at time zone ${timeZone} as starts, row_number() over (order by slot)::integer as number
        from generate_series(${local(sql`${start}::timestamptz`)}, ${local(sql`${now}::timestamptz`)},
                             ${`1 ${unit}`}::interval) slot),
    ${facts(
      start < before ? start : before,
      sql`select ${dayOf(start)} union all select ${dayOf(month)} union all select ${dayOf(before)}
          union all select (starts at time zone 'UTC')::date from slots where (starts at time zone 'UTC')::time <> '00:00'`,
    )},
    sums as materialized (
      select width_bucket(f.at, (select array_agg(starts order by number) from slots)) as number,
             ${sum(sql`f.at >= ${start}::timestamptz`)} as revenue,
             ${sum(sql`f.at >= ${month}::timestamptz`)} as last,
             ${sum(sql`f.at >= ${before}::timestamptz and f.at < ${month}::timestamptz`)} as before
        from facts f, main where f.status = 'completed' and f.currency = main.currency group by 1)
    select main.currency,
           (select json_agg(json_build_object('from', to_char(slot, 'YYYY-MM-DD'),
                'revenue', coalesce(sums.revenue, 0)::float8) order by slot)
              from slots left join sums using (number)) as points,
           coalesce((select sum(last) from sums), 0)::float8 as last,
           coalesce((select sum(before) from sums), 0)::float8 as before
      from main`);
  const row = returnedRow(rows);
  const { currency, points, last, before: earlier } = row;
  const growth = earlier > 0 ? Math.round((1000 * (last - earlier)) / earlier) / 10 : null;
  return { currency, unit, points, growth };
}
