import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { findUnread, readThreads, receiveDocuments } from "./jobs.ts";
import { threadsDatabase } from "./read-threads.factory.ts";

const server = await threadsDatabase();
const { aUser, as, services, owner, list, send } = server;
const aPerson = async (fullName: string) => as(await aUser({ fullName }));

/** Eve Adams, who knows Anna Berg and Ben Ito. */
async function eveWithContacts(): Promise<Person> {
  const eve = await aPerson("Eve Adams");
  for (const contactName of ["Anna Berg", "Ben Ito"])
    await eve.invoke(contacts.create, { contactName, contactEmail: addressOf(contactName) });
  return eve;
}
const addressOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@lattice.example`;

const store = async ({ userId }: Person, text: string, title = "Minutes of the board"): Promise<string> => {
  const { rows } = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256, read_state)
     values ($1, $2, 'minutes.txt', 'text/plain', 5, '00/00/0', '00', 'read') returning id`,
    [userId, title],
  );
  await owner.query("insert into document_texts (document_id, user_id, content) values ($1, $2, $3)", [
    rows[0].id,
    userId,
    text,
  ]);
  return rows[0].id;
};
const read = async (person: Person, documentId: string) => {
  await receiveDocuments.run(services, { documentId, readers: [person.userId] });
  await readThreads.run(services, { userId: person.userId });
};
const rewrite = async (person: Person, documentId: string, text: string) => {
  await owner.query("update document_texts set content = $2 where document_id = $1", [documentId, text]);
  await read(person, documentId);
};

const MINUTES = `Present: Anna Berg, Ben Ito, Eve Adams
The rent was discussed.

Action items
- Anna: sends the figures by Friday
- [ ] Ben to sign the lease
- [x] Ben to order the chairs
- Eve to call Ben
- Review the plan (Anna Berg, next week)
- Zoe to book the room`;

test("the lines of minutes are what the others do for the person, and the person for them", async () => {
  const eve = await eveWithContacts();
  const id = await store(eve, MINUTES);
  await read(eve, id);
  const place = { sourceKind: "document", sourceId: id, threadId: id, provenance: "document", state: "open" };
  const found = (await list(eve)).toSorted(
    (one, other) => (one.sourceOffset ?? 0) - (other.sourceOffset ?? 0),
  );
  expect(found).toMatchObject([
    {
      ...{ ...place, owedBy: "them", party: "anna.berg@lattice.example", partyName: "Anna Berg" },
      ...{ what: "send the figures", quote: "Anna: sends the figures by Friday" },
      due: expect.stringMatching(/T23:59/),
    },
    { ...place, owedBy: "them", party: "ben.ito@lattice.example", what: "sign the lease", due: null },
    { ...place, owedBy: "me", party: "ben.ito@lattice.example", what: "call Ben" },
    { ...place, owedBy: "them", party: "anna.berg@lattice.example", what: "review the plan" },
  ]);
  expect(found).toHaveLength(4);
  await read(eve, id);
  expect(await list(eve)).toHaveLength(4);
});

test.for([
  ["Minutes 2026-03-02", "Action items\nAnna to send the figures by Friday", "2026-03-06"],
  ["Board_minutes_2_March_2026", "Action items\nAnna to send the figures by Friday", "2026-03-06"],
  ["Minutes", "Date: Monday, 2 March 2026\nActions\nAnna to send the figures by Friday", "2026-03-06"],
  ["Minutes", "Board meeting, March 2\nActions\nAnna to send the figures tomorrow", "2026-03-03"],
  ["Minutes", "Next meeting: 9 March 2026\nActions\nAnna to send the figures by Friday", "2026-03-20"],
  ["Minutes of the 2nd quarter", "Actions\nAnna to send the figures by Friday", "2026-03-20"],
  ["Minutes of 27 March 2026", "Actions\nAnna to send the figures by Friday", "2026-03-20"],
] as const)("'by Friday' counts from the day of the meeting: %s, %s", async ([title, text, due]) => {
  const eve = await eveWithContacts();
  const id = await store(eve, text, title);
  await owner.query(
    "update documents set created_at = '2026-03-17T09:00:00Z', stored_at = null where id = $1",
    [id],
  );
  await read(eve, id);
  expect(await list(eve)).toMatchObject([{ due: expect.stringContaining(due) }]);
});

test("what minutes say moves with its line, has its new date, and is withdrawn with it", async () => {
  const eve = await eveWithContacts();
  const text = (lines: string[]) => ["Action items", ...lines].join("\n");
  const [sends, signs] = ["Anna to send the figures by Friday", "Anna to sign the contract by Friday"];
  const id = await store(eve, text([sends, signs]));
  await read(eve, id);
  const known = await list(eve);
  expect(known).toHaveLength(2);
  const byWhat = async () =>
    Object.fromEntries(
      (await list(eve)).map(({ what, sourceOffset, state }) => [what, [sourceOffset, state]]),
    );
  await rewrite(eve, id, text([signs, sends]));
  expect(await byWhat()).toEqual({ "sign the contract": [13, "open"], "send the figures": [49, "open"] });
  await rewrite(eve, id, text([signs, "Anna to send the figures by Monday"]));
  const [figures] = (await list(eve)).filter(({ what }) => what === "send the figures");
  expect(figures).toMatchObject({ id: known.find(({ what }) => what === "send the figures")?.id });
  expect(figures?.quote).toContain("Monday");
  await rewrite(eve, id, text([signs, "Anna to print the agenda"]));
  expect(await byWhat()).toEqual({
    "sign the contract": [13, "open"],
    "send the figures": [null, "dropped"],
    "print the agenda": [49, "open"],
  });
  await rewrite(eve, id, "Nothing was agreed.");
  expect((await list(eve)).map(({ state }) => state)).toEqual(["dropped", "dropped", "dropped"]);
  expect((await list(eve))[0]?.evidence).toMatchObject({ kind: "document", id });
});

test("minutes that are read again once somebody in them is a contact promise nothing twice", async () => {
  const eve = await eveWithContacts();
  const text = "Action items\nEve to mail the plan to Zoe by Monday";
  const id = await store(eve, text);
  await read(eve, id);
  const [found] = await list(eve);
  expect(found).toMatchObject({ party: null });
  await eve.invoke(contacts.create, { contactName: "Zoe Lund", contactEmail: addressOf("Zoe Lund") });
  await read(eve, id);
  expect(await list(eve)).toMatchObject([
    { id: found?.id, party: "zoe.lund@lattice.example", partyName: "Zoe Lund", due: found?.due },
  ]);
});

test("minutes are read for those who may read them and who stand in them", async () => {
  const eve = await eveWithContacts();
  const ben = as(await aUser({ fullName: "Ben Ito" }));
  const zoe = await aPerson("Zoe Lund");
  const id = await store(eve, MINUTES.replace("- Zoe to book the room", ""));
  await read(ben, id);
  expect(await list(ben)).toEqual([]);
  for (const { userId } of [ben, zoe])
    await owner.query("insert into document_shares (document_id, user_id, person_id) values ($1, $2, $3)", [
      ...[id, eve.userId, userId],
    ]);
  await read(ben, id);
  await read(zoe, id);
  expect(await list(ben)).toMatchObject([
    { owedBy: "me", what: "sign the lease", party: eve.userId, partyName: "Eve Adams" },
  ]);
  expect(await list(zoe)).toEqual([]);
  await owner.query("delete from document_shares where document_id = $1", [id]);
  expect(await list(ben)).toEqual([]);
});

test("a document that does not say that it is minutes promises nothing, and the trash hides what one said", async () => {
  const eve = await eveWithContacts();
  const line = "Anna to send the figures by Friday";
  await read(eve, await store(eve, `Lease\n${line}`, "Lease"));
  expect(await list(eve)).toEqual([]);
  const id = await store(eve, line);
  await read(eve, id);
  expect(await list(eve)).toHaveLength(1);
  await owner.query("update documents set deleted_at = now() where id = $1", [id]);
  expect(await list(eve)).toEqual([]);
  await read(eve, id);
});

test("what minutes say is met by a later mail, as what mail says", async () => {
  const eve = await eveWithContacts();
  const id = await store(eve, "Action: Eve to send Anna the figures");
  await owner.query("update documents set created_at = now() - interval '2 days' where id = $1", [id]);
  await read(eve, id);
  expect(await list(eve)).toMatchObject([
    { owedBy: "me", party: "anna.berg@lattice.example", state: "open" },
  ]);
  await send(eve, {
    ...{ text: "Here are the figures.", files: ["figures.pdf"], threadId: crypto.randomUUID() },
    recipients: ["Anna Berg <anna.berg@lattice.example>"],
  });
  expect(await list(eve)).toMatchObject([{ state: "met", evidence: { kind: "email" } }]);
});

test("the hourly run finds minutes that no event announced", async () => {
  const eve = await eveWithContacts();
  await store(eve, "Anna to send the figures by Friday");
  await findUnread.run(services, {});
  await readThreads.run(services, { userId: eve.userId });
  expect(await list(eve)).toHaveLength(1);
  await findUnread.run(services, {});
  const { rows } = await owner.query(
    "select from commitment_threads where user_id = $1 and waiting_since is not null",
    [eve.userId],
  );
  expect(rows).toEqual([]);
});
