import { expect, test } from "vitest";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import type { JsonSchema } from "#platform/http/rest-routes.ts";
import { type DescribedField, describedInput, describeInput, describeOutput } from "./describe-schema.ts";
import { schemaAt } from "./schema-names.ts";

const Shade = z.object({ color: z.string(), width: z.int() });
const Lantern = z.object({ id: Id, title: z.string(), shade: Shade.nullable(), boughtAt: Instant });
const shared = { access: "user", run: async () => ({}) as never } as const;

const registry = registryOf([
  {
    name: "lanterns",
    resources: [
      resource("lanterns", {
        list: read({
          ...shared,
          ...{ summary: "List lanterns", input: z.strictObject(pageInput), output: pageOf(Lantern) },
        }),
        create: write({
          ...shared,
          ...{ summary: "Add a lantern", input: z.strictObject({ title: z.string(), unknown: z.string() }) },
          output: Lantern,
        }),
      }),
    ],
    descriptions: {
      schemas: { Lantern: "lanterns.create" },
      fields: {
        title: "What people call it.",
        "lanterns.create.title": "A title of your choice.",
        "shade.width": "The width in millimetres.",
        color: "The color of the light.",
        shade: "Its shade; null for none.",
        boughtAt: "When it was bought.",
      },
    },
  },
]);
const capability = (name: string) => {
  const found = registry.get(name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

test("the most exact entry describes a field, and general ones what no slice describes", () => {
  const create = describedInput(capability("lanterns.create"));
  expect(create.properties?.title?.description).toBe("A title of your choice.");
  const list = describedInput(capability("lanterns.list"));
  expect(list.properties?.cursor?.description).toContain("`nextCursor`");
  expect(describedInput(capability("lanterns.list"))).toBe(list);
  const output = describeOutput(capability("lanterns.create"));
  expect(output.properties?.title?.description).toBe("What people call it.");
  const color = { description: "The color of the light." };
  const width = { description: "The width in millimetres." };
  expect(output.properties?.shade?.anyOf).toMatchObject([{ properties: { color, width } }, { type: "null" }]);
});

test("a field without an entry is reported by its place", () => {
  const fields: DescribedField[] = [];
  describeInput(capability("lanterns.create"), { onField: (field) => fields.push(field) });
  expect(fields.filter(({ text }) => !text).map(({ place }) => place)).toEqual(["lanterns.create.unknown"]);
});

test("a named shape is a component once, and a page of it has its name", () => {
  const components: Record<string, JsonSchema> = {};
  const create = describeOutput(capability("lanterns.create"), { components });
  const list = describeOutput(capability("lanterns.list"), { components });
  expect([create, list]).toEqual([
    { $ref: "#/components/schemas/Lantern" },
    { $ref: "#/components/schemas/LanternPage" },
  ]);
  expect(Object.keys(components)).toEqual(["Lantern", "LanternPage"]);
  expect(components.LanternPage).toMatchObject({
    properties: { items: { items: { $ref: "#/components/schemas/Lantern" } } },
  });
});

test("what follows from a format is left out", () => {
  const { properties } = describeOutput(capability("lanterns.create"));
  expect(properties?.boughtAt).toEqual({
    ...{ type: "string", format: "date-time", description: "When it was bought." },
  });
});

test("a place without an object schema is a mistake in a catalogue", () => {
  expect(schemaAt("lanterns.list.items.shade").properties).toHaveProperty("width");
  expect(() => schemaAt("lanterns.list.items.title")).toThrow("There is no object schema at");
  expect(() => schemaAt("lanterns.none")).toThrow("There is no object schema at");
});
