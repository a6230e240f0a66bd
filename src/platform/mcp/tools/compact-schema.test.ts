import { expect, test } from "vitest";
import { z } from "zod";
import { Id, Instant, pageOf } from "#platform/capability/wire.ts";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";
import { compactInput, compactOutput } from "./compact-schema.ts";
import { describeParameters, showOnly, withoutParameters } from "./everyday-schema.ts";
import { shareShapes } from "./share-shapes.ts";

const Boat = z.object({
  id: Id,
  name: z.string().max(200).nullable(),
  kind: z.enum(["sail", "row"]).nullable(),
  crew: z.array(z.object({ name: z.string(), since: Instant, role: z.enum(["captain", "mate", "cook"]) })),
  version: z.int(),
});

test("an input has types, choices, bounds and defaults that matter, and stays closed", () => {
  const input = z.strictObject({
    id: Id,
    name: z.string().min(1).max(200).nullable().default(null),
    at: Instant.optional(),
    length: z.int().min(1).max(90).default(10),
    isNew: z.boolean().default(false),
  });
  expect(compactInput(jsonSchema(input))).toEqual({
    type: "object",
    properties: {
      id: { type: "string" },
      name: { type: ["string", "null"] },
      at: { type: "string", format: "date-time" },
      length: { type: "integer", maximum: 90, default: 10 },
      isNew: { type: "boolean" },
    },
    required: ["id"],
    additionalProperties: false,
  });
});

test("an output has names, types and choices; alternatives that may fit together are `anyOf`", () => {
  const kinds = z.discriminatedUnion("is", [
    z.object({ is: z.literal("a"), at: Instant }),
    z.object({ is: z.literal("b") }),
  ]);
  expect(compactOutput(jsonSchema(z.object({ kind: Boat.shape.kind, kinds })))).toEqual({
    type: "object",
    properties: {
      kind: { type: ["string", "null"], enum: ["sail", "row", null] },
      kinds: {
        anyOf: [
          {
            type: "object",
            properties: { is: { type: "string", const: "a" }, at: { type: "string" } },
            required: ["is", "at"],
          },
          { type: "object", properties: { is: { type: "string", const: "b" } }, required: ["is"] },
        ],
      },
    },
    required: ["kind", "kinds"],
  });
});

test("a shape that is there twice is defined once, also within another one", () => {
  const schema = compactOutput(jsonSchema(z.object({ mine: Boat, theirs: z.array(Boat) })));
  const shared = shareShapes(schema);
  expect(shared.properties).toEqual({
    mine: { $ref: "#/$defs/shape1" },
    theirs: { type: "array", items: { $ref: "#/$defs/shape1" } },
  });
  expect(Object.keys(shared.$defs as object)).toEqual(["shape1"]);
  expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(schema).length);
  const unshared = compactOutput(jsonSchema(Boat));
  expect(shareShapes(unshared)).toEqual(unshared);
});

test("an everyday output names the chosen fields of the records of its page, and cuts what is nested", () => {
  const schema = compactOutput(jsonSchema(pageOf(Boat)));
  const tool = { name: "boats.list", title: "List boats", reason: "Read", shows: "id version kind crew" };
  const { items } = showOnly(schema, tool).properties ?? {};
  expect(items?.items).toEqual({
    type: "object",
    properties: {
      id: { type: "string" },
      kind: { type: ["string", "null"] },
      crew: {
        type: "array",
        items: {
          type: "object",
          properties: { name: { type: "string" }, since: { type: "string" }, role: { type: "string" } },
        },
      },
      version: { type: "integer" },
    },
    required: ["id", "version"],
  });
  expect(showOnly(schema, undefined)).toBe(schema);
});

test("parameters are described by their path, in lists too, and hidden ones are gone", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      boats: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      secret: { type: "string", description: "General words" },
    },
  };
  const words = { boats: "Your boats", "boats.name": "On its stern" };
  expect(withoutParameters(describeParameters(schema, words), "secret")).toEqual({
    type: "object",
    properties: {
      boats: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string", description: "On its stern" } } },
        description: "Your boats",
      },
    },
  });
  expect(describeParameters(schema, {}).properties?.secret).toEqual({
    type: "string",
    description: "General words",
  });
});
