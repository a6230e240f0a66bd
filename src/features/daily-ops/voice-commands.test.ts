import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { events } from "#features/calendar/calendar-events.ts";
import { emails } from "#features/email/emails.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { locations } from "#features/settings/locations.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { refreshSourcesNow } from "./jobs.ts";
import { voiceCommands } from "./voice-commands.ts";
import type { VoiceCommandOnWire } from "./voice-model.ts";

/** The queue of the email slice without a worker: sent mail stays in the outbox. */
const waitingMail = { name: "email.deliver", payload: z.strictObject({}), run: async () => {} };

const { aUser, as, owner } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [refreshSourcesNow, waitingMail]);
  atEnd(() => jobs.stop());
  return { jobs };
});

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, timezone: "Europe/Berlin" });
});

const run = (text: string, person = ada) =>
  person.invoke(voiceCommands.run, { text }) as Promise<VoiceCommandOnWire>;
type Listed = { items: { id: string; title: string; dueDate: string; startTime: string; endTime: string }[] };

test("decision 19, DATA-24: a task is created through the same capability as on screen, and the command is stored", async () => {
  const command = await run("Create a high priority task to call Anna tomorrow at 3pm");
  expect(command).toMatchObject({
    actionType: "task",
    parameters: { time: "15:00", date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), priority: "high" },
    success: true,
    response: expect.stringMatching(
      /^Task created: 'Call Anna', due \w+, \w+ \d+ at 15:00, high priority\.$/,
    ),
    canUndo: true,
  });
  const { items } = (await ada.invoke(tasks.list)) as Listed;
  expect(items).toMatchObject([{ title: "Call Anna", priority: "high" }]);
  expect(command.href).toBe(`/tasks?task=${items[0]?.id}`);
  const { rows } = await owner.query("select * from voice_commands where user_id = $1", [ada.userId]);
  expect(rows).toMatchObject([
    {
      command_text: "Create a high priority task to call Anna tomorrow at 3pm",
      action_type: "task",
      executed_at: expect.any(Date),
      created_at: expect.any(Date),
      success: true,
    },
  ]);
  const { rows: audited } = await owner.query(
    "select capability from audit_log where user_id = $1 and capability in ('tasks.create', 'voiceCommands.run')",
    [ada.userId],
  );
  expect(audited).toHaveLength(2);
});

test("the result of a command is undone once, by the command or by the audit log's undo", async () => {
  const { id } = await run("add a task to water the plants");
  expect(await ada.invoke(voiceCommands.undo, { id })).toMatchObject({
    canUndo: false,
    undoneAt: expect.any(String),
  });
  expect(((await ada.invoke(tasks.list)) as Listed).items).toEqual([]);
  await expect(ada.invoke(voiceCommands.undo, { id })).rejects.toMatchObject({ code: "conflict" });
  const { id: meeting } = await run("schedule a meeting with Clara tomorrow at 10am");
  const { rows } = await owner.query(
    "select undo from audit_log where user_id = $1 and capability = 'voiceCommands.run' and $2 = any(record_ids)",
    [ada.userId, meeting],
  );
  expect(rows).toEqual([{ undo: { capability: "voiceCommands.undo", input: { id: meeting } } }]);
  await ada.invoke(voiceCommands.undo, { id: meeting });
  expect(((await ada.invoke(events.upcoming)) as Listed).items).toEqual([]);
});

test("decision 19: an event is created with its duration; a missing time is asked for, not guessed", async () => {
  expect(await run("schedule a meeting with Anna tomorrow")).toMatchObject({
    success: false,
    response: "When? For example, say 'schedule a meeting with Anna tomorrow at 3 pm'.",
    canUndo: false,
  });
  expect(await run("schedule a meeting with Anna tomorrow at 3pm for 30 minutes")).toMatchObject({
    success: true,
    response: expect.stringMatching(/^Event created: 'Meeting with Anna', .* at 15:00, 30 minutes\.$/),
  });
  const { items } = (await ada.invoke(events.upcoming)) as Listed;
  expect(items).toMatchObject([{ title: "Meeting with Anna", createdByAi: true }]);
  const [event] = items;
  expect(Date.parse(event?.endTime ?? "") - Date.parse(event?.startTime ?? "")).toBe(30 * 60_000);
  expect(await run("what is on my calendar tomorrow")).toMatchObject({
    success: true,
    response: expect.stringMatching(/^1 event on .*: 15:00 'Meeting with Anna'\.$/),
  });
});

test("questions about tasks are answered with figures", async () => {
  await ada.invoke(tasks.create, { title: "Renew the lease", dueDate: "2020-01-01T00:00:00Z" });
  expect(await run("what tasks are open")).toMatchObject({
    actionType: "task",
    success: true,
    response: "1 open task, 0 due today, 1 overdue. Next: 'Renew the lease'.",
    href: "/tasks",
  });
  expect(await run("create a task")).toMatchObject({ success: false, canUndo: false });
});

test("unread email is listed with senders; an email is drafted and never sent", async () => {
  await owner.query(
    "insert into emails (user_id, subject, body, sender, status) values ($1, 'Clause 11', '', 'Amara', 'received')",
    [ada.userId],
  );
  expect(await run("any unread emails?")).toMatchObject({
    actionType: "email",
    success: true,
    response: "1 unread email: 'Clause 11' from Amara.",
  });
  const draft = await run("Send an urgent email to clara@lattice.example about the budget for May.");
  expect(draft).toMatchObject({
    actionType: "email",
    success: true,
    response: "Draft saved: 'The budget for May' to clara@lattice.example. Nothing was sent.",
    canUndo: true,
  });
  expect(await ada.invoke(emails.list, { status: "draft" })).toMatchObject({
    items: [{ subject: "The budget for May", recipients: ["clara@lattice.example"], priority: "urgent" }],
  });
  await ada.invoke(voiceCommands.undo, { id: draft.id });
  expect(await ada.invoke(emails.list, { status: "draft" })).toMatchObject({ items: [] });
  expect(await run("write an email to Anna")).toMatchObject({ success: false, canUndo: false });
});

test("decision 19: sending needs approval; yes sends the draft, no leaves it, and a name finds its address", async () => {
  const asked = await run("Send an email to clara@lattice.example about the budget");
  expect(asked).toMatchObject({
    proposal: { question: "Send it to clara@lattice.example now?", answer: null },
  });
  expect(await ada.invoke(emails.list, { status: "sent" })).toMatchObject({ items: [] });
  const done = await ada.invoke(voiceCommands.answer, { id: asked.id, isConfirmed: true });
  expect(done).toMatchObject({ response: "Sent: 'The budget' to clara@lattice.example.", canUndo: false });
  expect(await ada.invoke(emails.list, { status: "sent" })).toMatchObject({
    items: [{ subject: "The budget" }],
  });
  await expect(ada.invoke(voiceCommands.answer, { id: asked.id, isConfirmed: true })).rejects.toMatchObject({
    code: "conflict",
  });
  await owner.query(
    "insert into contacts (user_id, contact_name, contact_email) values ($1, 'Bob Reed', 'bob@reed.example')",
    [ada.userId],
  );
  expect(await run("draft an email to Bob")).toMatchObject({
    success: true,
    proposal: null,
    response: "Draft saved: 'No subject yet' to Bob Reed <bob@reed.example>. Nothing was sent.",
  });
});

test("weather, traffic and news are summarized and marked if simulated; without places it explains what to do", async () => {
  expect(await run("how is the weather")).toMatchObject({
    success: false,
    response: "Please add locations in Settings to get weather updates",
  });
  await ada.invoke(locations.create, { name: "Home", address: "Home Street 1", isPrimary: true });
  await ada.invoke(locations.create, { name: "Office", locationType: "work", address: "Mill Road 1" });
  const first = await run("how is the weather");
  expect(first).toMatchObject({
    success: false,
    response: expect.stringMatching(/loaded for the first time/),
  });
  await expect.poll(() => run("how is the weather"), { timeout: 40_000 }).toMatchObject({ success: true });
  for (const [text, response] of [
    ["how is the weather", /^Home: \d\d °F, .* \(simulated\); Office: /],
    ["how is the traffic", /^Home to Office: \d+ min, (light|moderate|heavy) traffic \(simulated\)\.$/],
    ["read me the news", /^Headlines \(simulated\): .+; .+; .+\.$/],
  ] as const)
    expect(await run(text)).toMatchObject({ success: true, response: expect.stringMatching(response) });
});

test("a command of no area searches; without results it shows help", async () => {
  await ada.invoke(tasks.create, { title: "Budget for the harbour" });
  expect(await run("find harbour")).toMatchObject({
    actionType: "general",
    success: true,
    response: "Found task 'Budget for the harbour'.",
    href: expect.stringMatching(/^\/tasks\?task=/),
  });
  expect(await run("help")).toMatchObject({
    success: true,
    response: expect.stringMatching(/^You can say: /),
  });
  expect(await run("find unicorns")).toMatchObject({ success: false });
});

test("DAILY-13, DAILY-24: the last ten commands, newest first", async () => {
  for (let number = 1; number <= 11; number += 1) await run(`find number ${number}`);
  const { items } = (await ada.invoke(voiceCommands.list)) as { items: VoiceCommandOnWire[] };
  expect(items.map(({ commandText }) => commandText)).toEqual(
    Array.from({ length: 10 }, (_, index) => `find number ${11 - index}`),
  );
});

test("a disabled area runs no commands and shows the reason; the others work", async () => {
  await ada.invoke(dailyOpsSettings.save, {
    ...DAILY_OPS_DEFAULTS,
    newsEnabled: false,
    version: 1,
  });
  expect(await run("read me the news")).toMatchObject({
    success: false,
    response: "News updates are switched off in Settings",
  });
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, voiceCommandsEnabled: false, version: 2 });
  await expect(run("create a task to call Anna")).rejects.toThrow(
    "Voice commands are switched off in Settings",
  );
  expect(((await ada.invoke(tasks.list)) as Listed).items).toEqual([]);
});

test("a title that is too long gives an error, and nothing is created", async () => {
  expect(await run(`create a task to ${"x".repeat(600)}`)).toMatchObject({ success: false, canUndo: false });
  await expect(run(`create a task to ${"x".repeat(1000)}`)).rejects.toMatchObject({ code: "invalid" });
  await expect(run("   ")).rejects.toThrow("Say or type a command");
});
