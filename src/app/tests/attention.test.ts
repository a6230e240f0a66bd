import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attention } from "#features/attention/attention.ts";
import type { AttentionItemOnWire } from "#features/attention/model.ts";
import { anEvent } from "#features/calendar/factory.ts";
import { eventOccurrences, events } from "#features/calendar/tables.ts";
import { aCommitment } from "#features/commitments/factory.ts";
import { commitments } from "#features/commitments/tables.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documentDates, documents } from "#features/documents/tables.ts";
import { mailAccounts } from "#features/email/account-tables.ts";
import { mailDeliveries } from "#features/email/delivery-tables.ts";
import { anAccount, anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";

const server = await testDatabase();
const { aUser, as } = server;
const timeZone = "Europe/Berlin";
const aPerson = async (fullName: string) => as(await aUser({ fullName }));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

type Participants = (typeof events.$inferInsert)["participants"];
type Listed = { items: AttentionItemOnWire[]; total: number };
const list = async (person: Person, shown: "open" | "snoozed" = "open") =>
  ((await person.invoke(attention.list, { timeZone, shown })) as Listed).items;
const shown = async (person: Person) => (await list(person)).map(({ kind, title }) => `${kind}: ${title}`);
const newTask = async (person: Person, fields: object) =>
  (await person.invoke(tasks.create, { title: "Sign the lease", ...fields })) as { id: string };
const endOfToday = () => new Date(startOfDay(new Date(), timeZone, 1).getTime() - 60_000);

test("overdue tasks and those of today need their person until they are completed", async () => {
  const ada = await aPerson("Ada");
  const { id } = await newTask(ada, { dueDate: inDays(-3).toISOString(), priority: "urgent" });
  await newTask(ada, { title: "Call the bank", dueDate: endOfToday().toISOString() });
  await newTask(ada, { title: "Read the annex", dueDate: inDays(4).toISOString() });
  await newTask(ada, { title: "Some day" });
  expect(await list(ada)).toMatchObject([
    {
      id: `task:${id}`,
      reason: "This task is overdue",
      record: { kind: "task", id },
      href: `/tasks?task=${id}`,
      acts: ["complete", "done", "snooze", "unimportant", "not_mine"],
      parts: [
        { part: "kind", points: 35 },
        { part: "due", points: 30 },
        { part: "priority", points: 20 },
        { part: "age", points: 3 },
      ],
      importance: 88,
    },
    { title: "Call the bank", reason: "This task is due today" },
  ]);
  await ada.invoke(tasks.update, { id, version: 1, status: "completed" });
  expect(await shown(ada)).toEqual(["task: Call the bank"]);
});

test("a task without a time is due all day, and overdue on the next", async () => {
  const ada = await aPerson("Ada");
  const today = startOfDay(new Date(), timeZone);
  await newTask(ada, { title: "Today", dueDate: today.toISOString() });
  await newTask(ada, { title: "Yesterday", dueDate: startOfDay(new Date(), timeZone, -1).toISOString() });
  expect(await list(ada)).toMatchObject([
    { title: "Yesterday", reason: "This task is overdue", due: today.toISOString(), isDueDay: true },
    { title: "Today", reason: "This task is due today", isDueDay: true },
  ]);
});

test("invitations without an answer and events at the same time need their person", async () => {
  const ada = await aPerson("Ada");
  const invited = (status: string, title: string, days: number) => ({
    ...anEvent({ userId: ada.userId, startTime: inDays(days), title }),
    organizer: "clara@voss.example",
    participants: [
      { address: "clara@voss.example", name: "Clara Voss", role: "chair", status: "accepted" },
      { address: ada.email, name: null, role: "required", status },
    ] as Participants,
  });
  const own = (title: string, days: number) =>
    anEvent({ userId: ada.userId, startTime: inDays(days), title });
  await ada.run(({ db }) =>
    db
      .insert(events)
      .values([
        invited("needs-action", "Audit", 1.5),
        invited("accepted", "Review", 1.5),
        invited("declined", "Party", 1.5),
        invited("needs-action", "Over", -1),
        own("Later", 9),
        own("Later too", 9),
      ]),
  );
  expect(await list(ada)).toMatchObject([
    { kind: "invitation", title: "Audit", person: "Clara Voss", acts: expect.arrayContaining(["answer"]) },
  ]);
  await ada.run(({ db }) => db.insert(events).values(own("Dentist", 1.5)));
  expect(await list(ada)).toMatchObject([
    {
      kind: "conflict",
      reason: expect.stringMatching(/^It takes place at the same time as “(Review|Dentist)”$/),
    },
    { kind: "invitation", title: "Audit" },
  ]);
});

test("an unanswered series is due at its next time, an all-day event on its day", async () => {
  const ada = await aPerson("Ada");
  const asked = {
    organizer: "clara@voss.example",
    participants: [
      { address: ada.email, name: null, role: "required", status: "needs-action" },
    ] as Participants,
  };
  const day = new Date(`${inDays(3).toISOString().slice(0, 10)}T00:00:00Z`);
  const series = { startTime: inDays(-400), title: "Weekly", isSeries: true, rrule: "FREQ=WEEKLY", ...asked };
  const holiday = {
    startTime: day,
    endTime: new Date(day.getTime() + 86_400_000),
    isAllDay: true,
    title: "Offsite",
  };
  const next = inDays(2);
  await ada.run(async ({ db }) => {
    const { userId } = ada;
    const [made] = await db
      .insert(events)
      .values(anEvent({ userId, ...series }))
      .returning();
    await db.insert(eventOccurrences).values({
      ...{ id: crypto.randomUUID(), userId, eventId: made?.id ?? "" },
      ...{ startTime: next, endTime: new Date(next.getTime() + 3_600_000) },
    });
    await db.insert(events).values(anEvent({ userId, ...holiday, ...asked }));
  });
  const shownDay = new Date(startOfDay(new Date(day.getTime() + 43_200_000), timeZone, 1));
  expect(await list(ada)).toMatchObject([
    { title: "Weekly", due: next.toISOString(), isDueDay: false },
    { title: "Offsite", due: shownDay.toISOString(), isDueDay: true },
  ]);
});

test("a vote and its paper need each voter until they voted and read", async () => {
  const ada = await aPerson("Ada");
  const bob = await aPerson("Bob");
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as { id: string };
  const { link } = (await ada.invoke(invitations.create, { workspaceId, email: bob.email })) as {
    link: string;
  };
  expect(await list(bob)).toMatchObject([{ kind: "workspace", title: "Board", person: "Ada" }]);
  await bob.invoke(invitations.accept, { token: link.split("#")[1] });
  const { id } = (await ada.invoke(decisions.create, {
    workspaceId,
    title: "Open the Lisbon office",
    deadline: inDays(1).toISOString(),
  })) as { id: string };
  const document = aDocument({ userId: ada.userId, title: "Costs of Lisbon" });
  const { rows: made } = await server.owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      ada.userId,
      document.title,
      document.fileName,
      document.fileType,
      5,
      document.storageKey,
      document.sha256,
    ],
  );
  await server.owner.query(
    `insert into decision_papers (decision_id, workspace_id, document_id, attached_by, title, file_name, file_size, sha256)
     values ($1, $2, $3, $4, 'Costs of Lisbon', 'costs.pdf', 5, $5)`,
    [id, workspaceId, made[0].id, ada.userId, document.sha256],
  );
  expect(await list(bob)).toMatchObject([
    { kind: "vote", reason: "Your vote is missing in Board", href: `/team?tab=decisions&decision=${id}` },
    { kind: "paper", reason: "You have not read this paper for “Open the Lisbon office”" },
  ]);
  expect(await shown(ada)).toEqual(["vote: Open the Lisbon office"]);
  await bob.invoke(decisions.vote, { id, vote: "approve" });
  expect(await shown(bob)).toEqual(["paper: Costs of Lisbon"]);
});

test("an unread direct message needs its reader; in groups and muted ones only a mention does", async () => {
  const ada = await aPerson("Ada");
  const bob = await aPerson("Bob");
  await server.owner.query(
    `with w as (insert into workspaces (name, created_by) values ('Board', $1) returning id)
     insert into workspace_members (workspace_id, user_id, state) select id, p, 'active' from w, unnest($2::uuid[]) p`,
    [ada.userId, [ada.userId, bob.userId]],
  );
  const direct = (await bob.invoke(conversations.openWith, { userId: ada.userId })) as { id: string };
  await bob.invoke(messages.send, { conversationId: direct.id, content: "Did the figures arrive?" });
  const group = (await bob.invoke(conversations.create, {
    type: "group",
    title: "Board",
    userIds: [ada.userId],
  })) as { id: string };
  await bob.invoke(messages.send, { conversationId: group.id, content: "Good morning" });
  expect(await list(ada)).toMatchObject([
    {
      id: `message:${direct.id}`,
      title: "Did the figures arrive?",
      person: "Bob",
      acts: expect.arrayContaining(["reply"]),
    },
  ]);
  await bob.invoke(messages.send, {
    conversationId: group.id,
    content: "@Ada the minutes, please",
    mentions: [ada.userId],
  });
  expect(await list(ada)).toMatchObject([
    { kind: "mention", reason: "You are mentioned in Board" },
    { kind: "message" },
  ]);
  for (const { id } of [direct, group])
    await ada.invoke(conversations.mute, { id, until: inDays(1).toISOString() });
  expect(await list(ada)).toMatchObject([{ kind: "mention" }]);
  await ada.invoke(conversations.markRead, { id: group.id });
  expect(await list(ada)).toEqual([]);
});

test("what failed needs its person", async () => {
  const ada = await aPerson("Ada");
  const { userId } = ada;
  await ada.run(async ({ db }) => {
    await db
      .insert(mailAccounts)
      .values(anAccount({ userId, state: "needs_you", reason: "The password was refused" }));
    const [email] = await db
      .insert(emails)
      .values(anEmail({ userId, status: "failed", subject: "Offer" }))
      .returning();
    await db.insert(mailDeliveries).values({
      userId,
      emailId: email?.id ?? "",
      state: "failed",
      reason: "The address does not exist",
      dueAt: new Date(),
    });
    const [document] = await db
      .insert(documents)
      .values(aDocument({ userId, title: "Lease" }))
      .returning();
    const soon = inDays(5).toISOString().slice(0, 10);
    await db.insert(documentDates).values({
      userId,
      documentId: document?.id ?? "",
      day: soon,
      kind: "deadline",
      sentence: "Notice must be given in writing.",
    });
  });
  expect(await list(ada)).toMatchObject([
    { kind: "account", reason: "The password was refused", title: "ada@aldermoor.test" },
    { kind: "delivery", reason: "The address does not exist", title: "Offer" },
    { kind: "deadline", reason: "The document says: “Notice must be given in writing.”", isDueDay: true },
  ]);
});

test("what was asked and promised needs its person, once it is certain and while its words are there", async () => {
  const ada = await aPerson("Ada");
  const { userId } = ada;
  const add = (sourceId: string | null, fields: Partial<typeof commitments.$inferInsert>) =>
    ada.run(({ db }) => db.insert(commitments).values(aCommitment({ userId, sourceId, ...fields })));
  const [mail] = await ada.run(({ db }) => db.insert(emails).values(anEmail({ userId })).returning());
  const id = mail?.id ?? "";
  await add(id, { kind: "request", what: "send the contract", due: null });
  await add(id, { kind: "request", what: "perhaps", state: "proposed", due: null });
  await add(id, { what: "call back", due: inDays(-1) });
  await add(id, { what: "next week", due: inDays(6) });
  await add(id, { owedBy: "them", what: "the figures", due: inDays(-2) });
  await add(id, { owedBy: "them", what: "not late", due: inDays(1) });
  expect(new Set(await shown(ada))).toEqual(
    new Set(["promise: call back", "request: send the contract", "waiting: the figures"]),
  );
  await ada.run(({ db }) => db.update(emails).set({ deletedAt: new Date() }).where(eq(emails.id, id)));
  expect(await shown(ada)).toEqual([]);
  await add(null, { what: "on paper", due: inDays(-1), sourceKind: "own" });
  await add(null, { what: "in a mail without its record", due: inDays(-1) });
  expect(await list(ada)).toMatchObject([{ href: "/promises" }, { href: "/promises" }]);
});
