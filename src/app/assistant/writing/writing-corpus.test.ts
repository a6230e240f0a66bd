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
  "u-dutch",
  "u-survey",
  "portuguese",
  "notice",
  "x-team-policy",
  "x-school-trip",
  "x-it-downtime",
  "y-landlord-keys",
];

test("the corpus has 218 mails and 35 documents, each with a name of its own", () => {
  expect(new Set(mails.map(({ name }) => name)).size).toBe(218);
  expect(new Set(documents.map(({ name }) => name)).size).toBe(35);
});

test.each(mails)("decision 0161: no reply to '$name' quotes a sentence of the sender", (mail) => {
  const sentences = sentencesOf(mail.body)
    .map(plain)
    .filter((sentence) => sentence.split(" ").length > 3);
  for (const { body } of repliesOf(mail).choices)
    for (const sentence of sentences) expect(plain(body)).not.toContain(sentence);
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
  "decision 0161: the summary of '$name' has only words of the mail, in their order",
  (mail) => {
    const summary = summarizeByRule(mail.body).replace(BANK_NOTE, "");
    const words = plain(mail.body).split(" ").values();
    for (const word of plain(summary.replace(/…$/, "")).split(" ").filter(Boolean)) {
      let found = words.next();
      while (!found.done && found.value !== word) found = words.next();
      expect(found.value, `'${word}' of ${summary}`).toBe(word);
    }
  },
);
const BANK_NOTE =
  /^(?:Change of bank details!|Geänderte Bankverbindung!|Changement de coordonnées bancaires !) /;

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
