import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { MAIL_KINDS, WANTS } from "#features/email/kinds/mail-labels.ts";

const Ask = z.strictObject({
  /** As it stands in the body. */
  sentence: z.string(),
  wants: z.enum(WANTS),
  /** What is offered, in the words of the mail. */
  options: z.array(z.string()).default([]),
});

const LabelledMail = z.strictObject({
  id: z.string(),
  language: z.enum(["en", "de", "fr", "es"]),
  subject: z.string(),
  from: z.string(),
  to: z.string(),
  date: z.string(),
  body: z.string(),
  kind: z.enum(MAIL_KINDS),
  asks: z.array(Ask),
  /** What looks like an ask and is none. */
  not: z.array(z.string()),
  facts: z.array(z.string()),
  harm: z.string(),
  /** What a careful assistant would prepare; empty where no reply fits. */
  reply: z.string(),
});
export type LabelledMail = z.output<typeof LabelledMail> & { author: string };

const FOLDER = new URL("corpus/", import.meta.url);
const files = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

/** All mails of the corpus, one in a line; a file is an author. Throws on what is not of its form. */
export const readMails = (): LabelledMail[] =>
  files().flatMap((name) =>
    textOf(name)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => ({ ...LabelledMail.parse(JSON.parse(line)), author: name.replace(".jsonl", "") })),
  );

export const mailsHash = (): string =>
  createHash("sha256").update(files().map(textOf).join("")).digest("hex");
