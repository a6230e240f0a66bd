import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { commitments } from "../commitments.ts";
import { aCommitment } from "../factory.ts";
import { checkEvidence } from "../jobs.ts";
import { chatOf, type OnWire, threadsDatabase } from "../read-threads.factory.ts";
import { commitments as table } from "../tables.ts";

const server = await threadsDatabase();
const { aUser, as, services, owner, list } = server;
const aPerson = async (fullName = "Eve Adams") => as(await aUser({ fullName }));
type Eve = Awaited<ReturnType<typeof aPerson>>;
const DAY = 86_400_000;
const before = (days: number) => new Date(Date.now() - days * DAY);

async function promised(person: Eve, fields: Partial<typeof table.$inferInsert> = {}): Promise<string> {
  const fieldsOfRow = { saidAt: before(1), ...fields, userId: person.userId, provenance: "mail" as const };
  const [row] = await person.run(({ db }) =>
    db.insert(table).values(aCommitment(fieldsOfRow)).returning({ id: table.id }),
  );
  return row?.id ?? "";
}

async function met(person: Eve, days: number, attendees = ["Clara@Lattice.example"]): Promise<void> {
  const [startTime, endTime] = [60, 30].map((minutes) =>
    new Date(Date.now() - days * DAY - minutes * 60_000).toISOString(),
  );
  await person.invoke(events.create, { title: "Call", attendees, startTime, endTime });
}

const stateOf = async (person: Eve, id: string) =>
  ((await person.invoke(commitments.get, { id })) as OnWire).state;

test("an event meets what is about talking, whatever the quote says, and nothing to be sent", async () => {
  const eve = await aPerson();
  const quoted = await promised(eve, { what: "prepare the offer", quote: "I'll do it as discussed." });
  const sent = await promised(eve, { what: "send you the meeting notes", quote: null });
  const called = await promised(eve, { what: "call you", quote: null });
  await met(eve, 0);
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, quoted)).toBe("open");
  expect(await stateOf(eve, sent)).toBe("open");
  expect(await stateOf(eve, called)).toBe("met");
});

test("an attendee is the other person only by the whole address, with or without a name", async () => {
  const eve = await aPerson();
  const id = await promised(eve, { what: "call you", quote: null });
  await met(eve, 0, ["annaclara@lattice.example", "clara@lattice.example.org"]);
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, id)).toBe("open");
  await owner.query("update events set attendees = $1 where user_id = $2", [
    ["Clara Voss <CLARA@lattice.example>"],
    eve.userId,
  ]);
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, id)).toBe("met");
});

test("a shared document meets a promise to send it, or one given in the same conversation", async () => {
  const eve = await aPerson();
  const bob = await aPerson("Bob Carter");
  const { conversationId } = await chatOf(server, [eve, bob], "I'll send you the figures by Friday.");
  const ids = { party: bob.userId, threadId: crypto.randomUUID() };
  const invoice = await promised(eve, { ...ids, what: "send you the invoice", quote: null });
  const share = (title: string, where: string, id: string) =>
    owner.query(
      `with shared as (insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
         values ($1, $2, 'scan.pdf', 'application/pdf', 3, $2, $2) returning id)
       insert into document_shares (document_id, user_id, ${where}, created_at)
       select id, $1, $3, now() + interval '1 minute' from shared`,
      [eve.userId, title, id],
    );
  await share("Menu", "person_id", bob.userId);
  await checkEvidence.run(services, {});
  expect((await list(eve)).map(({ state }) => state)).toEqual(["open", "open"]);
  await share("Invoice of May", "person_id", bob.userId);
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, invoice)).toBe("met");
  expect(await list(eve, { states: ["open"] })).toMatchObject([{ threadId: conversationId }]);
  const message = (await bob.run(({ db }) => db.execute("select id from messages limit 1"))).rows[0];
  const [document] = (
    await owner.query(
      `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
       values ($1, 'Scan', 'scan.pdf', 'application/pdf', 3, 'scan', 'scan') returning id`,
      [eve.userId],
    )
  ).rows;
  await owner.query(
    `insert into document_shares (document_id, user_id, conversation_id, message_id, created_at)
     values ($1, $2, $3, $4, now() + interval '1 minute')`,
    [document.id, eve.userId, conversationId, message?.id],
  );
  await checkEvidence.run(services, {});
  expect(await list(eve, { states: ["open"] })).toEqual([]);
});

test("a promise is open again when the completion of its task is undone", async () => {
  const eve = await aPerson();
  const id = await promised(eve);
  const { taskId } = (await eve.invoke(commitments.makeTask, { id })) as OnWire;
  await eve.invoke(tasks.update, { id: taskId, version: 1, status: "completed" });
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, id)).toBe("met");
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, id)).toBe("met");
  await eve.invoke(tasks.update, { id: taskId, version: 2, status: "todo" });
  await checkEvidence.run(services, {});
  expect(await eve.invoke(commitments.get, { id })).toMatchObject({ state: "open", evidence: null });
});

test("evidence is looked for since the promise at first, and later only in the last week", async () => {
  const eve = await aPerson();
  const call = { what: "call you", quote: null, saidAt: before(20) };
  await met(eve, 10);
  const known = await promised(eve, { ...call, createdAt: before(19) });
  const old = await promised(eve, { ...call, state: "proposed", saidAt: before(61) });
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, known)).toBe("open");
  expect(await stateOf(eve, old)).toBe("proposed");
  const found = await promised(eve, call);
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, found)).toBe("met");
  await met(eve, 3);
  await checkEvidence.run(services, {});
  expect(await stateOf(eve, known)).toBe("met");
});

test("an error in the ledger of one person fails the job, after everybody else's was checked", async () => {
  const people = [await aPerson("One"), await aPerson("Two")].toSorted((one, other) =>
    one.userId < other.userId ? -1 : 1,
  );
  const ids = [];
  for (const person of people) {
    ids.push(await promised(person, { what: "call you", quote: null }));
    await met(person, 0);
  }
  const [first, second] = people as [Eve, Eve];
  await owner.query(
    `alter table commitments add constraint test_fault check (user_id <> '${first.userId}' or state <> 'met')`,
  );
  await expect(checkEvidence.run(services, {})).rejects.toThrow("Promises of some people");
  expect(await stateOf(first, ids[0] ?? "")).toBe("open");
  expect(await stateOf(second, ids[1] ?? "")).toBe("met");
  await owner.query("alter table commitments drop constraint test_fault");
});
