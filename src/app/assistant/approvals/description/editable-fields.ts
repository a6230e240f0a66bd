import type { AnyCapability } from "#platform/capability/definition.ts";
import type { JsonSchema } from "#platform/http/rest-routes.ts";
import type { EditableField } from "../../model.ts";
import { instantIn, isTechnical, labelOf } from "./field-words.ts";
import { fieldSchema, inputSchema } from "./input-schema.ts";

/** Fields that a card offers to fill even if the call leaves them out. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  "emails.send": ["recipients", "cc", "subject", "body", "scheduledSend"],
  "events.create": ["title", "startTime", "endTime", "location", "attendees"],
  "tasks.create": ["title", "dueDate"],
};

/** Texts that a person reads in several lines. */
const LONG = new Set(["body", "content", "description", "message", "text", "comment", "welcomeMessage"]);
/** Texts that are no words of a person. */
const NO_WORDS = new Set(["rrule", "zone", "timeZone", "scope", "token", "slug", "sha256", "emoji", "color"]);

/** What of a call can be changed before it is approved: its words, times and people, never which record it is about. */
export function editableFields(capability: AnyCapability, input: Record<string, unknown>): EditableField[] {
  const offered = new Set([...(ALWAYS[capability.name] ?? []), ...Object.keys(input)]);
  const known = Object.keys(inputSchema(capability).properties ?? {});
  return known
    .filter((field) => offered.has(field) && !isTechnical(field) && !NO_WORDS.has(field))
    .flatMap((field) => {
      const kind = kindOf(field, fieldSchema(capability, field));
      return kind ? [{ field, label: labelOf(field), kind, value: givenValue(kind, input[field]) }] : [];
    });
}

function kindOf(field: string, schema: JsonSchema): EditableField["kind"] | null {
  if (schema.type === "array") {
    const items = (schema as { items?: JsonSchema }).items ?? {};
    return kindOf(field, items) === "line" ? "list" : null;
  }
  if (schema.type !== "string" || Array.isArray(schema.enum)) return null;
  const { format } = schema as { format?: string };
  if (format === "date-time") return "time";
  if (format === "uuid" || format === "date") return null;
  return LONG.has(field) ? "text" : "line";
}

function givenValue(kind: EditableField["kind"], value: unknown): EditableField["value"] {
  if (kind === "list") return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  if (kind === "time") return instantIn(value)?.toISOString() ?? null;
  return typeof value === "string" ? value : null;
}
