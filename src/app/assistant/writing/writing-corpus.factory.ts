import { readFileSync } from "node:fs";

export const AUTHOR = "Ada Lovelace";
const FOLDER = new URL("../../../../bench/corpora/writing/", import.meta.url);

/** A mail to `AUTHOR`, with what they sent to its sender before, newest first. */
export type CorpusMail = { name: string; sender: string; subject: string; before: string[]; body: string };

/** A document with the day on which it is read (2026-11-21) and its title. */
export type CorpusDocument = { name: string; title: string; today: string; text: string };

/** The mails by which the rules may be tuned, and those by which they may not. */
export const MAIL_FILES = [
  "mails-seen",
  "mails-seen-executive",
  "mails-seen-blind",
  "mails-seen-blind3",
  "mails-seen-blind4",
  "mails-seen-sentences",
  "mails-unseen",
] as const;
export const DOCUMENT_FILES = [
  "documents-seen",
  "documents-seen-executive",
  "documents-seen-blind",
  "documents-seen-blind3",
  "documents-seen-blind4",
  "documents-seen-sentences",
  "documents-unseen",
] as const;

export function mailsIn(file: (typeof MAIL_FILES)[number]): CorpusMail[] {
  return itemsIn(file).map(({ name, head, parts }) => ({
    name,
    sender: head.get("from") ?? "",
    subject: head.get("subject") ?? "",
    before: parts.filter(({ kind }) => kind === "before").map(({ text }) => text),
    body: parts.find(({ kind }) => kind === "mail")?.text ?? "",
  }));
}

export function documentsIn(file: (typeof DOCUMENT_FILES)[number]): CorpusDocument[] {
  return itemsIn(file).map(({ name, head, parts }) => ({
    name,
    title: head.get("title") ?? "",
    today: head.get("today") ?? "2026-11-30",
    text: parts.find(({ kind }) => kind === "text")?.text ?? "",
  }));
}

/** '=== name', lines 'key: value', and parts that begin with '--- kind'. */
function itemsIn(file: string) {
  return readFileSync(new URL(`${file}.txt`, FOLDER), "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((item) => {
      const [start = "", ...others] = item.split(/^--- /m);
      const [name = "", ...lines] = start.trim().split("\n");
      const head = new Map(
        lines.map((line): [string, string] => [
          line.slice(0, line.indexOf(":")),
          line.slice(line.indexOf(":") + 1).trim(),
        ]),
      );
      const parts = others.map((part) => ({
        kind: part.slice(0, part.indexOf("\n")).trim(),
        text: part.slice(part.indexOf("\n") + 1).trim(),
      }));
      return { name, head, parts };
    });
}
