import { auditLog } from "#features/admin/audit-log.ts";
import { DATE_RANGES } from "#features/payments/model.ts";
import { payments } from "#features/payments/payments.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { createBenchInstance, type Fill } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import { recordStatements } from "./support/record-statements.ts";

// The administrator's pages among 1,000,000 payments of a year and 1,000,000 rows of the audit log: every filter of the
// payment reports, their totals and pages, and the audit page by area, account, result and time. The floor is the same
// statements through the bare driver. `ROWS=20000 node bench/admin.bench.ts` is a small trial run.

const ROWS = Number(environment.ROWS ?? 1_000_000);
const TIMES = Number(environment.TIMES ?? 15);
const YEAR = 365 * 86_400;

const FILLS: readonly Fill[] = [
  {
    table: "payments",
    fill: async (owner) => {
      await owner.query(
        `insert into payments (user_email, user_name, amount, currency, status, payment_method, plan_name, provider,
           provider_id, created_at)
         select 'customer' || n % 40000 || '@example.com', 'Customer ' || md5((n % 40000)::text), 500 + (n::bigint * 7919) % 20000,
           case when n % 20 = 0 then 'EUR' else 'USD' end,
           (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'pending', 'failed',
             'refunded'])[1 + n % 10],
           (array['Credit Card', 'Credit Card', 'PayPal', 'Bank Transfer'])[1 + n % 4],
           (array['Basic', 'Professional', 'Enterprise'])[1 + n % 3], 'bench', n::text,
           now() - make_interval(secs => n * ${YEAR}.0 / $1)
           from generate_series(1, $1::int) n`,
        [ROWS],
      );
      await owner.query("vacuum analyze payment_days");
    },
  },
  {
    table: "audit_log",
    fill: async (owner, ada) => {
      await owner.query(
        "insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing",
        [ada],
      );
      await owner.query(
        `insert into audit_log (at, user_id, via, capability, effect, outcome, record_ids, request_id, address)
         select now() - make_interval(secs => n * ${YEAR}.0 / $2), case when n % 50 = 0 then $1::uuid else overlay(overlay(md5((n % 500)::text) placing '4' from 13) placing '8' from 17)::uuid end,
           'session', (array['tasks', 'emails', 'events', 'documents', 'messages'])[1 + n % 5] || '.'
             || (array['create', 'update', 'delete'])[1 + n % 3], 'write',
           case when n % 1000 = 0 then 'refused' else 'done' end, array[gen_random_uuid()::text], 'bench', '192.0.2.1'
           from generate_series(1, $2::int) n`,
        [ada, ROWS],
      );
    },
  },
];

const instance = await createBenchInstance(FILLS);
const { ada, bare, services } = instance;
const admin = { ...ada, roles: ["admin"] as const };
type Page = { items: unknown[]; nextCursor: string | null };
const call = (capability: unknown, input: object) =>
  invoke(services, capability as AnyCapability, input, {
    actor: admin,
    requestId: "bench",
    address: null,
  }) as Promise<Page>;

const timeZone = "Europe/Vienna";
for (const range of DATE_RANGES) {
  await measure(`payments.summary ${range}`, payments.summary, { range });
  await measure(`payments.methods ${range}`, payments.methods, { range });
  await measure(`payments.trend ${range}`, payments.trend, { range, timeZone });
}
for (const status of [undefined, "failed"])
  for (const sort of ["date", "amount", "customer"])
    for (const range of ["7d", "1y"])
      await measurePages(`payments.list ${status ?? "all"} ${range} by ${sort}`, payments.list, {
        range,
        sort,
        ...(status && { status }),
      });

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
for (const [name, input] of [
  ["all", {}],
  ["of an area", { area: "documents" }],
  ["of an act", { capability: "tasks.delete" }],
  ["of an account", { email: ada.email }],
  ["refused", { outcome: "refused" }],
  ["of a day", { from: day(200), to: day(199) }],
  ["refused, of an area in a month", { outcome: "refused", area: "emails", from: day(120), to: day(90) }],
] as const)
  await measurePages(`auditLog.list ${name}`, auditLog.list, input);
await measure("auditLog.areas", auditLog.areas, {});
await instance.remove();

/** Measures the first page, and the page after 20 pages of 200. */
async function measurePages(name: string, capability: unknown, input: object): Promise<void> {
  await measure(name, capability, input);
  let cursor: string | null = null;
  for (let page = 0; page < 20; page += 1) {
    const { nextCursor }: Page = await call(capability, { ...input, limit: 200, ...(cursor && { cursor }) });
    if (!nextCursor) break;
    cursor = nextCursor;
  }
  if (cursor) await measure(`${name}, 4,000 rows on`, capability, { ...input, cursor });
}

async function measure(name: string, capability: unknown, input: object): Promise<void> {
  const statements = await recordStatements(() => call(capability, input));
  await compare({
    name,
    measured: () => call(capability, input),
    floor: async () => {
      for (const { text, values } of statements) await bare.query(text, values);
    },
    floorName: `the same ${statements.length} statements, bare driver`,
    times: TIMES,
  });
}
