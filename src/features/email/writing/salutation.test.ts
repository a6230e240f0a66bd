import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import { emails as table } from "../tables.ts";
import { parseSalutation } from "./parse-salutation.ts";
import { readSentSamples, salutationOf } from "./read-sent-samples.ts";
import { replyByRule } from "./reply-by-rule.ts";

test.for([
  ["Hi Anna,\n\nThe lease is signed.\n\nBest,\nAda", "Hi Anna,", "Best,\nAda"],
  [
    "Dear Ms Voss,\n\nPlease see below.\n\nKind regards\nAda Lovelace\nCEO",
    "Dear Ms Voss,",
    "Kind regards\nAda Lovelace\nCEO",
  ],
  ["Hello Jean-Luc O’Neill!\nSee you.\nCheers, Ada", "Hello Jean-Luc O’Neill!", "Cheers, Ada"],
  ["Hi Anna, thanks for the draft.\n\nThanks,\nAda", "Hi Anna,", "Thanks,\nAda"],
  [
    "Sehr geehrte Frau Dr. Voß-Müller,\n\nanbei der Vertrag.\n\nMit freundlichen Grüßen\nAda Lovelace",
    "Sehr geehrte Frau Dr. Voß-Müller,",
    "Mit freundlichen Grüßen\nAda Lovelace",
  ],
  ["Hallo Jürgen,\n\npasst.\n\nLG Ada", "Hallo Jürgen,", "LG Ada"],
  ["Liebe Łucja\n\nbis morgen!\n\nHerzliche Grüße\nAda", "Liebe Łucja", "Herzliche Grüße\nAda"],
  [
    "Bonjour Mme Lefèvre,\n\nVoici le bail.\n\nBien cordialement,\nAda",
    "Bonjour Mme Lefèvre,",
    "Bien cordialement,\nAda",
  ],
  ["Chère Aurélie,\n\nD’accord.\n\nÀ bientôt,\nAda", "Chère Aurélie,", "À bientôt,\nAda"],
  ["Hola Íñigo,\n\nDe acuerdo.\n\nUn abrazo,\nAda", "Hola Íñigo,", "Un abrazo,\nAda"],
] as const)("'%s' begins and ends as it was written", ([body, greeting, closing]) => {
  expect(parseSalutation(body)).toEqual({ greeting, closing });
});

test.for([
  ["The lease is signed.\n\nI will call you."],
  ["Good morning Anna,\n\nsee below."],
  ["Hi there is something that we have to talk about before the board meets"],
  ["Hichem is here.\nThanks for the draft, I will read it tomorrow."],
  ["Dear\u0000"],
  ["Hi <script>,\n\nBest: https://evil.example"],
  [""],
] as const)("'%s' has no line that could be used again, or a bare greeting", ([body]) => {
  const { greeting, closing } = parseSalutation(body);
  expect([null, "Dear\u0000"]).toContain(greeting);
  expect(closing).toBeNull();
});

test("what others wrote below, and a signature, is neither a greeting nor a closing", () => {
  const quoted = "Hi Ada,\n\nwhen?\n\nBest,\nAnna";
  for (const border of [
    "On Mon, Mar 2, 2026 at 9:00 Anna wrote:",
    "Am 2. März 2026 um 9:00 schrieb Anna:",
    "Le 2 mars, Anna a écrit :",
  ])
    expect(parseSalutation(`Hallo Anna,\n\nmorgen.\n\nLG\nAda\n\n${border}\n\n${quoted}`), border).toEqual({
      greeting: "Hallo Anna,",
      closing: "LG\nAda",
    });
  expect(parseSalutation(`> ${quoted}`)).toEqual({ greeting: null, closing: null });
  expect(parseSalutation("Hi Anna,\n\nyes.\n\nBest,\n\n-- \nThanks,\nthe team").closing).toBe("Best,");
});

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Noyce" }));
const { userId } = ada;
const sentTo = (recipients: string[], body: string, minute: number) =>
  anEmail({ userId, status: "sent", recipients, body, createdAt: new Date(Date.UTC(2026, 2, 1, 9, minute)) });
await ada.run(({ db }) =>
  db.insert(table).values([
    sentTo(["Anna Kern <Anna@Kern.example>"], "Hi Anna,\n\nolder.\n\nRegards,\nAda", 1),
    sentTo(["anna@kern.example"], "Hallo Anna,\n\nneuer.\n\nLG\nAda", 2),
    sentTo(["anna@kern.example"], "Done.", 3),
    sentTo(["anna@kern.example", "ben@kern.example"], "Dear all,\n\nsee below.\n\nThe board", 4),
    sentTo(["anna@kern.example.evil.example"], "Hi thief,", 5),
    anEmail({
      userId,
      status: "draft",
      recipients: ["anna@kern.example"],
      body: "Hi draft,",
      sender: "ada@x.example",
    }),
  ]),
);

const samplesOf = (person: string, who = ada) => who.run((context) => readSentSamples(context, person));
const to = async (person: string, who = ada) => salutationOf(await samplesOf(person, who));

test("decision 0151: the last mail to the same person alone decides, whatever the spelling of the address", async () => {
  expect(await to("Anna Kern <ANNA@kern.example>")).toEqual({ greeting: "Hallo Anna,", closing: "LG\nAda" });
  expect(await to("ben@kern.example")).toEqual({ greeting: null, closing: null });
  expect(await to("nobody")).toEqual({ greeting: null, closing: null });
});

test("ROLE-06: nobody learns from the mail of another", async () => {
  expect(await to("anna@kern.example", bob)).toEqual({ greeting: null, closing: null });
});

const context = {
  subject: "Lease",
  sender: "Anna Kern <anna@kern.example>",
  recipient: "",
  body: "When do we sign?",
};

test("decision 0161: others at the domain and anybody show how the author writes, but not at a public domain", async () => {
  const { person, domain, all } = await samplesOf("ben@kern.example");
  expect(person).toEqual([]);
  expect(domain.map(({ greeting }) => greeting)).toEqual([null, "Hallo Anna,", "Hi Anna,"]);
  expect(all.map(({ greeting }) => greeting)).toEqual(["Hi thief,"]);
  expect((await samplesOf("anna@gmail.com")).domain).toEqual([]);
});

test("decisions 0151 and 0161: a reply greets and closes as the person does in the language of the mail; to others by their form", async () => {
  const replyTo = async (sender: string, body = context.body) =>
    (
      (await ada.invoke(emails.assist, {
        action: "reply",
        context: { ...context, sender, body },
      })) as { result: string }
    ).result;
  expect(await replyTo(context.sender)).toMatch(/^Hi Anna,\n\n[\s\S]*\n\nRegards,\nAda$/);
  expect(await replyTo(context.sender, "Wann unterschreiben wir? Hast du Zeit?")).toMatch(
    /^Hallo Anna,\n\n[\s\S]*\n\nLG\nAda$/,
  );
  expect(await replyTo("carl@kern.example")).toMatch(/^Hi Carl,[\s\S]*\n\nRegards,\nAda$/);
  expect(replyByRule(context, "", "Ada")).toMatch(/^Hi Anna,[\s\S]*\n\nBest,\nAda$/);
});
