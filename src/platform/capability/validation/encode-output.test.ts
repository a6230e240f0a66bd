import { expect, test } from "vitest";
import { z } from "zod";
import { Id, Instant, pageOf } from "../wire.ts";
import { encodeOutput } from "./encode-output.ts";

// What is sent is what z.encode returns, also where a compiled schema encodes; what z.encode refuses is refused alike.

const id = "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a";
const at = new Date("2026-11-27T10:20:30.405Z");
const Row = z.object({ id: Id, at: Instant, until: Instant.nullable(), kind: z.enum(["one", "two"]) });
const row = { id, at, until: null, kind: "one" };
/** Refers to itself. */
type Folder = { name: string; folders: Folder[] };
const FolderSchema: z.ZodType<Folder> = z.object({
  name: z.string(),
  get folders() {
    return z.array(FolderSchema);
  },
});

const ENCODED: Record<string, readonly [z.ZodType, ...unknown[]]> = {
  "a page": [pageOf(Row), { items: [row, { ...row, until: at }], nextCursor: null }, { items: [] }],
  "columns that the schema does not name": [Row, { ...row, userId: id, passwordHash: "secret" }],
  "what does not match": [
    Row,
    { ...row, id: "7" },
    { ...row, kind: "three" },
    { ...row, at: at.toISOString() },
  ],
  "what is missing": [Row, { id }, null, undefined, [row], "row"],
  "instants that ISO 8601 has no form for": [Instant, new Date(Number.NaN), new Date(8.64e15), new Date(0)],
  "a strict object": [z.strictObject({ at: Instant }), { at }, { at, more: 1 }],
  "a loose object": [z.looseObject({ at: Instant }), { at, more: at }],
  "optional fields": [
    z.object({ at: Instant.optional(), n: z.int().optional() }),
    {},
    { at: undefined },
    { at, n: 1 },
  ],
  "a default, which is for reading": [z.object({ n: z.int().default(5) }), {}, { n: 1 }],
  "a changed text": [z.string().trim(), " a "],
  "a checked text": [z.string().min(2), "a", "ab"],
  "a number": [z.int(), 1, 1.5, "1", Number.MAX_SAFE_INTEGER + 1],
  alternatives: [z.union([z.object({ at: Instant }), z.object({ n: z.int() })]), { at }, { n: 1 }, { n: at }],
  "alternatives by a word": [
    z.discriminatedUnion("is", [
      z.object({ is: z.literal("a"), at: Instant }),
      z.object({ is: z.literal("b"), n: z.int() }),
    ]),
    ...[{ is: "a", at }, { is: "b", n: 1 }, { is: "c" }],
  ],
  "a checked object": [z.object({ at: Instant }).refine((each) => each.at instanceof Date), { at }],
  "checked rows": [z.array(Row).min(1), [], [row]],
  "another codec": [
    z.object({ n: z.codec(z.string(), z.int(), { decode: Number, encode: String }) }),
    ...[{ n: 5 }, { n: "5" }],
  ],
  "names of any kind": [z.record(z.string(), Instant), { at }, { at: 1 }],
  "one in itself": [
    FolderSchema,
    { name: "a", folders: [{ name: "b", folders: [], size: 1 }] },
    { name: "a" },
  ],
  anything: [z.unknown(), at, { at }, undefined],
};

const outcome = (encode: () => unknown) => {
  try {
    return { encoded: encode() };
  } catch (error) {
    return { refused: error instanceof z.core.$ZodError ? error.issues : String(error) };
  }
};

test.each(Object.entries(ENCODED))("%s", (_name, [schema, ...outputs]) => {
  // The second time by what the first one compiled.
  for (const output of [...outputs, ...outputs]) {
    const expected = outcome(() => z.encode(schema, output));
    expect(outcome(() => encodeOutput(schema, output))).toStrictEqual(expected);
  }
});
