import type { JsonSchema } from "#platform/http/rest-routes.ts";
import { sampleInput, sampleValue } from "./sample-input.ts";

/** Values for a field that names a record: ids of the person's own records, and of somebody else's. */
export type IdsFor = (field: string) => readonly string[];

type Input = Record<string, unknown>;

/**
 * A word that occurs in the sample workspace's mails, tasks, events, documents and conversations, so that searches find
 * it.
 */
const WORD = "report";
const MAX_CHOICES = 4;
const IN_A_MONTH = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
const CARD =
  "BEGIN:VCARD\nVERSION:4.0\nUID:report\nFN:Report\nEMAIL:clara.voss@latticepartners.example\nEND:VCARD\n";
const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VEVENT
UID:report
DTSTAMP:20260301T090000Z
DTSTART:20260301T090000Z
DTEND:20260301T100000Z
SUMMARY:Report
END:VEVENT
END:VCALENDAR
`;
/** Plausible values for fields of these names. */
const TYPICAL_VALUES: Record<string, unknown[]> = {
  version: [1],
  timeZone: ["Europe/Berlin"],
  secondTimeZone: ["Europe/Berlin"],
  zone: ["Europe/Berlin"],
  endTime: ["2026-03-01T11:00:00.000Z"],
  text: [WORD, "Report tomorrow at 10:00", CARD, CALENDAR],
  rrule: ["FREQ=WEEKLY;COUNT=3"],
  emoji: ["👍"],
  deadline: [IN_A_MONTH],
  expiresAt: [IN_A_MONTH],
  remindAt: [IN_A_MONTH],
  scheduledSend: [IN_A_MONTH],
  snoozedUntil: [IN_A_MONTH],
  until: [IN_A_MONTH],
};
/** Cannot be made up: only a list returns a valid cursor. */
const EXCLUDED_FIELDS = ["cursor"];
/**
 * One of these matches most patterns: a name in a URL, a colour, a time of day, a URL, a fingerprint, a currency, an
 * email address.
 */
const BY_PATTERN = [
  WORD,
  "#2266aa",
  "08:30",
  "https://example.com/report",
  "a".repeat(64),
  "a".repeat(43),
  "EUR",
  "sample@example.com",
];

/**
 * Inputs that reach what a capability can do: the minimal one, one with all fields, and each field alone with each of
 * its values; a field that names a record gets an id of the person's own and one of somebody else's.
 */
export function inputVariants(schema: JsonSchema, idsFor: IdsFor): Input[] {
  const values = new Map(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => !EXCLUDED_FIELDS.includes(name))
      .map(([name, each]) => [name, valuesOf(each, name, idsFor)]),
  );
  const required = schema.required ?? [];
  const firstOf = (names: Iterable<string>) =>
    Object.fromEntries(
      [...names].flatMap((name) => (values.get(name) ?? []).slice(0, 1).map((v) => [name, v])),
    );
  const least = { ...sampleInput(schema), ...firstOf(required) };
  const variants: Input[] = [least, firstOf(values.keys())];
  for (const [name, choices] of values)
    for (const value of required.includes(name) ? choices.slice(1) : choices)
      variants.push({ ...least, [name]: value });
  return [...new Map(variants.map((each) => [JSON.stringify(each), each])).values()];
}

function valuesOf(schema: JsonSchema, field: string, idsFor: IdsFor): unknown[] {
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, MAX_CHOICES);
  const typical = TYPICAL_VALUES[field];
  if (typical) return typical;
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices)
    return choices.filter(({ type }) => type !== "null").flatMap((each) => valuesOf(each, field, idsFor));
  if (schema.type === "array")
    return valuesOf((schema.items ?? {}) as JsonSchema, field, idsFor).map((each) => [each]);
  if (schema.type === "object" && schema.properties)
    return inputVariants(schema, idsFor).slice(1, MAX_CHOICES);
  if (schema.type === "boolean") return [true, false];
  if (schema.format === "uuid") return [...idsFor(field)];
  if (schema.type === "string" && typeof schema.pattern === "string" && !schema.format)
    return fitting(schema.pattern, idsFor) ?? [sampleValue(schema)];
  if (schema.type !== "string" || schema.format) return [sampleValue(schema)];
  const { minLength = 0, maxLength = WORD.length } = schema as { minLength?: number; maxLength?: number };
  return minLength <= WORD.length && maxLength >= WORD.length ? [WORD] : [sampleValue(schema)];
}

/** Of values that name a record by its kind and id, one's own and somebody else's. */
function fitting(pattern: string, idsFor: IdsFor): string[] | undefined {
  const fits = (value: string) => new RegExp(pattern, "u").test(value);
  const value = BY_PATTERN.find(fits);
  const named = idsFor("taskId")
    .map((id) => `task:${id}`)
    .filter(fits);
  return value === undefined ? (named.length > 0 ? named : undefined) : [value];
}
