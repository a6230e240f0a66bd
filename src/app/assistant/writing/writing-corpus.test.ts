import { expect, test } from "vitest";
import { describeText } from "#features/documents/parsing/describe-text.ts";
import { sentencesOf } from "#features/email/replies/own-text.ts";
import { sampleOf } from "#features/email/replies/reply-style.ts";
import { repliesTo } from "#features/email/writing/reply-by-rule.ts";
import { summarizeByRule } from "#features/email/writing/summarize-by-rule.ts";
import { detectLanguage } from "#platform/language/detect-language.ts";
import {
  AUTHOR,
  type CorpusMail,
  DOCUMENT_FILES,
  documentsIn,
  MAIL_FILES,
  mailsIn,
} from "./writing-corpus.factory.ts";

const mails = MAIL_FILES.flatMap(mailsIn);
const documents = DOCUMENT_FILES.flatMap(documentsIn);
const repliesOf = ({ subject, sender, body, before }: CorpusMail) =>
  repliesTo({ subject, sender, body }, AUTHOR, {
    samples: { person: before.map(sampleOf), domain: [], all: [] },
    freeTimes: () => [],
  });
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
/** What nobody answers. */
const NO_DRAFT = [
  "newsletter",
  "receipt",
  "forwarded-only",
  "polish",
  "vet",
  "italian",
  "ooo",
  "webinar",
  "blackmail",
  "courier",
  "phishing-it",
  "u-ceo-fraud",
  "u-dutch",
  "u-survey",
  "portuguese",
  "notice",
  "x-team-policy",
  "x-school-trip",
  "x-it-downtime",
  "y-landlord-keys",
  "u3-it-fyi",
  "auto-cert",
  "en-fraud-ceo",
  "en-newsletter",
  "de-phishing",
  "chair-gift",
  "grid-weekly",
  "expense-approval-bot",
  "condolence-from-client",
  "sparkonto-sperre",
];

test("the corpus has 358 mails and 77 documents, each with a name of its own", () => {
  expect(new Set(mails.map(({ name }) => name)).size).toBe(358);
  expect(new Set(documents.map(({ name }) => name)).size).toBe(77);
});

test.each(mails)("decision 0161: no reply to '$name' quotes a sentence of the sender", (mail) => {
  const { choices } = repliesOf(mail);
  // A line that is only a time is chosen as it stands.
  const times = new Set(choices.map(({ detail }) => plain(detail ?? "")));
  const sentences = sentencesOf(mail.body)
    .map(plain)
    .filter((sentence) => sentence.split(" ").length > 3 && !times.has(sentence));
  for (const { body } of choices)
    for (const sentence of sentences) expect(plain(body)).not.toContain(sentence);
});

/** An agreement to an amount, or a word that money comes. */
const AGREES =
  /\b(?:I agree to|I can (?:do|confirm) [€$£]?\d|will be paid|I will pay|I'll pay|we will pay|paid back)|einverstanden|wird bezahlt|ich zahle|je suis d'accord pour|sera payée?|estoy de acuerdo con|se pagará/iu;
/** What the sender wants agreed to: money, a right, a statement, private time. */
const WANTS_COMMITMENT =
  /(?<!\p{L})(?:dividend|discount|refund|settle|repaid|paid back|half of|split (?:it|the)|lunch on|dinner on|for (?:xmas|christmas)|rabatt|nachlass|remise de|moitié-moitié|descuento|asado)(?!\p{L})/iu;
const AGREEMENT =
  /(?<!\p{L})(?:yes|i can confirm|i['’]d love to|gladly|happy to|i['’]m coming|ja|gerne|einverstanden|oui|avec plaisir|d['’]accord|volontiers|sí|de acuerdo|encantada)(?!\p{L})/iu;

test.each(mails)("decision 0161: the first reply to '$name' agrees to no money and no commitment", (mail) => {
  const [first] = repliesOf(mail).choices;
  if (!first) return;
  expect(first.intent).not.toBe("agreeFigure");
  expect(first.text).not.toMatch(AGREES);
  const asksFor = sentencesOf(mail.body).some(
    (sentence) => sentence.includes("?") && WANTS_COMMITMENT.test(sentence),
  );
  if (asksFor) expect(first.text.replaceAll(/\[[^\]]*\]/gu, "")).not.toMatch(AGREEMENT);
});

test.each(mails)("decision 0161: alternatives in '$name' are never answered with a bare yes", (mail) => {
  for (const { text } of repliesOf(mail).choices.slice(0, 1))
    expect(text).not.toMatch(/^(?:Yes|Ja|Oui|Sí)\.$/imu);
});

test("decision 0161: what a mail lists is answered line by line, with gaps", () => {
  const firstOf = (name: string) => {
    const mail = mails.find((each) => each.name === name);
    return mail ? (repliesOf(mail).choices[0]?.text ?? "") : "";
  };
  expect(firstOf("u3-bank-covenant")).toMatch(/^1\. Q3 compliance certificate: \[.+\]\n2\. .+\n3\. \[/mu);
  expect(firstOf("u3-council-licence")).toMatch(/^\(a\) Plan: \[.+\]\n\(b\) .+\n\(c\) /mu);
  expect(
    firstOf("u3-pa-list")
      .split("\n")
      .filter((line) => /^\d\)/.test(line)),
  ).toHaveLength(5);
  expect(firstOf("u3-client-angry")).toMatch(/sorry about this\. I will /u);
  expect(firstOf("u3-steuerberaterin")).toContain("- Darlehensvertrag: [");
});

test("decision 0161: the tone and the name are those of the mail", () => {
  const bodyOf = (name: string) => {
    const mail = mails.find((each) => each.name === name);
    return mail ? (repliesOf(mail).choices[0]?.body ?? "") : "";
  };
  expect(bodyOf("u3-resignation")).toMatch(/sorry to see you go/u);
  expect(bodyOf("u3-condolence-received")).toMatch(/kind words/u);
  expect(bodyOf("u3-press-quotes")).toMatch(/no comment/u);
  expect(bodyOf("u3-surgery")).toMatch(/^Dear Sandra,/u);
  expect(bodyOf("u3-imprimeur")).toMatch(/^Bonjour Kévin,/u);
  expect(bodyOf("u3-rent-review")).toMatch(/^Dear Piers Attwater,/u);
  expect(bodyOf("u3-notaire")).toMatch(/^Maître,[\s\S]+Je vous prie d'agréer, Maître, /u);
});

test("decision 0161: the decisive sentence, whole lists and what is forwarded stand in the summary", () => {
  const summaryOf = (name: string) => summarizeByRule(mails.find((each) => each.name === name)?.body ?? "");
  expect(summaryOf("u3-resignation")).toContain("accepted another job");
  expect(summaryOf("u3-lawyer-settle")).toContain("counter at 72");
  expect(summaryOf("u3-rent-review")).toContain("£138,600");
  expect(summaryOf("u3-client-angry")).toMatch(/three things: .+ If I don't have that by noon/u);
  expect(summaryOf("u3-bank-covenant")).toMatch(/1\. .+ 2\. .+ 3\. /u);
  expect(summaryOf("u3-forward-cofounder")).toContain("6 months");
});

test("decision 0161: what no person waits for gets no draft, everything else gets one", () => {
  const none = mails.filter((mail) => repliesOf(mail).choices.length === 0).map(({ name }) => name);
  expect(none.toSorted()).toEqual(NO_DRAFT.toSorted());
});

test.each(mails)("decision 0161: replies to '$name' and its summary are in its language", (mail) => {
  const { language, choices } = repliesOf(mail);
  const known = detectLanguage(mail.body);
  if (language && known) expect(language).toBe(known);
  for (const { body } of choices) expect([language, null]).toContain(detectLanguage(body));
  expect([known, null]).toContain(detectLanguage(summarizeByRule(mail.body)) ?? null);
});

test.each(mails)(
  "decision 0161: the summary of '$name' has only words of the mail, in the order of each sentence",
  (mail) => {
    const summary = summarizeByRule(mail.body).replace(NOTE, "");
    for (const sentence of sentencesOf(summary.replace(/…$/, ""))) {
      const words = plain(mail.body).split(" ").values();
      for (const word of plain(sentence).split(" ").filter(Boolean)) {
        let found = words.next();
        while (!found.done && found.value !== word) found = words.next();
        expect(found.value, `'${word}' of ${summary}`).toBe(word);
      }
    }
  },
);
const NOTE =
  /^(?:Change of bank details!|Geänderte Bankverbindung!|Changement de coordonnées bancaires !|Possible fraud, do not act on it!|Möglicher Betrug, nicht darauf eingehen!|Fraude possible, ne pas y donner suite !|¡Posible fraude, no actuar!) /;

test.each(mails)("no reply to '$name' is a form: its first draft numbers no points of its own", (mail) => {
  const [first] = repliesOf(mail).choices;
  expect(first?.text ?? "").not.toMatch(
    /(?:first|second|third) point|(?:ersten|zweiten|dritten) punkt|(?:premier|deuxième) point|(?:primer|segundo) punto|here are my answers|hier meine antworten|voici mes réponses|estas son mis respuestas/iu,
  );
});

/** Figures and days in what the sender of a short mail wrote. */
const FACTS = /(?<![\p{L}\d])\d[\d.,:]*\d(?!\d)/gu;

test("decision 0161: summaries keep the figures and dates of mails that are no longer than a summary may be", () => {
  const facts = mails
    .filter(
      ({ body, name }) => body.length < 600 && !NO_DRAFT.includes(name) && !/^>|^On .* wrote:$/m.test(body),
    )
    .flatMap(({ name, body }) =>
      (body.match(FACTS) ?? []).map((fact) => ({ name, fact, summary: summarizeByRule(body) })),
    );
  const missing = facts.filter(({ fact, summary }) => !summary.includes(fact));
  process.stdout.write(
    `${facts.length - missing.length} of ${facts.length} figures kept\n${missing.map(({ name, fact }) => `${name}: ${fact}`).join("\n")}\n`,
  );
  expect(missing.length / facts.length).toBeLessThanOrEqual(0.1);
});

test.each(documents)(
  "decision 0161: '$name' has a summary of its own sentences, and its dates their sentence",
  ({ text, today }) => {
    const { summary, dates } = describeText(text, today);
    const words = plain(text);
    for (const sentence of (summary ?? "").replace("Change of bank details! ", "").split(/(?<=[.?!]) /))
      expect(words).toContain(plain(sentence));
    expect(summary).not.toBeNull();
    for (const { day, sentence } of dates) {
      expect(day >= today).toBe(true);
      expect(words).toContain(plain(sentence));
    }
  },
);

test("decision 0161: days count from what the document names, tables by the row, and what binds is summed up", () => {
  const described = (name: string) => {
    const found = documents.find((each) => each.name === name);
    if (!found) throw new Error(`There is no document ${name}`);
    return describeText(found.text, found.today);
  };
  const facility = described("u3-facility-letter");
  expect(facility.dates.map(({ day }) => day)).toEqual(["2026-12-18", "2027-03-31", "2029-12-31"]);
  expect(facility.summary).toContain("personal guarantee by Ms A. Lovelace limited to £150,000");
  expect(described("u3-gewerbesteuerbescheid").dates[0]?.day).toBe("2026-12-23");
  const trip = described("u3-itinerary-asia").dates;
  expect(trip.find(({ day }) => day === "2026-12-07")?.sentence).toContain("Hotel Ryumeikan");
  expect(trip.map(({ day }) => day)).not.toContain("2026-11-30");
  expect(described("u3-separation-agreement").dates.map(({ day }) => day)).not.toContain("2026-11-30");
  expect(described("u3-insurance-renewal").summary).toContain("Flood is now excluded");
  expect(described("u3-separation-agreement").summary).toContain("releases the Company");
  expect(described("u3-rfp-transport").dates[2]?.sentence).toMatch(/^Deadline for tenders .+ noon$/u);
});
