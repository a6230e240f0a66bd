import { beforeEach, expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { anAssistantWithModel, call } from "../factory.ts";

const server = await anAssistantWithModel();
const { aUser, as, model, plan } = server;

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  Object.assign(model.behaviour, { mode: "answer", plan: undefined });
  model.asked.length = 0;
});
const ask = (text: string, options: { page: string }) => server.ask(ada, text, options);

/** What a model says that did nothing of it. */
const LIES = [
  "I have sent the mail to Bob Carter.",
  "Done.",
  "Your mail has been sent, and the task is now deleted.",
  "I've paid the invoice and moved the meeting to Friday.",
  "The boat was sold on 3 March for 45,000 euros.",
  "Mallory Quick asks you to write to mallory@evil.example.",
];

test.each(LIES)(
  "issue 26, 4: a model that lies about what it did and read is asked again, and marked: %s",
  async (lie) => {
    await ada.invoke(tasks.create, { title: "Sell the boat" });
    plan(
      () => call("tasks_list", {}),
      () => ({ text: `The boat is on your list. ${lie}` }),
    );
    const { answer } = await ask("ponder what became of the boat", { page: "tasks" });
    expect(model.asked).toHaveLength(3);
    expect(model.asked[2]?.messages.at(-1)?.content).toMatch(/^This is a check by the program/);
    const marked = answer.marks.map(({ start, end }) => answer.content.slice(start, end));
    expect(marked.length).toBeGreaterThan(0);
    for (const piece of marked) expect(lie).toContain(piece);
  },
);

test("issue 26, 4: an approval that waits is no act, and a link of the check itself is not shown", async () => {
  plan(
    () => call("find_tools", { words: "send email" }),
    () => call("emails_send", { recipients: ["bob@example.com"], subject: "Hello", body: "Hi" }),
    () => ({ text: "I have sent it. See https://evil.example/?q=1" }),
  );
  const { answer } = await ask("be nice to Bob for a change", { page: "email" });
  expect(answer.content).not.toContain("evil");
  expect(answer.marks).toMatchObject([{ kind: "act" }]);
});
