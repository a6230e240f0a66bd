import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { work } from "#platform/workers/work.ts";
import { createWorkers } from "#platform/workers/workers.ts";
import { decodeICalendar } from "../../src/features/calendar/icalendar/decode-icalendar.ts";
import type { readICalendar } from "../../src/features/calendar/icalendar/read-icalendar.ts";
import { decodeCardFile } from "../../src/features/contacts/decode-card-file.ts";
import type { readCards } from "../../src/features/contacts/read-vcards.ts";
import type {
  extractAttachment,
  parseImportedMessage,
} from "../../src/features/email/reading/parse-imported-message.ts";
import type { CorpusFile } from "./fetch-corpora.ts";
import type { Reference } from "./reference.ts";

const folder = resolve(import.meta.dirname, "../..");
const workers = createWorkers({ folder, file: resolve(folder, "src/app/worker.ts") });
export const closeWorkers = () => workers.close();

const limits = { seconds: 20, megabytes: 256, piecesOfOnePerson: 1000 };
const mails = work<typeof parseImportedMessage>("email.parseImportedMessage", limits);
const attachments = work<typeof extractAttachment>("email.extractAttachment", limits);
const calendars = work<typeof readICalendar>("calendar.readCalendar", limits);
const cards = work<typeof readCards>("communication.readCards", limits);

/** Why a file is refused or differs from what the reference parser reads; null if it is the same. */
export type Finding = { kind: "refused" | "differs"; reason: string } | null;
const refused = (reason: string): Finding => ({ kind: "refused", reason });
const differs = (reasons: string[]): Finding =>
  reasons.length > 0 ? { kind: "differs", reason: reasons.join(", ") } : null;

/** Reads a file as the product does, in its worker processes, and compares. */
export async function compareFile(file: CorpusFile, reference: Reference): Promise<Finding> {
  try {
    if (reference.format === "mail") return await compareMail(file, reference.read);
    if (reference.format === "calendar") return await compareCalendar(file, reference.read);
    return await compareCards(file, reference.read);
  } catch (error) {
    return refused(`the parser failed: ${(error as Error).message}`);
  }
}

type ReferenceOf<F> = Extract<Reference, { format: F }>["read"];

async function compareMail({ bytes }: CorpusFile, expected: ReferenceOf<"mail">): Promise<Finding> {
  const content = { bytes: { size: bytes.length, open: async () => oneChunk(bytes) } };
  const mail = await workers.run(mails, "bench", null, content);
  if (!mail) return refused("not recognized as a message");
  if (mail.fault) return refused(mail.fault);
  const files = await Promise.all(
    mail.files.map(async ({ filename }, place) => {
      const body = (await workers.run(attachments, "bench", place, content)) ?? new Uint8Array();
      return `${filename} ${body.length} ${createHash("sha256").update(body).digest("hex").slice(0, 16)}`;
    }),
  );
  return differs([
    ...(plain(mail.subject) === plain(expected.subject) ? [] : ["subject"]),
    ...(sameList(mail.from, expected.from) ? [] : ["from"]),
    ...(sameList(mail.to, expected.to) ? [] : ["to"]),
    ...(sameMoment(mail.date, expected.date) ? [] : ["date"]),
    ...(plain(mail.text).includes(plain(expected.text ?? "")) ? [] : ["text"]),
    ...(expected.files.every((each) => files.includes(each.join(" "))) ? [] : ["attachments"]),
  ]);
}

const sameList = (people: readonly { address: string }[], addresses: readonly string[]) =>
  people.map(({ address }) => address.toLowerCase()).join() ===
  addresses.map((address) => address.toLowerCase()).join();

/** Lines and spaces are folded, as readers see them. */
const plain = (text: string) => text.replaceAll(/[\s\u00a0]+/g, " ").trim();

const sameMoment = (date: string, expected: number | null) =>
  expected === null || Math.abs(Date.parse(date) - expected) < 1000;

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

async function compareCalendar({ bytes }: CorpusFile, expected: ReferenceOf<"calendar">): Promise<Finding> {
  const file = await workers.run(calendars, "bench", { text: decodeICalendar(bytes), zone: "UTC" });
  if ("problem" in file) return refused(file.problem);
  const readAs: Record<string, readonly { title: string }[]> = {
    VEVENT: [...file.events, ...file.references],
    VTODO: file.tasks,
    VJOURNAL: file.notes,
  };
  const differing: string[] = [];
  for (const [kind, own] of Map.groupBy(expected.components, ([each]) => each)) {
    const read = readAs[kind] ?? [];
    if (read.length < own.length)
      return refused(`${own.length - read.length} of ${own.length} ${kind} are missing`);
    const titles = read.map(({ title }) => plain(title));
    if (!own.every(([, , title]) => title === "" || titles.includes(plain(title))))
      differing.push(`titles of ${kind}`);
  }
  return differs(differing);
}

async function compareCards({ bytes }: CorpusFile, expected: ReferenceOf<"card">): Promise<Finding> {
  const { cards: read, unreadable } = await workers.run(cards, "bench", { text: decodeCardFile(bytes) });
  if (read.length < expected.cards.length)
    return refused(`${unreadable.length} of ${expected.cards.length} cards cannot be read`);
  const differences = new Set<string>();
  for (const [index, card] of expected.cards.entries()) {
    const contact = read[index];
    if (!contact) continue;
    if (card.name !== "" && plain(contact.name) !== plain(card.name)) differences.add("name");
    if (!card.emails.every((email) => contact.emails.includes(email.trim()))) differences.add("emails");
    if (!card.phones.every((phone) => contact.phones.includes(phone.trim()))) differences.add("phones");
  }
  return differs([...differences]);
}
