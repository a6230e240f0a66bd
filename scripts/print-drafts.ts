import "./require-node-24.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  AUTHOR,
  type CorpusDocument,
  type CorpusMail,
  DOCUMENT_FILES,
  documentsIn,
  MAIL_FILES,
  mailsIn,
} from "#app/assistant/writing/writing-corpus.factory.ts";
import { describeText } from "#features/documents/parsing/describe-text.ts";
import { sampleOf } from "#features/email/replies/reply-style.ts";
import { repliesTo } from "#features/email/writing/reply-by-rule.ts";
import { summarizeByRule } from "#features/email/writing/summarize-by-rule.ts";

// Writes the drafts and summaries of bench/corpora/writing into a folder, for grading by its rubric:
// node scripts/print-drafts.ts FOLDER

const [folder = ".cache/drafts"] = process.argv.slice(2);
const FREE_TIMES = {
  en: "Tuesday, 8 December, 10:00 AM",
  de: "Dienstag, 8. Dezember, 10:00 Uhr",
  fr: "mardi 8 décembre à 10:00",
  es: "martes, 8 de diciembre, 10:00",
};

function graded({ name, sender, subject, before, body }: CorpusMail): string {
  const samples = { person: before.map(sampleOf), domain: [], all: [] };
  const { choices, none } = repliesTo({ subject, sender, body }, AUTHOR, {
    samples,
    freeTimes: (language) => [FREE_TIMES[language]],
  });
  return [
    `## ${name}\n`,
    `From: ${sender}\nSubject: ${subject}\n`,
    ...before.map((text) => `Sent before to this person:\n\n${quoted(text)}\n`),
    `Mail:\n\n${quoted(body)}\n`,
    ...(none ? [`Draft: none (${none})\n`] : []),
    ...choices.map(
      (choice, at) =>
        `${at === 0 ? "Draft" : "Other intent"} (${choice.intent}${choice.detail ? `: ${choice.detail}` : ""}):\n\n${quoted(choice.body)}\n`,
    ),
    `Summary:\n\n${quoted(summarizeByRule(body))}\n`,
  ].join("\n");
}

function described({ name, title, today, text }: CorpusDocument): string {
  const { summary, dates } = describeText(text, today);
  return [
    `## ${name}\n`,
    `Title: ${title}\nRead on: ${today}\n\nDocument:\n\n${quoted(text)}\n`,
    `Summary:\n\n${quoted(summary ?? "none")}\n`,
    `Dates:\n\n${quoted(dates.map(({ day, time, kind, sentence }) => `${day} ${time ?? ""} (${kind}): ${sentence}`).join("\n") || "none")}\n`,
  ].join("\n");
}

const quoted = (text: string) =>
  text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");

mkdirSync(folder, { recursive: true });
for (const file of MAIL_FILES)
  writeFileSync(join(folder, `${file}.md`), mailsIn(file).map(graded).join("\n"));
for (const file of DOCUMENT_FILES)
  writeFileSync(join(folder, `${file}.md`), documentsIn(file).map(described).join("\n"));
