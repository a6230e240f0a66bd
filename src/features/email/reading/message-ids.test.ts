import { expect, test } from "vitest";
import { messageIdIn, referencesIn } from "./message-ids.ts";

test.each([
  ["<1@x.org>", "<1@x.org>"],
  [" <1@x.org> (added by postmaster@y.org)", "<1@x.org>"],
  ["<no-at-sign>", "<no-at-sign>"],
  ['<"quoted part"@x.org>', '<"quoted part"@x.org>'],
  ["<with blank@x.org>", "<with blank@x.org>"],
  ["<a@b@c>", "<a@b@c>"],
  ["<1@[10.0.0.1]>", "<1@[10.0.0.1]>"],
  ["1@x.org", "1@x.org"],
  ["no brackets", "no brackets"],
  ["<cut off@x.org", "<cut off@x.org"],
  [`<${"a".repeat(960)}@x.org>`, `<${"a".repeat(960)}@x.org>`],
])("the Message-ID %s is taken as it is", (field, id) => expect(messageIdIn(field)).toBe(id));

test.each(["", "  ", "a\0b", `${"a".repeat(981)}`, "gr\ufffd@x"])("%j is no Message-ID", (field) =>
  expect(messageIdIn(field)).toBeNull(),
);

test.each([
  ["<1@x> <2@x>", ["<1@x>", "<2@x>"]],
  ["<1@x><2@x>,<3 4@x>", ["<1@x>", "<2@x>", "<3 4@x>"]],
  ['"Your mail from ben@x.org" of Monday <1@x>', ["<1@x>"]],
  ["1@x 2@x,3@x", ["1@x", "2@x", "3@x"]],
  ["no brackets", ["no brackets"]],
  ["", []],
])("the references %s are %j", (field, ids) => expect(referencesIn(field)).toEqual(ids));
