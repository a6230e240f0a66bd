import { expect, test } from "vitest";
import { sentencesOf } from "#features/email/replies/own-text.ts";
import { sampleOf } from "#features/email/replies/reply-style.ts";
import { repliesTo } from "#features/email/writing/reply-by-rule.ts";
import { summarizeByRule } from "#features/email/writing/summarize-by-rule.ts";
import { AUTHOR, type CorpusMail, MAIL_FILES, mailsIn } from "./writing-corpus.factory.ts";

// Decision 0161: a specific draft only where its kind is certain; else a neutral one with a gap for each question.

const mails = MAIL_FILES.flatMap(mailsIn);
const repliesOf = ({ subject, sender, body, before }: CorpusMail) =>
  repliesTo({ subject, sender, body }, AUTHOR, {
    samples: { person: before.map(sampleOf), domain: [], all: [] },
    freeTimes: () => [],
  }).choices;
const SENDER = "Robin Achterberg <robin.achterberg@pelikan-foods.example>";
const mailOf = (body: string, subject = "", sender = SENDER): CorpusMail => ({
  name: "",
  sender,
  subject,
  before: [],
  body,
});
const firstOf = (mail: CorpusMail) => repliesOf(mail)[0] ?? { intent: "thank", text: "", body: "" };
const withoutGaps = (text: string) => text.replaceAll(/\[[^\]]*\]/gu, "");

const CONGRATULATION =
  /congratulations|wonderful news|tolle Neuigkeiten|Glückwunsch|félicitations|enhorabuena|felicidades/iu;
/** Something good that happened to who writes or to theirs. */
const OWN_LUCK =
  /(?<!\p{L})(?:born|married|engaged|promoted|got the job|won|passed|promotion|is here|proud|geboren|befördert|verlobt|geheiratet|bestanden|gewonnen|bekommen|née?|marions|fiancé|promue?|réussi|remporté|nacid[oa]|nació|casamos|ascendido|aprobado|ganado|delighted to (?:announce|share|tell)|granted|allowance|(?:zenti|centí?)met\p{L}+)(?!\p{L}|['’]t)/iu;

test.each(mails)("'$name' is congratulated only on good news of its sender", (mail) => {
  for (const { text } of repliesOf(mail)) if (CONGRATULATION.test(text)) expect(mail.body).toMatch(OWN_LUCK);
});

const YES =
  /(?<!\p{L})(?:no problem|no hay ningún problema|kein problem|aucun problème|i['’]d love|i would like that|i agree|i accept|gladly accept|ja, (?:bitte|gerne)|oui, (?:bien sûr|volontiers|avec plaisir)|sí, (?:claro|de acuerdo))(?!\p{L})/iu;
const MONEY = /[€$£] ?\d|\d ?(?:€|\$|£|%|euros?|dollars?|pounds?|USD|EUR)/iu;

test.each(mails)("the first draft to '$name' forgives and grants nothing where money is named", (mail) => {
  if (MONEY.test(mail.body)) expect(withoutGaps(firstOf(mail).text)).not.toMatch(YES);
});

test.each(mails)("the first draft to '$name' answers several questions with a gap each", (mail) => {
  const { intent, text } = firstOf(mail);
  if (intent !== "answer" || !text.includes("\n- ")) return;
  for (const line of text.split("\n").filter((each) => each.startsWith("- ")))
    expect(line).toMatch(/\[.+\]/u);
});

/** Each word of the greeting is of the sender, or a word that greets. */
const GREETING_WORD =
  /^(?:hi|hello|hey|dear|there|sir|madam|or|mr|mrs|ms|dr|hallo|guten|tag|moin|servus|liebe|lieber|sehr|geehrte|geehrter|geehrten|damen|und|herren|herr|frau|bonjour|salut|coucou|cher|chère|madame|monsieur|maître|mme|m|hola|buenos|días|estimada|estimado|querida|querido|sra|sr|aunt|mum|mom|dad|tante|onkel|mamá|papá|maman|docteur)$/iu;
test.each(mails)("the reply to '$name' greets nobody but its sender", (mail) => {
  const [choice] = repliesOf(mail);
  if (!choice) return;
  const greeting = choice.body.split("\n")[0] ?? "";
  // What stands at the foot of their own text, by the last lines of it.
  const own = mail.body.split(/\n(?:On .* wrote:|Von: |From: |Le .* a écrit|>)/u)[0] ?? "";
  const known = `${mail.sender} ${own.split("\n").slice(-16).join(" ")}`.toLowerCase();
  for (const word of greeting.match(/\p{L}+/gu) ?? [])
    if (!GREETING_WORD.test(word)) expect(known).toContain(word.toLowerCase());
});
test.each(mails)(
  "the greeting of '$name' has no full name after 'Guten Tag', 'Bonjour' or 'Buenos días'",
  (mail) => {
    for (const { body } of repliesOf(mail))
      expect(body.split("\n")[0]).not.toMatch(
        /^(?:Guten Tag|Bonjour|Buenos días,?) (?!Frau|Herr|Madame|Monsieur|Mme|M\.)\p{Lu}\p{L}+ \p{Lu}/u,
      );
  },
);

/** What a summary cannot begin a thought with, unless the sentence before is there too. */
const DANGLING =
  /^(?:Without that|Without this|With that|These are|They are|He can|She can|Thereafter|Danach|Sin ello)(?!\p{L})/u;
test.each(mails)("no sentence in the summary of '$name' refers to one that was left out", ({ body }) => {
  const sentences = sentencesOf(body);
  const summary = summarizeByRule(body);
  for (const [at, sentence] of sentences.entries())
    if (DANGLING.test(sentence) && at > 0 && summary.includes(sentence))
      expect(summary).toContain((sentences[at - 1] ?? "").replaceAll(/\s{2,}/g, " ").slice(-30));
});

test.each([
  "Ada,\n\nI won't be able to hold the rate after Friday. My director agreed to $41 a seat, but only from 90 seats on. 90 at 41 or 60 at 47?\n\nRobin",
  "Dear Ada,\n\nwe got the board to agree to the lower price, isn't that wonderful? The order has to be placed by Friday.\n\nRobin",
])("an offer is no good news: %s", (body) =>
  expect(
    repliesOf(mailOf(body))
      .map(({ text }) => text)
      .join(" "),
  ).not.toMatch(CONGRATULATION),
);

test.each([
  [
    "Dear Ms Lovelace,\n\nI am sorry to tell you that the castings will be two weeks late. We could send 30 units on 14 January and the other 20 on 4 February. Would you agree?\n\nRobin Achterberg",
    /no problem|works for me|suits me/iu,
  ],
  [
    "Hi Ada,\n\nlovely to see you last week, and the kids are fine. The roof is done, at last. Mike has found a flat near the station, which is tiny. I told him you know about patents. Would you mind if I gave him your number? He is very polite. We are off to Wales on Sunday.\n\nRobin x",
    /yes|no,|afraid/iu,
  ],
  [
    "Hi Ada,\n\nI write about food for the Evening Chronicle. We are publishing a piece tomorrow about the recall. Would you like to comment? Did you know about the glass?\n\nRobin Achterberg\nFood Correspondent",
    /yes|i would like|\[yes/iu,
  ],
  [
    "Hallo Ada,\n\nkönnen wir auf 14:15 schieben oder lieber gleich Montag früh? Und soll ich Pavlos dazuholen?\n\nLG Robin",
    /ja, bitte|ja, gerne/iu,
  ],
  [
    "Apreciada Ing. Lovelace:\n\nProponemos pagar USD 4,000.00 el día 8 de enero y el saldo el 9 de febrero. Le agradeceríamos no suspender el envío.\n\nAtentamente,\nRobin Achterberg",
    /me viene bien|de acuerdo|acepto/iu,
  ],
] as const)("nothing is granted first: %s", (body, granted) =>
  expect(withoutGaps(firstOf(mailOf(body)).text)).not.toMatch(granted),
);

test.each([
  [
    "Dear Ada,\n\nI have only just heard about Leonard. I am so very sorry. I know what he was to you. If there is anything I can do, you need only say.\n\nWith love and sympathy,\nRobin",
    /kind words/u,
  ],
  [
    "Dear Ms Lovelace,\n\nI am applying for a Master's in Leiden and need two references. Would you be willing to write one?\n\nRobin Achterberg",
    /^(?!.*application)/u,
  ],
  [
    "Ada,\n\nI read in the paper that we sell Bremen. I sit on this board and heard nothing. I want two things. An explanation of who decided it. And a meeting before the 9th.\n\nRobin",
    /on the explanation[^\n]* and the meeting before the 9th by \[day\]/u,
  ],
  [
    "Dear Ada,\n\nThank you so much for the offer. I have thought about it for a week and decided not to accept, because we cannot move.\n\nKind regards\nRobin",
    /wish you all the best/u,
  ],
  [
    "Dear Sir or Madam,\n\nDespite our reminder the invoices 771 and 772 remain unpaid. Please pay within 7 days, quoting the account number.\n\nRobin Achterberg\nCredit Control",
    /^(?!.*payment details)/u,
  ],
] as const)("a kind is recognized by its own signs: %s", (body, expected) =>
  expect(firstOf(mailOf(body, /unpaid/.test(body) ? "Second reminder" : "")).text).toMatch(expected),
);

test("a person who asks is answered although their program adds a line", () => {
  const body =
    "Hi Ada,\n\nwould you give a talk at our fair in May? And would you be open to a panel?\n\nRobin\n\nUnsubscribe from these invitations";
  expect(repliesOf(mailOf(body)).length).toBeGreaterThan(0);
});

test.each([
  ["RT", "Roland Thule <roland@thule.example>", /^Hi Roland,/u],
  ["Marlene Dubois\nOperations\nSalina, KS", "Marlene Dubois <md@coop.example>", /Marlene/u],
  ["Best regards\nChen Wei (Grace)\nEast Polymers", "Chen Wei <sales3@east.example>", /Grace/u],
])("who signs as '%s' is greeted by a name of their own", (signature, sender, greeting) =>
  expect(
    firstOf(mailOf(`Ada,\n\nthe report is late again. When does it come?\n\n${signature}`, "", sender)).body,
  ).toMatch(greeting),
);

test("alternatives are a choice in a sentence, other questions are named, and an answer is due when the sender needs it", () => {
  const body =
    "Morning Ada,\n\nFirstly, the summer party. Last year we had it in June. Are you happy for us to do the same again?\n\nSecondly, would you rather pay the extra or use the stairs?\n\nAnd who should I send the drill report to?\n\nRobin";
  expect(firstOf(mailOf(body)).text).toBe(
    "I'll get back to you on the stairs, the drill report and the rest by [day].",
  );
  expect(repliesOf(mailOf(body)).find(({ intent }) => intent === "answer")?.text).toBe(
    "For the stairs, [pay the extra / use the stairs], please. I'll get back to you on the drill report and the rest as well.",
  );
  const later = repliesOf(
    mailOf(
      "Sehr geehrte Frau Lovelace,\n\ndas Amt hat die Frist bis zum 31. Januar verlängert. Wir benötigen den Vertrag bis spätestens 9. Januar. Haben Sie ihn?\n\nRobin Achterberg",
    ),
  ).find(({ intent }) => intent === "later");
  expect(later?.text).toContain("bis zum 9. Januar");
});

test.each([
  "Hi Ada,\n\nThanks for the plan. If they want to push the start from 11 January to 1 February, does the price hold? Can you confirm the total?\n\nRobin",
  "Hi Ada,\n\nI can do Thursday to Sunday. Could you take the Monday to Wednesday after that? Then we're all here for the rest of it.\n\nRobin",
  "Liebe Eltern,\n\ndie Fahrt steht: Montag, 3. Mai, bis Freitag, 7. Mai 2027. Ich brauche bis zum 9. Dezember eine Rückmeldung, ob Ihr Kind mitfährt. Wer kommt als Begleitung mit?\n\nRobin Achterberg",
])("days of a range or a condition are no appointments: %s", (body) => {
  for (const { text } of repliesOf(mailOf(body))) expect(text).not.toMatch(/works for me|passt mir/u);
});

test("what the family of somebody has to bear is answered with sympathy, and nothing is granted first", () => {
  const body =
    "Liebe Ada,\n\nich würde gern drei Monate unbezahlt freinehmen, am liebsten von Mai bis Juli. Mein Vater kommt nach dem Schlaganfall nicht mehr allein zurecht und wir müssen das Haus umbauen. Tarek könnte mich vertreten.\n\nLiebe Grüße\nRobin";
  expect(firstOf(mailOf(body)).text).toMatch(/^Das tut mir sehr leid\. (?!.*(?:Ja|kein Problem))/iu);
});
