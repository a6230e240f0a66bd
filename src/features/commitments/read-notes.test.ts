import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { commitments } from "./commitments.ts";
import { findUnread, readThreads, receiveNotes } from "./jobs.ts";
import { threadsDatabase } from "./read-threads.factory.ts";

const server = await threadsDatabase();
const { aUser, as, services, owner, list } = server;

const ANNA = "anna.berg@lattice.example";
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
async function eveWithAnna(): Promise<Person> {
  const eve = as(await aUser({ fullName: "Eve Adams" }));
  await eve.invoke(contacts.create, { contactName: "Anna Berg", contactEmail: ANNA });
  return eve;
}
const FIGURES = "Anna to send the figures by Friday";
type Event = { id: string; version: number };
const read = async ({ userId }: Person, eventId: string) => {
  await receiveNotes.run(services, { userId, eventId });
  await readThreads.run(services, { userId });
};
const meet = async (person: Person, description: string, attendees = [ANNA]): Promise<Event> => {
  const event = { title: "Review", startTime: at(1), endTime: at(2), attendees, description };
  const { id, version } = (await person.invoke(events.create, event)) as Event;
  await read(person, id);
  return { id, version };
};
const rewrite = async (person: Person, { id, version }: Event, description: string): Promise<Event> => {
  const after = (await person.invoke(events.update, { id, version, description })) as Event;
  await read(person, id);
  return after;
};

test("the notes of an event say who does what, and follow a change of them", async () => {
  const eve = await eveWithAnna();
  const first = await meet(eve, "I'll bring you the contract.\nAnna to send the figures by Friday");
  const place = { sourceKind: "event", sourceId: first.id, threadId: first.id, provenance: "other_user" };
  const [figures] = await list(eve, { owedBy: "them" });
  expect(figures).toMatchObject({ ...place, what: "send the figures", party: ANNA, state: "open" });
  expect(await list(eve, { owedBy: "me" })).toMatchObject([
    { ...place, what: expect.stringMatching(/contract/) },
  ]);
  const moved = await rewrite(eve, first, "Agenda\nAnna to send the figures by Friday");
  expect(await list(eve, { owedBy: "them" })).toMatchObject([{ id: figures?.id, sourceOffset: 7 }]);
  expect(await list(eve, { owedBy: "me" })).toMatchObject([
    { state: "dropped", evidence: { kind: "event", id: first.id } },
  ]);
  await rewrite(eve, moved, "");
  expect(await list(eve, { owedBy: "them" })).toMatchObject([{ id: figures?.id, state: "dropped" }]);
});

test("notes concern nobody else, and nobody who does not come; a deleted event shows none", async () => {
  const eve = await eveWithAnna();
  const ben = as(await aUser({ fullName: "Ben" }));
  const text = "Anna to send the figures by Friday";
  const { id } = await meet(eve, text);
  await read(ben, id);
  expect(await list(ben)).toEqual([]);
  expect(await list(eve)).toHaveLength(1);
  await eve.invoke(events.delete, { id });
  expect(await list(eve)).toEqual([]);
  await meet(eve, text, ["dan@lattice.example"]);
  expect(await list(eve)).toEqual([]);
});

test("the hourly run finds notes that no event announced, once", async () => {
  const eve = await eveWithAnna();
  await eve.invoke(events.create, {
    ...{ title: "Review", startTime: at(1), endTime: at(2), attendees: [ANNA] },
    description: "Anna to send the figures by Friday",
  });
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

test("what the person reopened stays, whatever else is changed in the notes", async () => {
  const eve = await eveWithAnna();
  const first = await meet(eve, FIGURES);
  const [figures] = await list(eve);
  const id = figures?.id;
  const emptied = await rewrite(eve, first, "Agenda");
  expect(await list(eve)).toMatchObject([{ id, state: "dropped" }]);
  await eve.invoke(commitments.reopen, { id });
  const retitled = await rewrite(eve, emptied, "Agenda of Tuesday");
  expect(await list(eve)).toMatchObject([{ id, state: "open" }]);
  await rewrite(eve, retitled, "- [x] Anna to send the figures by Friday");
  expect(await list(eve)).toMatchObject([{ id, state: "open" }]);
});

test("the date and the words of the person stay until the notes name another date", async () => {
  const eve = await eveWithAnna();
  const first = await meet(eve, FIGURES);
  const [found] = await list(eve);
  const own = { what: "send the balance", due: at(500), hasTime: true };
  await eve.invoke(commitments.update, { id: found?.id, version: found?.version, ...own });
  const again = await rewrite(eve, first, "Anna: send the figures by Friday");
  expect(await list(eve)).toMatchObject([
    { ...own, id: found?.id, quote: "Anna: send the figures by Friday" },
  ]);
  await rewrite(eve, again, "Anna: send the figures by Monday");
  expect(await list(eve)).toMatchObject([{ id: found?.id, what: own.what, hasTime: false }]);
});

test("a line that has a date, a tick or another end now is an edit of what is known", async () => {
  const eve = await eveWithAnna();
  const first = await meet(eve, "- [ ] Anna to send the figures");
  const [found] = await list(eve);
  const dated = await rewrite(eve, first, "- [ ] Anna to send the figures by Friday");
  const id = found?.id;
  expect(await list(eve)).toMatchObject([{ id, state: "open", due: expect.stringMatching(/T/) }]);
  const ticked = await rewrite(eve, dated, "- [x] Anna to send the figures by Friday");
  const evidence = { kind: "event", id: first.id, sentence: "Its text says that it is done" };
  expect(await list(eve)).toMatchObject([{ id, state: "met", evidence }]);
  const other = await rewrite(eve, ticked, "Anna to print the agenda");
  expect(await list(eve, { states: ["open"] })).toMatchObject([{ what: "print the agenda" }]);
  await rewrite(eve, other, "Anna to print the agenda (done)");
  expect(await list(eve, { states: ["open"] })).toEqual([]);
});

test("a withdrawn proposal comes back as a proposal", async () => {
  const eve = await eveWithAnna();
  const first = await meet(eve, FIGURES);
  await owner.query("update commitments set state = 'proposed', confidence = 0.5 where user_id = $1", [
    eve.userId,
  ]);
  const emptied = await rewrite(eve, first, "Agenda");
  await rewrite(eve, emptied, FIGURES);
  expect(await list(eve)).toMatchObject([{ state: "proposed", evidence: null }]);
});

test("notes name colleagues and people under any of their addresses", async () => {
  const eve = await eveWithAnna();
  const ben = as(await aUser({ fullName: "Ben Ito" }));
  const { id: workspaceId } = (await eve.invoke(workspaces.create, { name: "Board" })) as { id: string };
  await owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, 'member', 'active')",
    [workspaceId, ben.userId],
  );
  await owner.query("update contacts set other_emails = '{Anna@Home.example}' where user_id = $1", [
    eve.userId,
  ]);
  await meet(eve, "Anna to send the figures\nBen to sign the lease", [ben.email, "anna@home.example"]);
  expect((await list(eve)).map(({ what, party }) => [what, party]).sort()).toEqual([
    ["send the figures", "anna@home.example"],
    ["sign the lease", ben.email.toLowerCase()],
  ]);
});

test("the description of a series promises once, and a changed occurrence only what it adds", async () => {
  const eve = await eveWithAnna();
  const first = (await eve.invoke(events.create, {
    ...{ title: "Weekly", startTime: at(1), endTime: at(2), attendees: [ANNA] },
    ...{ description: FIGURES, rrule: "FREQ=WEEKLY" },
  })) as Event & { seriesId: string };
  const { seriesId } = first;
  await read(eve, seriesId);
  expect(await list(eve)).toMatchObject([{ what: "send the figures", sourceId: seriesId }]);
  const shown = await eve.invoke(events.list, { from: at(24), to: at(24 * 20), limit: 50 });
  const [, second] = (shown as { items: Event[] }).items;
  if (!second) throw new Error("The series has a second occurrence");
  const changed = await rewrite(eve, second, `${FIGURES}\nAnna to sign the lease`);
  expect((await list(eve)).map(({ what, sourceId }) => [what, sourceId]).toSorted()).toEqual([
    ["send the figures", seriesId],
    ["sign the lease", changed.id],
  ]);
  await findUnread.run(services, {});
  await readThreads.run(services, { userId: eve.userId });
  expect(await list(eve)).toHaveLength(2);
});
