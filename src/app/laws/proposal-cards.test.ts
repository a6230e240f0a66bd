import { expect, test } from "vitest";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";
import { sampleInput, sampleValue } from "#platform/testing/sample-input.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { describeCall } from "../assistant/approvals/description/describe-call.ts";
import type { CallDescription } from "../assistant/model.ts";
import { registry } from "../slices.ts";

// What waits for approval is described in words: no ids, versions, times of UTC or names of fields (decision 0164).

const { aUser, as } = await testDatabase();

/** Whatever an agent or the assistant may propose to a person. */
const proposable = [...registry.values()].filter(
  ({ definition }) => definition.effect !== "read" && definition.access === "user",
);

/** Every field, each with the value that its schema suggests. */
function fullInput({ definition }: AnyCapability): Record<string, unknown> {
  const schema = jsonSchema(definition.input);
  const all = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fullValue(field)]);
  return {
    ...sampleInput(schema),
    ...Object.fromEntries(all),
    ...(definition.example as object | undefined),
  };
}

/** A list has one entry, and what may be null is not. */
function fullValue(schema: JsonSchema): unknown {
  const { items, anyOf, type } = schema as JsonSchema & { items?: JsonSchema; anyOf?: JsonSchema[] };
  const choice = anyOf?.find((each) => each.type !== "null");
  if (choice) return fullValue(choice);
  if (type === "array") return [fullValue(items ?? {})];
  if (type === "object" && schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, fullValue(field)]),
    );
  return sampleValue({ ...schema, default: undefined } as JsonSchema) ?? sampleValue(schema);
}

/** All that a person reads; a field's name and instant are for the page. */
const shownOf = ({ fields, records, lines, notes, ...rest }: CallDescription): string[] =>
  [
    ...[rest.heading, rest.verb, rest.title, rest.text, ...notes],
    ...lines.flatMap(({ label, value, before }) => [label, value, before]),
    ...records.flatMap(({ title, subtitle }) => [title, subtitle]),
    ...fields.map(({ label }) => label),
  ].filter((text): text is string => text !== null);

const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  "an id": /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i,
  "an instant of UTC": /\d{4}-\d\d-\d\dT\d\d/,
  "the version of a record": /`|outdated|^version$|\bversion:/i,
  "the name of a field": /(?:^|[\s'(])[a-z]+[A-Z][A-Za-z]*/,
  "a word with underscores": /[a-z]_[a-z]/,
  "a value of a program": /\b(?:true|false|null|undefined)\b|\[object|[{}]/,
};

/** Words with a capital letter inside. */
const NAMES = /iCal|vCard|iPhone|CalDAV|CardDAV/g;

test("every call that can be proposed is described without ids, versions, instants and names of fields", async () => {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const wrong: string[] = [];
  await ada.run(async (context: SignedIn) => {
    for (const capability of proposable) {
      const call = {
        capability: capability.name,
        input: fullInput(capability),
        summary: capability.definition.summary,
      };
      const description = await describeCall(context, call);
      if (!description) wrong.push(`${capability.name} has no description`);
      for (const text of description ? shownOf(description) : [])
        for (const [what, pattern] of Object.entries(FORBIDDEN))
          if (pattern.test(text.replaceAll(NAMES, "x")))
            wrong.push(`${capability.name} shows ${what}: ${text}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(proposable.length).toBeGreaterThan(200);
});
