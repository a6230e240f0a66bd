import { expect, test } from "vitest";
import type { SignedIn } from "#platform/capability/context.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import type { WritingEngine } from "../writing-engine.ts";
import { assistWriting } from "./assist-writing.ts";

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));

type Answer = {
  result: string | null;
  error: string | null;
  source: string;
  subject: string | null;
  body: string | null;
};
const assist = async (action: string, input: { prompt?: string; context?: object } = {}) =>
  (await ada.invoke(emails.assist, { action, ...input })) as Answer;
const mail = {
  subject: "Board pack: two questions",
  sender: "clara.voss@lattice.example",
  body: "Hello,\n\nthank you for sending the draft early. Page 14 shows gross margin at 41 %, the appendix says 39.6 %. Which one is right? Could you add one slide on Lisbon?\n\nPlease answer by Thursday.\n\nClara",
};

test("MAIL-40, MAIL-56: composing without a prompt answers with the specified error", async () => {
  expect(await assist("compose", { prompt: "  " })).toMatchObject({
    result: null,
    error: "Please enter a prompt for AI composition",
  });
});

test("MAIL-41: improving without content answers with the specified error", async () => {
  expect(await assist("improve", { context: { body: " \n" } })).toMatchObject({
    result: null,
    error: "Please write some content first",
  });
});

test("MAIL-47, MAIL-77, decision 9: the built-in engine composes a mail with its subject, and names its source", async () => {
  const { result, error, source, subject, body } = await assist("compose", {
    prompt: "Write a short email to Bob about the budget meeting on Friday. Ask for the final figures",
  });
  expect({ error, source }).toEqual({ error: null, source: "built-in" });
  expect(result).toMatch(/^Subject: Invitation: the budget meeting on Friday\n/);
  expect(subject).toBe("Invitation: the budget meeting on Friday");
  expect(body).toContain("Dear Bob,");
  expect(body).toContain("Ask for the final figures.");
  expect(body).toMatch(/Best regards,\nAda Lovelace$/);
  expect(body).not.toContain("Subject:");
});

test.each([
  ["Thank Anna for the tour", "Thank you for the tour"],
  ["apologize for the delay", "Apologies for the delay"],
  ["follow up on the contract", "Following up on the contract"],
  ["quarterly plans", "Quarterly plans"],
])("composing '%s' has the subject '%s'", async (prompt, subject) => {
  expect(await assist("compose", { prompt })).toMatchObject({ subject });
});

test("MAIL-47: improving fixes hasty writing and preserves the content", async () => {
  const { result } = await assist("improve", {
    context: { body: "hi bob\n\npls send me the figures asap ,i need them  for the mtg tomorrow!!" },
  });
  expect(result).toBe(
    "Hi bob,\n\nPlease send me the figures as soon as possible, I need them for the meeting tomorrow!\n\nBest regards",
  );
  const again = await assist("improve", { context: { body: result ?? "" } });
  expect(again.result).toBe(result);
});

test("MAIL-47: a reply greets the sender by name and says until when each question is answered, without quoting it", async () => {
  const { result } = await assist("reply", { context: mail });
  expect(result).toBe(
    "Hello Clara,\n\nI'll get back to you on the appendix and the rest by Thursday.\n\nBest,\nAda Lovelace",
  );
});

test("decision 0161: where there is nothing to answer there is a reason and no draft", async () => {
  const body = "Seven habits of great roadmaps.\n\nUnsubscribe | View in browser";
  expect(await assist("reply", { context: { body, sender: "news@x.example" } })).toMatchObject({
    result: null,
    error: "A program sent this mail: nobody would read an answer, so there is no draft",
  });
  expect(await assist("reply", { context: { body: "> Could you come?\n> Ada" } })).toMatchObject({
    result: null,
    error: "Its sender wrote nothing in this mail that could be answered, so there is no draft",
  });
  expect(
    await assist("reply", { context: { body: "Proszę o przesłanie umowy do piątku, dziękuję na razie." } }),
  ).toMatchObject({
    result: null,
    error: "This mail is in a language in which no replies are drafted without a language model",
  });
});

test("MAIL-47: a summary is a few sentences of the mail itself", async () => {
  const { result } = await assist("summarize", { context: mail });
  expect(result).toContain("Please answer by Thursday.");
  for (const sentence of (result ?? "").split(/(?<=[.?!]) (?=[A-Z])/))
    expect(mail.body.toLowerCase()).toContain(sentence.toLowerCase());
  expect(result?.length).toBeLessThanOrEqual(480);
  const long = await assist("summarize", { context: { body: "word ".repeat(10_000) } });
  expect(long.result?.length).toBeLessThanOrEqual(480);
});

test("a model can replace the engine: its text passes the same rules and has its name", async () => {
  const model: WritingEngine = {
    source: "model",
    write: async ({ prompt }) => `Subject: From a model\n\n${prompt}`,
  };
  const answer = await ada.run((context: SignedIn) =>
    assistWriting(
      context,
      {
        action: "compose",
        prompt: "Hello",
        context: { id: null, subject: "", sender: "", recipient: "", body: "" },
      },
      model,
    ),
  );
  expect(answer).toMatchObject({ source: "model", subject: "From a model", body: "Hello" });
});

test("hostile text of 100,000 characters is processed quickly", async () => {
  for (const part of [" ", ".", "?", "a", "- ", "!\n", "\u{1d7d8}", "to A ", "Re: "])
    for (const action of ["improve", "reply", "summarize"]) {
      const body = `x${part.repeat(100_000)}`.slice(0, 100_000);
      const { result, error } = await assist(action, {
        context: { body, subject: part.repeat(900 / part.length) },
      });
      expect(result ?? error).toBeTypeOf("string");
    }
}, 15_000);
