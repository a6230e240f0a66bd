import { events } from "#features/calendar/calendar-events.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { documents } from "#features/documents/documents.ts";
import { emails } from "#features/email/emails.ts";
import { decisions } from "#features/team/decisions.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import * as fill from "./support/fill-areas.ts";
import { recordStatements, type Statement } from "./support/record-statements.ts";

// The list page of every area among 100,000 rows (messages: 1,000,000), its first page and a page far behind it. The
// floor is the same statements through the bare driver. `node bench/lists.bench.ts decisions contacts` measures only
// these.

const MANY = 100_000;
const FILLS = {
  emails: fill.fillEmails(MANY),
  events: fill.fillEvents(MANY),
  documents: fill.fillDocuments(MANY),
  decisions: fill.fillDecisions(MANY),
  notifications: fill.fillNotifications(MANY),
  contacts: fill.fillContacts(MANY),
  messages: fill.fillMessages(10 * MANY),
};
const asked = process.argv.slice(2);
const isAsked = (area: string) => asked.length === 0 || asked.includes(area);
const instance = await createBenchInstance(
  Object.entries(FILLS)
    .filter(([area]) => isAsked(area))
    .map(([, fillArea]) => fillArea),
);
const { ada, bare, services } = instance;

type Page = { items: { id: string }[]; nextCursor: string | null };
const call = (capability: unknown, input: object) =>
  invoke(services, capability as AnyCapability, input, {
    actor: ada,
    requestId: "bench",
    address: null,
  }) as Promise<Page>;

const [firstConversation] = (await bare.query("select id from conversations where title = 'Talk 1'")).rows;

/** Conversations are filled together with their messages. */
const areaOf = (name: string) => name.replace(/\..*/, "").replace("conversations", "messages");

const LISTS: readonly [name: string, capability: unknown, input: object][] = [
  ["emails.list", emails.list, {}],
  ["emails.list by importance", emails.list, { sort: "importance" }],
  ["documents.list", documents.list, {}],
  ["documents.list by size", documents.list, { sort: "size" }],
  ["decisions.list", decisions.list, {}],
  ["notifications.list", notifications.list, {}],
  ["events.list, from today", events.list, { from: new Date().toISOString() }],
  ["conversations.list", conversations.list, {}],
  ["messages.list", messages.list, { conversationId: firstConversation?.id }],
  ["contacts.list", contacts.list, {}],
];

for (const [name, capability, input] of LISTS) {
  if (!isAsked(areaOf(name))) continue;
  await measure(name, capability, input);
  await measure(`${name}, 20 pages of 200 further`, capability, {
    ...input,
    cursor: await deepCursor(capability, input),
  });
}
await instance.remove();

async function measure(name: string, capability: unknown, input: object): Promise<void> {
  const statements = await recordStatements(() => call(capability, input));
  await printPlans(name, statements);
  await compare({
    name,
    measured: () => call(capability, input),
    floor: async () => {
      for (const { text, values } of statements) await bare.query(text, values);
    },
    floorName: `the same ${statements.length} statements, bare driver`,
    times: 15,
  });
}

async function deepCursor(capability: unknown, input: object): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < 20; page += 1) {
    const { nextCursor } = await call(capability, { ...input, limit: 200, ...(cursor ? { cursor } : {}) });
    if (!nextCursor) return cursor;
    cursor = nextCursor;
  }
  return cursor;
}

/** Prints the node types of the plans, each once: none should be a scan of a whole table. */
async function printPlans(name: string, statements: readonly Statement[]): Promise<void> {
  const types = new Set<string>();
  const collect = (node: { "Node Type": string; Plans?: never[] }) => {
    types.add(node["Node Type"]);
    node.Plans?.forEach(collect);
  };
  for (const { text, values } of statements) {
    const { rows } = await bare.query(`explain (format json) ${text}`, values);
    collect(rows[0]["QUERY PLAN"][0].Plan);
  }
  console.log(`plans of ${name}: ${[...types].join(", ")}`);
}
