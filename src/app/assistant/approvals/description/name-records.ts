import { emails } from "#features/email/emails.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { cardOf } from "../../lookup/record-cards.ts";
import type { NamedRecord } from "../../model.ts";
import { instantIn, isText, momentWords, spanWords, UUID } from "./field-words.ts";
import type { ReadClock } from "./read-clock.ts";

export type Row = Record<string, unknown>;

/** Records that are named one by one; of more only the count is shown. */
const MAX_NAMED = 200;

/** Fields with ids whose name is not that of a resource. */
const RESOURCES: Readonly<Record<string, string>> = {
  draftId: "emails",
  inReplyTo: "emails",
  replyToId: "messages",
  afterId: "tasks",
  blockedBy: "tasks",
  addBlockers: "tasks",
  removeBlockers: "tasks",
  placeId: "locations",
  accountId: "mailAccounts",
  mailboxId: "mailboxes",
  keyId: "apiKeys",
  defaultCalendarId: "calendars",
  newContactsBook: "addressBooks",
};
/** Fields with ids of people. */
const PEOPLE = new Set(["userId", "userIds", "proxyId", "onBehalfOf", "mentions", "ownerId"]);

/** What the ids of a field name; null for a field that has none. */
export function resourceOf(field: string, own: string): string | null {
  if (field === "id" || field === "ids" || field === "parentId") return own;
  if (PEOPLE.has(field)) return "people";
  const known = RESOURCES[field];
  if (known) return known;
  const [, noun] = /^(\w+?)Ids?$/.exec(field) ?? [];
  return noun ? `${noun}s` : null;
}

export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (each): each is string => typeof each === "string" && UUID.test(each),
  );

/** The records with these ids, as far as the person may see them: an id alone does not show what would change. */
export async function recordsOf(
  context: SignedIn,
  resource: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const wanted = [...new Set(ids)].slice(0, MAX_NAMED);
  const found = new Map<string, Row>();
  if (wanted.length === 0) return found;
  const add = (rows: readonly unknown[]) => {
    for (const row of rows as Row[]) if (typeof row.id === "string") found.set(row.id, row);
  };
  if (resource === "emails") {
    const page = await emails.list(context, { ids: wanted, limit: wanted.length });
    add(page.items);
    return found;
  }
  if (resource === "people") return peopleOf(context);
  const get = readable(`${resource}.get`);
  if (get) for (const id of wanted) add([await orNothing(get(context, { id }))].filter(Boolean));
  else for (const list of [readable(`${resource}.list`)]) if (list) add(await listed(context, list));
  return found;
}

/** A read that works in the transaction of this one. */
function readable(name: string): AnyCapability | null {
  const capability = capabilityNamed(name);
  const { effect, access, ownTransactions } = capability?.definition ?? {};
  return effect === "read" && access === "user" && !ownTransactions ? capability : null;
}

async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    // What is gone has no name; the card says so.
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function listed(context: SignedIn, list: AnyCapability): Promise<unknown[]> {
  if (!list.definition.input.safeParse({}).success) return [];
  const output = await orNothing(list(context, {}));
  const lists = Object.values((output ?? {}) as object).filter((value) => Array.isArray(value));
  return lists.flat();
}

async function peopleOf(context: SignedIn): Promise<Map<string, Row>> {
  const reachable = readable("conversations.reachable");
  const output = reachable ? await orNothing(reachable(context, { limit: 200 })) : null;
  const { people = [] } = (output ?? {}) as { people?: Row[] };
  return new Map(people.map((person) => [String(person.userId), person]));
}

const NAMES = ["title", "name", "subject", "contactName", "fullName", "what", "content", "address", "email"];

/** What a record is called; null for one without a name. */
export function nameOf(row: Row | undefined): string | null {
  const name = NAMES.map((field) => row?.[field]).find(
    (value): value is string => typeof value === "string" && value.trim() !== "",
  );
  return name === undefined ? null : name.slice(0, 200);
}

/** What is said of an id that names nothing any more, or nothing that has a name. */
export const nameless = (): string => t`not found`;

/** The names behind the ids of a field, in order. */
export async function namesOfField(
  context: SignedIn,
  { field, value, own }: { field: string; value: unknown; own: string },
): Promise<string | null> {
  const ids = idsIn(value);
  const resource = resourceOf(field, own);
  if (ids.length === 0) return null;
  const found = resource ? await recordsOf(context, resource, ids) : new Map<string, Row>();
  const names = ids.map((id) => nameOf(found.get(id)));
  const known = names.filter(isText);
  return known.length > 0 ? known.join(", ") : nameless();
}

/** A record of a list that would be changed together. */
export function namedRecord(resource: string, row: Row, clock: ReadClock): NamedRecord {
  const card = cardOf(resource, row);
  return { title: nameOf(row) ?? t`Untitled`, subtitle: subtitleOf(row, clock), href: card?.href ?? null };
}

function subtitleOf(row: Row, clock: ReadClock): string | null {
  const [start, end, due] = [instantIn(row.startTime), instantIn(row.endTime), instantIn(row.dueDate)];
  if (start && end) return spanWords(start, end, row.isAllDay === true, clock);
  if (due) return t`due ${momentWords(due, clock)}`;
  if (row.status === "received" && typeof row.sender === "string") return row.sender;
  if (Array.isArray(row.recipients)) return row.recipients.join(", ") || null;
  return typeof row.contactEmail === "string" ? row.contactEmail : null;
}
