import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { commitments } from "./commitments.ts";
import { aCommitment } from "./factory.ts";
import { checkEvidence } from "./jobs.ts";
import { chatOf, type OnWire, threadsDatabase } from "./read-threads.factory.ts";
import { commitments as table } from "./tables.ts";

const server = await threadsDatabase();
const { aUser, as, services, owner, receive, send, list } = server;
const aPerson = async (fullName = "Eve Adams") => as(await aUser({ fullName }));
const thread = () => ({ threadId: crypto.randomUUID() });
type Eve = Awaited<ReturnType<typeof aPerson>>;

const only = async (person: Eve): Promise<OnWire> => {
  const [first, ...others] = await list(person);
  if (!first || others.length > 0) throw new Error(`${others.length + 1} commitments instead of one`);
  return first;
};

async function promised(
  person: Eve,
  fields: Partial<Parameters<typeof aCommitment>[0]> = {},
): Promise<string> {
  const yesterday = new Date(Date.now() - 86_400_000);
  const [row] = await person.run(({ db }) =>
    db
      .insert(table)
      .values(aCommitment({ saidAt: yesterday, ...fields, userId: person.userId, provenance: "mail" }))
      .returning({ id: table.id }),
  );
  return row?.id ?? "";
}

test("a request is met by a later message of the person; reopened, that message does not close it again", async () => {
  const eve = await aPerson();
  const place = thread();
  await receive(eve, { ...place, daysAgo: 1, text: "Could you send me the contract by Thursday?" });
  await receive(eve, { ...place, text: "Thank you in advance." });
  expect(await only(eve)).toMatchObject({ state: "open", evidence: null });
  const answer = await send(eve, { ...place, text: "Here it is." });
  const met = await only(eve);
  expect(met).toMatchObject({ state: "met", evidence: { kind: "email", id: answer } });
  await eve.invoke(commitments.reopen, { id: met.id });
  await receive(eve, { ...place, text: "Thanks again." });
  expect(await only(eve)).toMatchObject({ state: "open", evidence: null });
});

test("a promise to send is met by a file or by words that say so, and by nothing less", async () => {
  const eve = await aPerson();
  const place = thread();
  await send(eve, { ...place, daysAgo: 2, text: "I'll send you the figures by Friday." });
  await send(eve, { ...place, daysAgo: 1, text: "A question first: in euros?" });
  expect(await only(eve)).toMatchObject({ state: "open" });
  await receive(eve, {
    ...place,
    daysAgo: 1,
    text: "In euros. Attached is last year's file.",
    files: ["old.pdf"],
  });
  expect(await only(eve)).toMatchObject({ state: "open" });
  const sent = await send(eve, { ...place, text: "Done.", files: ["figures.pdf"] });
  expect(await only(eve)).toMatchObject({
    ...{
      state: "met",
      evidence: { kind: "email", id: sent, sentence: "A later message has a file attached" },
    },
  });
});

test("their promise is met in another thread only by a message about the same", async () => {
  const eve = await aPerson();
  await receive(eve, { ...thread(), daysAgo: 2, text: "I'll send you the minutes by Friday." });
  await receive(eve, {
    ...thread(),
    daysAgo: 1,
    text: "Please find enclosed what they asked me to send: the menu.",
  });
  expect(await only(eve)).toMatchObject({ state: "open" });
  const id = await receive(eve, { ...thread(), text: "Please find the minutes enclosed." });
  expect(await only(eve)).toMatchObject({ state: "met", evidence: { kind: "email", id } });
});

test("a promise to call is met by an ended event with the other person", async () => {
  const eve = await aPerson();
  const id = await promised(eve, { what: "call you", quote: "I'll call you." });
  const other = await promised(eve, { what: "send you the figures", quote: null });
  const start = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const event = { title: "Call", attendees: ["Clara@Lattice.example"], startTime: start(60) };
  await eve.invoke(events.create, { ...event, endTime: start(-30) });
  await checkEvidence.run(services, {});
  expect(await eve.invoke(commitments.get, { id })).toMatchObject({ state: "open" });
  const ended = (await eve.invoke(events.create, { ...event, endTime: start(30) })) as { id: string };
  await checkEvidence.run(services, {});
  expect(await eve.invoke(commitments.get, { id })).toMatchObject({
    ...{ state: "met", evidence: { kind: "event", id: ended.id, sentence: "Event ended: Call" } },
  });
  expect(await eve.invoke(commitments.get, { id: other })).toMatchObject({ state: "open" });
});

test("a call that took place meets a promise to call, given in the chat", async () => {
  const eve = await aPerson();
  const bob = await aPerson("Bob Carter");
  const { conversationId } = await chatOf(server, [eve, bob], "I'll call you by Friday.");
  await owner.query(
    `insert into calls (conversation_id, started_by, kind, state, answered_at, ended_at)
     values ($1, $2, 'voice', 'ended', now() + interval '1 minute', now() + interval '2 minutes')`,
    [conversationId, eve.userId],
  );
  await checkEvidence.run(services, {});
  expect(await only(eve)).toMatchObject({ state: "met", owedBy: "me", evidence: { kind: "call" } });
  expect(await only(bob)).toMatchObject({ state: "met", owedBy: "them", evidence: { kind: "call" } });
});

test("a document that is shared with the other person meets a promise to send", async () => {
  const eve = await aPerson();
  const bob = await aPerson("Bob Carter");
  await chatOf(server, [eve, bob], "I'll send you the figures by Friday.");
  await owner.query(
    `with shared as (insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
       values ($1, 'Figures', 'figures.txt', 'text/plain', 3, 'figures', 'abc') returning id)
     insert into document_shares (document_id, user_id, person_id, created_at)
     select id, $1, $2, now() + interval '1 minute' from shared`,
    [eve.userId, bob.userId],
  );
  await checkEvidence.run(services, {});
  expect(await only(eve)).toMatchObject({
    ...{ state: "met", evidence: { kind: "document", sentence: "Document shared: Figures" } },
  });
});

test("a promise becomes a task once, and is met when the task is completed", async () => {
  const eve = await aPerson();
  const due = new Date("2030-03-01T10:00:00.000Z");
  const id = await promised(eve, { due, hasTime: true });
  const { taskId } = (await eve.invoke(commitments.makeTask, { id })) as OnWire;
  const task = (await eve.invoke(tasks.get, { id: taskId })) as object;
  expect(task).toMatchObject({
    ...{ title: "Send you the figures", description: "I'll send you the figures by Friday." },
    ...{ dueDate: due.toISOString(), provenance: "other_user" },
  });
  await expect(eve.invoke(commitments.makeTask, { id })).rejects.toMatchObject({ code: "conflict" });
  await eve.invoke(tasks.update, { id: taskId, version: 1, status: "completed" });
  await checkEvidence.run(services, {});
  expect(await only(eve)).toMatchObject({
    ...{
      state: "met",
      evidence: { kind: "task", id: taskId, sentence: "Task completed: Send you the figures" },
    },
  });
  await owner.query("update profiles set time_zone = 'Asia/Tokyo' where user_id = $1", [eve.userId]);
  const day = await promised(eve, { due: new Date("2030-03-02T14:59:00.000Z"), dueDay: "2030-03-02" });
  const ofDay = (await eve.invoke(commitments.makeTask, { id: day })) as OnWire;
  // Midnight on the person's clock stands for the whole day.
  expect(await eve.invoke(tasks.get, { id: ofDay.taskId })).toMatchObject({
    dueDate: "2030-03-01T15:00:00.000Z",
  });
  const next = await promised(eve);
  const made = (await eve.invoke(commitments.makeTask, { id: next })) as OnWire;
  await undoLastAction(server, eve, tasks);
  await expect(eve.invoke(tasks.get, { id: made.taskId })).rejects.toMatchObject({ code: "not_found" });
  expect(await eve.invoke(commitments.get, { id: next })).toMatchObject({ taskId: null });
  const { items } = (await eve.invoke(commitments.list, {})) as { items: OnWire[] };
  expect(items.find((item) => item.id === next)).toMatchObject({ taskId: null });
  expect(await eve.invoke(commitments.makeTask, { id: next })).toMatchObject({ taskId: expect.any(String) });
});

test("a nudge is a draft in the thread that waits for the person", async () => {
  const eve = await aPerson();
  const place = thread();
  const mail = await receive(eve, { ...place, text: "I'll send you the figures by Friday." });
  const { id } = await only(eve);
  const { emailId } = (await eve.invoke(commitments.nudge, { id })) as { emailId: string };
  const draft = await eve.invoke(emails.get, { id: emailId });
  expect(draft).toMatchObject({
    ...{
      status: "draft",
      subject: "Re: Figures",
      recipients: ["Clara Voss <clara@lattice.example>"],
      ...place,
    },
    body: expect.stringContaining('you wrote: "I\'ll send you the figures by Friday."'),
  });
  const { rows } = await owner.query("select provenance from emails where id = $1", [emailId]);
  expect(rows).toEqual([{ provenance: "mail" }]);
  await undoLastAction(server, eve, emails);
  await expect(eve.invoke(emails.get, { id: emailId })).rejects.toMatchObject({ code: "not_found" });
  expect(await eve.invoke(emails.get, { id: mail })).toMatchObject({ status: "received" });
  const own = await promised(eve);
  await expect(eve.invoke(commitments.nudge, { id: own })).rejects.toMatchObject({ code: "conflict" });
  const inChat = await promised(eve, { owedBy: "them", party: crypto.randomUUID() });
  await expect(eve.invoke(commitments.nudge, { id: inChat })).rejects.toMatchObject({ code: "conflict" });
});
