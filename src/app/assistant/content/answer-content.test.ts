import { expect, test } from "vitest";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { Turn } from "../intent.ts";
import { answerContent, findNearInContent } from "./answer-content.ts";

const { aUser, as } = await testDatabase();

const receive = (person: Person, subject: string, sender: string, body: string) =>
  person.run(({ db }) => db.insert(emails).values(anEmail({ userId: person.userId, subject, sender, body })));

const ask = (person: Person, sentence: string, previousCards: Turn["previousCards"] = []) =>
  person.run((context: SignedIn) => {
    const clock = { timeZone: "UTC", hourCycle: "h23" as const };
    const use: Turn["use"] = (capability, input) => capability(context, input) as never;
    return answerContent({ context, timeZone: "UTC", clock, sentence, previousCards, use });
  });

const OFFER =
  "We can do phase two for EUR 84.000,00. The offer is valid until 30 November 2026. Shall I send the contract?";

async function adaWithAnOffer(): Promise<Person> {
  const ada = as(await aUser());
  await receive(ada, "Offer for phase two", "Ingrid Solberg <ingrid@nordlys.test>", OFFER);
  return ada;
}

test("an amount is answered with its sentence, who wrote it and the mail", async () => {
  const ada = await adaWithAnOffer();
  const { text, cards } = await ask(ada, "How much does Nordlys want for phase two?");
  expect(text).toMatch(/^EUR 84,000.00: "We can do phase two/);
  expect(text).toContain("(Ingrid Solberg, 'Offer for phase two'");
  expect(cards).toMatchObject([{ kind: "email", title: "Offer for phase two" }]);
});

test("'it' is what was shown last", async () => {
  const ada = await adaWithAnOffer();
  await receive(ada, "Lease", "Dan Murphy <dan@murphy.test>", "The lease is valid until 31 March 2030.");
  const { cards } = await ask(ada, "How much does Nordlys want for phase two?");
  const { text } = await ask(ada, "and until when is it valid?", cards);
  expect(text).toMatch(/^Nov 30, 2026: /);
  const source = await ask(ada, "Where does it say that?", cards);
  expect(source.cards).toEqual(cards);
});

test("a word that no record has means that nothing was found", async () => {
  const ada = await adaWithAnOffer();
  const { text, cards } = await ask(ada, "How much VAT does Nordlys charge for phase two?");
  expect(text).toMatch(/^I did not find that in your mail, documents or messages\. The nearest:\n"/);
  expect(cards).toMatchObject([{ title: "Offer for phase two" }]);
});

test("nobody finds what is written in the mail of others", async () => {
  await adaWithAnOffer();
  const bob = as(await aUser());
  const { text, cards } = await ask(bob, "How much does Nordlys want for phase two?");
  expect(text).toBe("I did not find that in your mail, documents or messages.");
  expect(cards).toBeUndefined();
});

test("without a subject it is asked back", async () => {
  const ada = await adaWithAnOffer();
  expect(await ask(ada, "How much was it again?")).toEqual({
    text: "Which one do you mean?",
    isQuestion: true,
  });
});

test("a question that no record answers is answered from what is written, a request is not", async () => {
  const ada = await adaWithAnOffer();
  const asked = (sentence: string) =>
    ada.run((context: SignedIn) => {
      const clock = { timeZone: "UTC", hourCycle: "h23" as const };
      const use: Turn["use"] = (capability, input) => capability(context, input) as never;
      return findNearInContent({ context, timeZone: "UTC", clock, sentence, previousCards: [], use });
    });
  expect((await asked("phase two, how much was it?"))?.text).toContain("84.000,00");
  expect(await asked("could you move phase two to Friday?")).toBeNull();
  expect(await asked("set the end of phase two, when you can?")).toBeNull();
  expect(await asked("how tall is the Eiffel tower?")).toBeNull();
});
