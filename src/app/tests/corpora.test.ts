import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readICalendar } from "#features/calendar/icalendar/read-icalendar.ts";
import { decodeCardFile } from "#features/contacts/decode-card-file.ts";
import { readCards } from "#features/contacts/read-vcards.ts";
import { extractAttachment, parseImportedMessage } from "#features/email/reading/parse-imported-message.ts";

// Test files of other projects, read as Python's parsers read them; bench/corpora/SOURCES.md names project and licence
// of each, and how the folder is written.

const FOLDER = join(import.meta.dirname, "../../../bench/corpora");
type Expected =
  | { format: "mail"; read: ExpectedMail }
  | { format: "calendar"; read: { components: [kind: string, uid: string, title: string][] } }
  | { format: "card"; read: { cards: { name: string; emails: string[]; phones: string[] }[] } };
type ExpectedMail = {
  subject: string;
  from: string[];
  to: string[];
  text: string | null;
  files: [name: string, size: number, digest: string][];
};
const expected = readFileSync(join(FOLDER, "expected.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Expected & { name: string });
const ofFormat = <F extends Expected["format"]>(format: F) =>
  expected.flatMap((each) =>
    each.format === format
      ? [{ name: each.name, read: each.read as Extract<Expected, { format: F }>["read"] }]
      : [],
  );
const bytesOf = (name: string) => Buffer.from(readFileSync(join(FOLDER, name)));
/** Lines and spaces are folded, as readers see them. */
const plain = (text: string) => text.replaceAll(/[\s\u00a0]+/g, " ").trim();
const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

test("at least 150 files of other projects are read", () => {
  expect(expected.length).toBeGreaterThanOrEqual(150);
});

test.each(ofFormat("mail"))("the mail $name is read as Python reads it", async ({ name, read }) => {
  const bytes = bytesOf(name);
  const mail = await parseImportedMessage(null, bytes);
  expect(mail).toMatchObject({ fault: null });
  expect(plain(mail?.subject ?? "")).toBe(plain(read.subject));
  expect(lower(mail?.from.map(({ address }) => address) ?? [])).toEqual(lower(read.from));
  expect(lower(mail?.to.map(({ address }) => address) ?? [])).toEqual(lower(read.to));
  expect(plain(mail?.text ?? "")).toContain(plain(read.text ?? ""));
  const files = await Promise.all(
    (mail?.files ?? []).map(async ({ filename }, place) => {
      const content = (await extractAttachment(place, bytes)) ?? new Uint8Array();
      return [filename, content.length, createHash("sha256").update(content).digest("hex").slice(0, 16)];
    }),
  );
  expect(files).toEqual(expect.arrayContaining(read.files));
});

test.each(ofFormat("calendar"))("the calendar $name is read as icalendar reads it", ({ name, read }) => {
  const file = readICalendar({ text: bytesOf(name).toString("utf8"), zone: "UTC" });
  if ("problem" in file) throw new Error(file.problem);
  const readAs = new Map<string, readonly { title: string }[]>([
    ["VEVENT", [...file.events, ...file.references]],
    ["VTODO", file.tasks],
    ["VJOURNAL", file.notes],
  ]);
  for (const [kind, own] of Map.groupBy(read.components, ([each]) => each)) {
    const titles = readAs.get(kind)?.map(({ title }) => plain(title)) ?? [];
    expect(titles.length, kind).toBeGreaterThanOrEqual(own.length);
    expect(titles, kind).toEqual(expect.arrayContaining(own.flatMap(([, , title]) => plain(title) || [])));
  }
});

test.each(ofFormat("card"))("the card $name is read as vobject reads it", ({ name, read }) => {
  const { cards, unreadable } = readCards({ text: decodeCardFile(bytesOf(name)) });
  expect(unreadable).toEqual([]);
  expect(cards).toHaveLength(read.cards.length);
  for (const [at, card] of read.cards.entries()) {
    if (card.name) expect(plain(cards[at]?.name ?? "")).toBe(plain(card.name));
    expect(cards[at]?.emails).toEqual(expect.arrayContaining(card.emails.map((email) => email.trim())));
    expect(cards[at]?.phones).toEqual(expect.arrayContaining(card.phones.map((phone) => phone.trim())));
  }
});
