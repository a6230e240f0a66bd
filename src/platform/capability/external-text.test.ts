import { expect, test } from "vitest";
import { z } from "zod";
import { containsExternalText } from "./external-text.ts";

const Note = z.object({ id: z.uuid(), title: z.string(), provenance: z.string() });
const Kind = z.enum(["task", "event"]);
type Tree = { label: "root"; children: Tree[]; text?: string | undefined };
const Tree: z.ZodType<Tree> = z.object({
  label: z.literal("root"),
  get children() {
    return z.array(Tree);
  },
  text: z.string().optional(),
});
const ID = "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a";
const own = { id: ID, title: "Sell the boat", provenance: "person" };
const foreign = { ...own, provenance: "mail" };

const isExternal = (output: z.ZodType, answer: unknown) =>
  containsExternalText({ definition: { output } }, answer);

test.each<[what: string, output: z.ZodType, answer: unknown]>([
  ["nothing", z.null(), null],
  ["an empty text", z.object({ text: z.string() }), { text: "" }],
  ["numbers and yes or no", z.object({ count: z.number(), isDone: z.boolean() }), { count: 3, isDone: true }],
  [
    "ids, days and moments",
    z.object({ id: z.uuid(), at: z.iso.datetime(), day: z.iso.date() }),
    { id: ID, at: "2026-03-01T09:00:00Z", day: "2026-03-01" },
  ],
  ["a moment that is not yet written", z.object({ at: z.any() }), { at: new Date() }],
  [
    "one of a few words",
    z.object({ kind: Kind, only: z.literal("x").nullable() }),
    { kind: "task", only: "x" },
  ],
  ["a word or an id", z.object({ ref: z.union([Kind, z.uuid(), z.null()]) }), { ref: ID }],
  ["a record of one's own", Note, own],
  [
    "a list of them and where it goes on",
    z.object({ items: z.array(Note), nextCursor: z.string().nullable() }),
    { items: [own, own], nextCursor: "abc" },
  ],
  [
    "a record of one's own, or a list of them, where there may be none",
    z.object({ note: Note.nullable(), notes: z.array(Note).nullable() }),
    { note: own, notes: [own] },
  ],
  ["what is not there", z.object({ text: z.string().optional() }), { text: undefined }],
  ["what the schema does not name", z.object({ id: z.uuid() }), { id: ID }],
  ["a tree without words", Tree, { label: "root", children: [{ label: "root", children: [] }] }],
])("A7: %s is not external text", (_name, output, answer) => {
  expect(isExternal(output, answer)).toBe(false);
});

test.each<[what: string, output: z.ZodType, answer: unknown]>([
  ["a text", z.string(), "Pay Mallory"],
  [
    "a text in a record that does not say whose it is",
    z.object({ title: z.string() }),
    { title: "Pay Mallory" },
  ],
  ["a record that came by mail", Note, foreign],
  ["one such record among one's own", z.object({ items: z.array(Note) }), { items: [own, foreign] }],
  [
    "another record in one's own",
    Note.extend({ mail: z.object({ subject: z.string() }) }),
    { ...own, mail: { subject: "Pay" } },
  ],
  ["a list of words", z.object({ tags: z.array(z.string()) }), { tags: ["pay"] }],
  ["a word or any text", z.object({ ref: z.union([Kind, z.string()]) }), { ref: "task" }],
  ["a table of names that anybody chose", z.record(z.string(), z.number()), { Mallory: 1 }],
  [
    "one of two shapes of records",
    z.union([z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]),
    { kind: "a" },
  ],
  [
    "a text deep in a tree",
    Tree,
    { label: "root", children: [{ label: "root", children: [], text: "Pay" }] },
  ],
  [
    "the cursor's name on another level",
    z.object({ nextCursor: z.string(), title: z.string() }),
    { nextCursor: "", title: "Pay" },
  ],
])("A7: %s may be external text", (_name, output, answer) => {
  expect(isExternal(output, answer)).toBe(true);
});
