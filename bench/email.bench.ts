import { emails } from "#features/email/emails.ts";
import { mailSearches } from "#features/email/mail-searches.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { invoke } from "#platform/capability/execute.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { ListEmails, selectEmails } from "../src/features/email/search/list-emails.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import { fillMailbox } from "./support/fill-areas.ts";

// A mailbox of 100,000 among twenty: a page of conversations, opening, searching in subjects and in bodies, and
// archiving, through the kernel; the floors are the plainest statement for the same rows through the bare driver.

const MAILS = Number(environment.BENCH_MAILS ?? 100_000);
const instance = await createBenchInstance([fillMailbox(MAILS)]);
const { ada, bare, services } = instance;
const request = { actor: ada, requestId: "bench", address: null };
const through = (capability: unknown, input: unknown) =>
  invoke(services, capability as AnyCapability, input, request);

const inbox = { view: "inbox" as const, threads: true };
const page = await services.database.transaction(ada.userId, "read", async (db) =>
  selectEmails(contextFor(services, db, ada, "bench") as SignedIn, ListEmails.parse(inbox)).toSQL(),
);
await compare({
  name: `conversations of the inbox, 50 of ${MAILS}`,
  measured: () => through(emails.list, inbox),
  floor: () => bare.query(page.sql, page.params),
  floorName: "the same statement, bare driver",
  times: 30,
});

const newest = await services.database.transaction(ada.userId, "read", async (db) =>
  selectEmails(contextFor(services, db, ada, "bench") as SignedIn, ListEmails.parse({})).toSQL(),
);
await compare({
  name: `list page, 50 of ${MAILS}`,
  measured: () => through(emails.list, {}),
  floor: () => bare.query(newest.sql, newest.params),
  floorName: "the same statement, bare driver",
  times: 30,
});

for (let tab = 0; tab < 5; tab += 1)
  await through(mailSearches.create, { name: `Tab ${tab}`, query: `from:person${tab} OR subject:regatta` });
for (const [name, capability, input] of [
  ["tabs of the inbox with what is unread in each", mailSearches.list, {}],
  ["conversations that no tab finds", emails.list, { ...inbox, isUnmatched: true }],
] as const)
  await compare({
    name,
    measured: () => through(capability, input),
    floor: () => bare.query(page.sql, page.params),
    floorName: "a page of conversations, bare driver",
    times: 20,
  });

const { rows } = await bare.query<{ id: string }>("select id from emails order by created_at desc limit 200");
let index = 0;
const nextId = () => rows[index++ % rows.length]?.id ?? "";
await compare({
  name: "open an email",
  measured: () => through(emails.get, { id: nextId() }),
  floor: () => bare.query("select * from emails where id = $1", [nextId()]),
  floorName: "the row by its id, bare driver",
  times: 60,
});

await compare({
  name: "open four conversations in one call, as a reader does ahead",
  measured: () => through(emails.getMany, { ids: [nextId(), nextId(), nextId(), nextId()] }),
  floor: () =>
    bare.query("select * from emails where id = any ($1)", [[nextId(), nextId(), nextId(), nextId()]]),
  floorName: "the four rows by their ids, bare driver",
  times: 30,
});

// Correct before fast: a search with wrong rows is not timed.
for (const [text, share] of [
  ["regatta", 500],
  ["zeppelin", 1000],
] as const) {
  const { items } = (await through(emails.list, { text, limit: 200 })) as { items: unknown[] };
  const expected = Math.min(200, Math.floor(MAILS / share));
  if (items.length !== expected) throw new Error(`'${text}' found ${items.length} instead of ${expected}`);
}
for (const [name, text] of [
  ["search a rare word of subjects", "regatta"],
  ["search a rare word of bodies", "zeppelin"],
  ["search a word of every body", "quarter"],
  ["search with operators", "from:person17 has:attachment"],
] as const)
  await compare({
    name,
    measured: () => through(emails.list, { text, threads: true }),
    floor: () => bare.query("select id from emails order by created_at desc limit 50"),
    floorName: "the newest 50, bare driver",
    times: 20,
  });

await compare({
  name: "archive a conversation",
  measured: () => through(emails.archive, { ids: [nextId()], threads: true }),
  floor: () => bare.query("update emails set category = 'archived' where id = $1", [nextId()]),
  floorName: "one update, bare driver",
  times: 20,
});
await instance.remove();
