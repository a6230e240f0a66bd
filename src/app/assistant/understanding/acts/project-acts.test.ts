import { beforeEach, expect, test } from "vitest";
import { notifications } from "#features/daily-ops/notifications.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { memories } from "../../memories.ts";
import { actAs } from "./turn.factory.ts";

const server = await testDatabase();
let ada: Person;
const ids = new Map<string, string>();
const add = async (name: string, made: Promise<unknown>) =>
  ids.set(name, ((await made) as { id: string }).id);
beforeEach(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  await add(
    "lisbon",
    ada.invoke(projects.create, { name: "Lisbon office", endDate: "2038-01-31T00:00:00Z" }),
  );
  await add("web", ada.invoke(projects.create, { name: "Website relaunch" }));
  await add("lease", ada.invoke(tasks.create, { title: "Review the lease", tags: ["lisbon"] }));
  await add("toner", ada.invoke(tasks.create, { title: "Order toner" }));
  await ada.invoke(tasks.delete, { id: ids.get("toner") });
  await add("memory", ada.invoke(memories.create, { content: "I prefer meetings in the morning" }));
});

test.each([
  ["projects.complete", { item: "the website project" }, "web", "projects.update", { status: "completed" }],
  [
    "projects.rename",
    { item: "the Lisbon project", title: "Porto office" },
    "lisbon",
    "projects.update",
    { name: "Porto office" },
  ],
  [
    "projects.deadline",
    { item: "Lisbon office", when: "a month later" },
    "lisbon",
    "projects.update",
    { endDate: "2038-03-03T00:00:00.000Z" },
  ],
  ["projects.delete", { item: "the website project" }, "web", "projects.delete", {}],
  ["tasks.restore", { item: "the toner order" }, "toner", "tasks.restore", {}],
  [
    "tasks.tag",
    { item: "the lease task", tag: "urgent" },
    "lease",
    "tasks.update",
    { tags: ["lisbon", "urgent"] },
  ],
  ["memories.delete", { text: "I prefer mornign meetings" }, "memory", "assistantMemories.delete", {}],
] as const)("%s of %o", async (frame, roles, name, capability, input) => {
  const { calls } = await actAs(ada, frame, roles, { sentence: Object.values(roles).join(" ") });
  expect(calls).toEqual([[capability, expect.objectContaining({ id: ids.get(name), ...input })]]);
});

test.each([
  ["projects.rename", { item: "the gala project", title: "Lisbon" }],
  ["projects.delete", { item: "the second project" }],
  ["tasks.restore", { item: "the visa task" }],
  ["tasks.tag", { item: "the lease task" }],
  ["memories.delete", { text: "my shoe size" }],
] as const)("%s of %o is asked about", async (frame, roles) => {
  expect(await actAs(ada, frame, roles, { sentence: "" })).toMatchObject({ isQuestion: true, calls: [] });
});

test("notifications are cleared where there are any", async () => {
  expect((await actAs(ada, "notifications.clear", {})).text).toMatch(/^No, there are no unread/);
  await ada.invoke(notifications.create, { title: "Call Anna" });
  expect((await actAs(ada, "notifications.clear", {})).calls).toMatchObject([
    ["notifications.markAllRead", {}],
  ]);
});

test("what is remembered, found and done is answered", async () => {
  const habits = await actAs(ada, "memories.list", { topic: "my meeting habits" });
  expect(habits.text).toBe("• I prefer meetings in the morning");
  expect((await actAs(ada, "memories.list", { topic: "fish" })).text).toMatch(/^No, /);
  const found = await actAs(ada, "search.find", { topic: "the lease" });
  expect(found.cards).toContain("Review the lease");
  expect((await actAs(ada, "search.find", { topic: "zebras" })).text).toBe(
    "No, nothing of yours has 'zebras'.",
  );
  await ada.invoke(tasks.update, { id: ids.get("lease"), version: 1, status: "completed" });
  const evening = await actAs(ada, "briefing.evening", {}, { sentence: "how did my day go" });
  expect(`${evening.text} ${evening.cards}`).toContain("Review the lease");
});

test("the time of another place, and the number of the week", async () => {
  const tokyo = await actAs(ada, "help.clock", {}, { sentence: "what time is it in Tokyo?" });
  expect(tokyo.text).toMatch(/^In Tokyo it is /);
  expect((await actAs(ada, "help.clock", {}, { sentence: "what week is it" })).text).toMatch(
    /, week \d{1,2}\.$/,
  );
});
