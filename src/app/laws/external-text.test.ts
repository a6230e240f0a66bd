import { expect, test } from "vitest";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { containsExternalText } from "#platform/capability/external-text.ts";
import { Provenance } from "#platform/capability/provenance.ts";
import { type Registry, registryOf } from "#platform/capability/slice.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { ORDER } from "#platform/testing/stand-ins/obedient-model.ts";
import { registry } from "../slices.ts";

type Schema = { readonly [keyword: string]: unknown };

const answeringOf = (capabilities: Registry) =>
  [...capabilities.values()].map((capability) => ({ name: capability.name, capability }));
const answering = answeringOf(registry);

/** Resources whose answers count as the person's own words if the records say so; review new ones before adding. */
const OWN_NOUNS = ["assistantMemories", "contactCards", "contacts", "locations", "projects", "tasks"];

type Answering = (typeof answering)[number];

/** Answers full of external text that `isExternal` does not recognize, or the reverse. */
const missedBy = (isExternal: typeof containsExternalText, among: readonly Answering[]) =>
  among
    .filter(({ capability }) => {
      const { answer, texts } = answerOf(capability, "webhook");
      return isExternal(capability, answer) !== texts > 0;
    })
    .map(({ name }) => name);

/** Resources whose text counts as the person's own if the records say so. */
const ownNouns = (among: readonly Answering[]) => {
  const own = among.filter(({ capability }) => {
    const { answer, texts } = answerOf(capability, "person");
    return texts > 0 && !containsExternalText(capability, answer);
  });
  return [...new Set(own.map(({ capability }) => capability.resource))].sort();
};

test("an answer with text from outside is external text, whatever the capability is called", () => {
  expect(missedBy(containsExternalText, answering)).toEqual([]);
});

test("only nouns whose records store their provenance can be the person's own text", () => {
  expect(ownNouns(answering)).toEqual(OWN_NOUNS);
});

/** Invented: a resource that declares a provenance its records do not have. */
const postcards = resource("postcards", {
  list: read({
    summary: "List postcards",
    input: z.strictObject({}),
    output: z.object({ items: z.array(z.object({ text: z.string(), provenance: Provenance })) }),
    access: "user",
    run: async () => ({ items: [] }),
  }),
});

test("the law detects violations: it names an unlisted noun, and what a reader that ignores lists would miss", () => {
  const planted = answeringOf(registryOf([{ name: "planted", resources: [postcards] }]));
  expect(ownNouns([...answering, ...planted])).toEqual([...OWN_NOUNS, "postcards"].sort());
  const overlooksLists: typeof containsExternalText = (capability, answer) =>
    containsExternalText(capability, { ...(answer as object), items: [] });
  expect(missedBy(overlooksLists, [...answering, ...planted])).toEqual(
    expect.arrayContaining(["emails.list", "news.list", "postcards.list", "tasks.list"]),
  );
});

/** The fullest answer that the schema allows, with the order in every text that anybody may write. */
function answerOf(capability: AnyCapability, provenance: string) {
  const root = jsonSchema(capability.definition.output) as Schema;
  let texts = 0;
  const text = () => {
    texts += 1;
    return ORDER;
  };
  const fill = (given: Schema, depth: number): unknown => {
    const schema = followed(given, root);
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum.includes(provenance) ? provenance : schema.enum[0];
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices) return fill(fullest(choices, root), depth);
    if (schema.type === "array") return depth > 12 ? [] : [fill((schema.items ?? {}) as Schema, depth + 1)];
    if (schema.type === "object") return filledObject(schema, depth);
    if (["integer", "number"].includes(String(schema.type))) return 1;
    if (schema.type === "boolean") return true;
    if (["uuid", "date-time", "date", "time"].includes(String(schema.format))) return "2026-03-01";
    return schema.type === "null" ? null : text();
  };
  const filledObject = (schema: Schema, depth: number) => {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    const known = fields
      .filter(([name]) => name !== "nextCursor" && depth <= 12)
      .map(([name, field]) => [name, fill(field, depth + 1)]);
    const others = typeof schema.additionalProperties === "object" ? [["x", text()]] : [];
    return Object.fromEntries([...known, ...others]);
  };
  return {
    answer: fill(root, 0),
    get texts() {
      return texts;
    },
  };
}

const followed = (schema: Schema, root: Schema): Schema => {
  if (typeof schema.$ref !== "string") return schema;
  const path = schema.$ref.split("/").slice(1);
  return path.reduce<Schema>((at, name) => at[name] as Schema, root);
};

/** Of several alternatives, the one with the most text. */
const fullest = (choices: readonly Schema[], root: Schema): Schema =>
  [...choices].sort((one, other) => weight(other, root) - weight(one, root))[0] ?? {};

const weight = (schema: Schema, root: Schema): number =>
  JSON.stringify(followed(schema, root)).length * (schema.type === "null" ? 0 : 1);
