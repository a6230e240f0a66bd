import { textOf as readableText } from "#features/email/reading/parse-message.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import type { CallDescription } from "../../model.ts";
import { clashesWith } from "./calendar-clash.ts";
import { editableFields } from "./editable-fields.ts";
import {
  instantIn,
  isTechnical,
  labelOf,
  momentAndZone,
  momentWords,
  spanWords,
  UUID,
  valueWords,
} from "./field-words.ts";
import { headingOf, verbOf } from "./heading.ts";
import { inputSchema, isChoiceField } from "./input-schema.ts";
import { peopleWords } from "./name-people.ts";
import { idsIn, namedRecord, nameless, nameOf, namesOfField, type Row, recordsOf } from "./name-records.ts";
import { blocksOf, PLAN_ITEMS, stepLines, writesPlan } from "./plan-blocks.ts";
import { type ReadClock, readClock } from "./read-clock.ts";

type Call = { capability: string; input: Row; summary: string };
type Line = CallDescription["lines"][number];

/** Fields that name the records of a call, and are not shown as lines. */
const TARGETS = new Set(["id", "ids", "changes"]);
/** The text that a call is about, shown in full; the first that it has. */
const TEXTS = ["body", "content", "message", "comment", "text", "welcomeMessage"];
const PEOPLE = new Set(["recipients", "cc", "bcc", "attendees"]);
/** When something reaches others. */
const GOES_OUT = new Set(["scheduledSend", "scheduledFor"]);
const KINDS: Readonly<Record<string, CallDescription["kind"]>> = {
  "emails.send": "mail",
  "emails.create": "mail",
  "emails.saveDraft": "mail",
  "events.create": "event",
  "messages.send": "message",
};

/** What would be done, as its person reads it: the one description for page, REST and mail (decision 0164). */
export async function describeCall(context: SignedIn, call: Call): Promise<CallDescription | null> {
  const capability = capabilityNamed(call.capability);
  if (!capability) return null;
  const { resource, verb, definition } = capability;
  const clock = await readClock(context);
  const { ids, targets } = await targetsOf(context, resource, call.input);
  const [only] = ids.length === 1 ? targets : [];
  const input = writesPlan(call.capability) ? {} : fieldsOf(call.input);
  const reading: Reading = { context, capability, clock, input, before: only ?? null };
  const kind = KINDS[call.capability] ?? "call";
  const ownTitle = textOf(reading.input.title) ?? textOf(reading.input.subject) ?? textOf(reading.input.name);
  const isMade = ids.length === 0 && ownTitle !== null;
  const textField = TEXTS.find((field) => textOf(reading.input[field]) !== null);
  const blocks = await blocksOf(context, call, clock);
  const shownElsewhere = new Set([
    ...(resource === "plan" ? PLAN_ITEMS : []),
    ...(isMade ? ["title", "subject", "name"] : []),
    ...(textField ? [textField] : []),
  ]);
  // The sentence of a set names each of its records, which are listed.
  // Its lines say what changes.
  const isChange = verb === "update" && only !== undefined;
  const sentence = ids.length > 1 ? definition.summary : call.summary;
  return {
    kind,
    heading:
      kind !== "call"
        ? null
        : isChange
          ? verbOf(resource, verb, 1)
          : headingOf(call.capability, definition, sentence),
    verb: verbOf(resource, verb, ids.length),
    isDeletion: definition.effect === "destroy" && /^(?:delete|remove|erase|revoke)/.test(verb),
    title: isMade ? ownTitle : ids.length === 1 ? (nameOf(only) ?? nameless()) : null,
    lines: [...(await stepLines(context, call, clock)), ...(await linesOf(reading, shownElsewhere))],
    text: shownText(reading.input, textField),
    records:
      ids.length > 1
        ? await Promise.all(targets.map((row) => recordOfSet(reading, row, call.input)))
        : blocks,
    recordCount: ids.length > 1 ? ids.length : blocks.length,
    notes: await notesOf(reading, ids),
    // A plan is written as it was shown, or not at all.
    fields: ids.length > 1 || resource === "plan" ? [] : editableFields(capability, call.input),
  };
}

const MAKES = new Set(["create", "send", "saveDraft", "subscribe", "connect"]);

type Reading = {
  context: SignedIn;
  capability: AnyCapability;
  clock: ReadClock;
  /** The fields that are set, without those that say which records are meant. */
  input: Row;
  /** The record that is changed. */
  before: Row | null;
};

/** What recipients read is the formatted version, where there is one and it says something else than the plain one. */
function shownText({ html, ...input }: Row, field: string | undefined): string | null {
  const plain = field ? textOf(input[field]) : null;
  const formatted = typeof html === "string" && html !== "" ? readableText(html) : "";
  if (formatted === "" || bare(formatted) === bare(plain ?? "")) return plain;
  return plain ? `${formatted}\n\n${t`Readers of plain text see:`}\n${plain}` : formatted;
}

const bare = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A record of a set, with what is changed of it alone. */
async function recordOfSet(reading: Reading, row: Row, { changes }: Row) {
  const named = namedRecord(reading.capability.resource, row, reading.clock);
  const own = Array.isArray(changes) ? (changes as Row[]).find(({ id }) => id === row.id) : undefined;
  const alone = Object.entries(own ?? {}).filter(([field]) => !(field in reading.input));
  const lines = await linesOf(
    { ...reading, input: fieldsOf(Object.fromEntries(alone)), before: row },
    new Set(),
  );
  const words = lines.map(({ label, value }) => `${label}: ${value}`).join("; ");
  return words === "" ? named : { ...named, subtitle: words };
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;

async function targetsOf(context: SignedIn, resource: string, { id, ids, changes }: Row) {
  const ofChanges = Array.isArray(changes) ? (changes as Row[]).map((change) => change?.id) : [];
  const given = [...new Set([...idsIn(id), ...idsIn(ids), ...idsIn(ofChanges)])];
  const found = await recordsOf(context, resource, given);
  return { ids: given, targets: given.map((each) => found.get(each)).filter((row) => row !== undefined) };
}

/** The fields of a call; of a set those that all of its changes have alike. */
function fieldsOf(input: Row): Row {
  const [first, ...others] = Array.isArray(input.changes) ? (input.changes as Row[]) : [];
  const alike = Object.entries(first ?? {}).filter(([field, value]) =>
    others.every((other) => JSON.stringify(other[field]) === JSON.stringify(value)),
  );
  const own = Object.entries(input).filter(([field]) => !TARGETS.has(field));
  return Object.fromEntries([...own, ...alike.filter(([field]) => !TARGETS.has(field))]);
}

async function linesOf(reading: Reading, shownElsewhere: ReadonlySet<string>): Promise<Line[]> {
  const { input, clock, before } = reading;
  const span = spanOf(input, before);
  const lines: Line[] = [];
  if (span) {
    const former = before && spanOf(before, null);
    const words = (of: Span) => spanWords(of.start, of.end, of.isAllDay, clock);
    const value = former ? words(span) : withZone(words(span), span, clock);
    lines.push({ label: t`When`, value, before: former ? words(former) : null });
  }
  for (const [field, value] of Object.entries(input)) {
    const isInSpan = span !== null && ["startTime", "endTime", "isAllDay"].includes(field);
    if (
      isTechnical(field) ||
      isUnsaid(reading, field) ||
      isInSpan ||
      shownElsewhere.has(field) ||
      isEmpty(reading, field, value)
    )
      continue;
    const words = await wordsOf(reading, field, value);
    if (words === null) continue;
    const former = before && field in before ? await wordsOf(reading, field, before[field]) : null;
    // Two records can have the same name.
    const isOtherRecord = UUID.test(String(value)) && before?.[field] !== value;
    if (former !== words || isOtherRecord)
      lines.push({ label: labelOf(field), value: words, before: former });
  }
  return lines;
}

const withZone = (words: string, { isAllDay }: Span, { timeZone }: ReadClock): string =>
  isAllDay ? words : `${words} (${timeZone})`;

/** Times are said on the person's clock, and only a series has more than one occurrence to change. */
function isUnsaid({ before, capability, input }: Reading, field: string): boolean {
  if (capability.resource !== "events" && field !== "scope") return false;
  if (field === "scope") return !before?.seriesId && !before?.rrule;
  return (field === "timeZone" || field === "zone") && !input.rrule;
}

/** What would be so without saying it is not worth a line; of a change it is what is taken away. */
function isEmpty({ before, capability }: Reading, field: string, value: unknown): boolean {
  if (before && field in before) return false;
  // Something new has no former value that null could take away.
  if (value === null && MAKES.has(capability.verb)) return true;
  if (value === "" || (Array.isArray(value) && value.length === 0)) return true;
  const { default: unsaid } = inputSchema(capability).properties?.[field] ?? {};
  return unsaid !== undefined && JSON.stringify(unsaid) === JSON.stringify(value);
}

async function wordsOf({ context, capability, clock }: Reading, field: string, value: unknown) {
  if (PEOPLE.has(field) && Array.isArray(value))
    return (
      (await peopleWords(
        context,
        value.filter((each) => typeof each === "string"),
      )) || t`none`
    );
  const at = instantIn(value);
  if (at) return GOES_OUT.has(field) ? momentAndZone(at, clock) : momentWords(at, clock);
  const names = await namesOfField(context, { field, value, own: capability.resource });
  return names ?? valueWords(value, clock, isChoiceField(capability, field));
}

type Span = { start: Date; end: Date; isAllDay: boolean };

/** From when until when, where a call says either; the other is as it was, or as long after as it was. */
function spanOf(input: Row, before: Row | null): Span | null {
  const [from, until] = [instantIn(input.startTime), instantIn(input.endTime)];
  if (!from && !until) return null;
  const [wasFrom, wasUntil] = [instantIn(before?.startTime), instantIn(before?.endTime)];
  const length = wasFrom && wasUntil ? wasUntil.getTime() - wasFrom.getTime() : null;
  const start = from ?? wasFrom;
  const hasFormerLength = start && length !== null && (!until || until <= start);
  const end = hasFormerLength ? new Date(start.getTime() + length) : until;
  if (!start || !end) return null;
  return { start, end, isAllDay: (input.isAllDay ?? before?.isAllDay) === true };
}

async function notesOf({ context, capability, input, before, clock }: Reading, ids: readonly string[]) {
  if (capability.resource !== "events" && capability.resource !== "eventInvitations") return [];
  const span = spanOf(input, before);
  if (!span || span.isAllDay) return [];
  return clashesWith(context, { ...span, ids: [...ids, ...idsIn(input.eventId)] }, clock);
}
