import "../src/app/slices.ts";
import type pg from "pg";
import { attention } from "#features/attention/attention.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { type BenchInstance, createBenchInstance, type Fill } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import * as fill from "./support/fill-areas.ts";
import { recordStatements } from "./support/record-statements.ts";

// What needs a person with 100,000 mails (BENCH_MAILS) and 2,000 records of each other kind (BENCH_OTHERS), a tenth of which
// need them. The floors, in the same run: the same statements by the bare driver, and `select 1`.

const MAILS = Number(environment.BENCH_MAILS ?? 100_000);
const OTHERS = Number(environment.BENCH_OTHERS ?? MAILS / 50);
const GOAL_MS = 50;

/** `$1` is the person, `$2` the number of records; every tenth record needs the person. */
const needing = (table: string, statement: string): Fill => ({
  table,
  fill: (owner: pg.Client, ada: string) => owner.query(statement, [ada, OTHERS]),
});
const numbers = "generate_series(1, $2::int) number";
const FILLS: readonly Fill[] = [
  fill.fillMailbox(MAILS),
  fill.fillDueTasks(OTHERS),
  fill.fillEvents(OTHERS),
  needing(
    "events",
    `insert into events (user_id, title, start_time, end_time, organizer, participants)
     select $1::uuid, 'Invitation ' || number, now() + (number - 18000) * interval '1 hour', now() + (number - 18000) * interval '1 hour' + interval '30 minutes',
            'clara@voss.example', jsonb_build_array(jsonb_build_object('address', (select email from profiles where user_id = $1), 'name', null,
              'role', 'required', 'status', case when number % 2 = 0 then 'needs-action' else 'accepted' end))
       from ${numbers}`,
  ),
  needing(
    "mail_deliveries",
    `insert into mail_deliveries (user_id, email_id, state, reason, due_at)
     select $1::uuid, id, case when row_number() over () % 10 = 0 then 'failed' else 'sent' end, 'The address does not exist', now()
       from (select id from emails where user_id = $1 order by id limit $2) e`,
  ),
  needing(
    "commitments",
    `insert into commitments (user_id, kind, owed_by, party, party_name, what, said_at, due, quote, source_kind, source_id, state, origin, confidence)
     select $1::uuid, (array['request', 'promise'])[1 + number % 2], case when number % 4 < 2 then 'me' else 'them' end, 'p' || number % 100 || '@voss.example', 'Clara',
            'send the figures ' || number, now() - number * interval '1 hour', now() + (number % 100 - 50) * interval '1 day', 'Please send them.',
            'email', e.id, case when number % 10 = 0 then 'open' else 'met' end, 'built-in', 0.9
       from (select id, row_number() over (order by id) as number from emails where user_id = $1 order by id limit $2) e`,
  ),
  needing(
    "agent_requests",
    `insert into agent_requests (user_id, credential_id, agent_name, capability, input, input_hash, summary, state, expires_at)
     select $1::uuid, 'key', 'Agent ' || number % 20, 'emails.send', '{}', '0', 'Send mail ' || number,
            case when number % 10 = 0 then 'waiting' else 'done' end, now() + interval '1 day' from ${numbers}`,
  ),
  needing(
    "smart_notifications",
    `insert into smart_notifications (user_id, title, message, type, is_sent, is_read)
     select $1::uuid, 'Document ' || number, 'Clara shared it', 'document', true, number % 10 > 0 from ${numbers}`,
  ),
  needing(
    "documents, document_dates",
    `with made as (
       insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
       select $1::uuid, 'Lease ' || number, 'lease.pdf', 'application/pdf', 5, 'key ' || number, repeat('0', 64) from ${numbers} returning id)
     insert into document_dates (user_id, document_id, day, kind, sentence)
     select $1::uuid, id, current_date + (row_number() over ())::int % 140, 'deadline', 'Notice must be given.' from made`,
  ),
  needing(
    "conversations, conversation_participants, messages",
    `with pals as (select gen_random_uuid() as id from generate_series(1, 20)),
     made as (insert into conversations (type, title, created_by)
       select 'direct', '', $1::uuid from ${numbers} returning id),
     joined as (insert into conversation_participants (conversation_id, user_id, unread_count, last_read_at)
       select id, $1::uuid, case when row_number() over () % 10 = 0 then 1 else 0 end, now() - interval '1 day' from made returning conversation_id)
     insert into messages (conversation_id, sender_id, content)
     select conversation_id, (select min(id::text)::uuid from pals), 'Good morning' from joined`,
  ),
  needing(
    "workspaces, workspace_members, team_decisions",
    `with w as (insert into workspaces (name, created_by) values ('Board', $1::uuid) returning id),
     m as (insert into workspace_members (workspace_id, user_id, state, role) select id, $1::uuid, 'active', 'member' from w)
     insert into team_decisions (workspace_id, title, created_by, status, deadline)
     select w.id, 'Decision ' || number, $1::uuid, case when number % 10 = 0 then 'voting' else 'approved' end, now() + number * interval '1 minute'
       from w, ${numbers}`,
  ),
];

const instance = await createBenchInstance(
  FILLS.map(({ table, fill }) => ({
    table,
    fill: async (owner, ada) => {
      const start = performance.now();
      await fill(owner, ada);
      console.log(`filled ${table} in ${Math.round(performance.now() - start)} ms`);
    },
  })),
);
const { ada, bare, services } = instance;
type Listed = { items: { kind: string }[]; total: number };
const call = (capability: unknown) =>
  invoke(
    services,
    capability as AnyCapability,
    { timeZone: "Europe/Berlin" },
    { actor: ada, requestId: "bench", address: null },
  ) as Promise<Listed>;
const list = () => call(attention.list);

const statements = await recordStatements(list);
const { total, items } = await list();
console.log(`${total} items, ${items.length} of them shown, ${statements.length} statements`);
await printSlowParts(instance, statements);
const floors = [
  { floorName: "the same statements, bare driver", texts: statements },
  { floorName: "select 1", texts: [{ text: "select 1", values: [] }] },
];
for (const { floorName, texts } of floors)
  await compare({
    name: `attention.list (goal ${GOAL_MS} ms)`,
    measured: list,
    floor: async () => {
      for (const { text, values } of texts) await bare.query(text, [...values]);
    },
    floorName,
    times: 15,
  });
await instance.remove();

/** The parts of the plan that take longest. */
async function printSlowParts({ bare }: BenchInstance, all: typeof statements): Promise<void> {
  type Node = {
    "Node Type": string;
    "Relation Name"?: string;
    "Index Name"?: string;
    Plans?: Node[];
  } & Record<string, number>;
  const parts: string[] = [];
  const collect = (node: Node, depth: number) => {
    const ms = (node["Actual Total Time"] ?? 0) * (node["Actual Loops"] ?? 1);
    if (ms > 2)
      parts.push(
        `${" ".repeat(depth)}${ms.toFixed(1)} ms ${node["Node Type"]} ${node["Relation Name"] ?? ""} ${node["Index Name"] ?? ""} rows ${node["Actual Rows"]} loops ${node["Actual Loops"]}`,
      );
    for (const child of node.Plans ?? []) collect(child, depth + 1);
  };
  for (const { text, values } of all) {
    if (!/select/.test(text)) continue;
    const { rows } = await bare.query(`explain (analyze, format json) ${text}`, [...values]);
    const [plan] = rows[0]["QUERY PLAN"];
    if (plan["Execution Time"] + plan["Planning Time"] < 5) continue;
    parts.push(`planning ${plan["Planning Time"]} ms, execution ${plan["Execution Time"]} ms`);
    collect(plan.Plan, 0);
  }
  console.log(parts.join("\n"));
}
