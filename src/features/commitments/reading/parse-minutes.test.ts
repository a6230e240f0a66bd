import { expect, test } from "vitest";
import { wallClock } from "#platform/time/wall-clock.ts";
import { isMinutes, parseMinutes } from "./parse-minutes.ts";

const at = new Date("2027-03-04T10:00:00Z");
const moment = { at, timeZone: "Europe/Berlin", clock: wallClock(at, "Europe/Berlin") };
const find = (name: string) => {
  const known = ["Anna Berg", "Ben Ito"].find(
    (full) => full === name || full.split(" ").includes(name.replace("@", "")),
  );
  return known ? { key: known, name: known } : null;
};
const parsed = (text: string) =>
  parseMinutes(text, moment, find).map(({ owner, what, due }) => [
    owner.name,
    what,
    due ? due.at.toISOString().slice(0, 10) : null,
  ]);

test.for([
  ["Anna: sends the figures by Friday", ["Anna Berg", "send the figures", "2027-03-05"]],
  ["Action: Anna Berg to send the plan", ["Anna Berg", "send the plan", null]],
  ["AI 3: Ben - redline of the contract", ["Ben Ito", "redline of the contract", null]],
  ["2. Ben will review the plan by 12 March", ["Ben Ito", "review the plan", "2027-03-12"]],
  ["• @Ben: prepares the slides", ["Ben Ito", "prepare the slides", null]],
  ["Action: Send the plan (Ben, by Friday)", ["Ben Ito", "send the plan", "2027-03-05"]],
  ["Action: Print the agenda. Owner: Anna", ["Anna Berg", "print the agenda", null]],
] as const)("'%s' is one item", ([line, item]) => {
  expect(parsed(line)).toEqual([item]);
});

test.for([
  "Anna: the rent is too high",
  "Anna wants to see the plan",
  "Zoe to send the plan",
  "- [x] Anna to send the plan",
  "Send the plan (Anna)",
  `Anna to send ${"the plan ".repeat(60)}`,
])("'%s' is none", (line) => {
  expect(parsed(line)).toEqual([]);
});

test("below a heading for action items names alone mark them, also in a table, until the next heading", () => {
  const text = [
    ...[
      "Next steps",
      "Anna: the rent",
      "Send the plan\tBen\tFriday",
      "| Anna | Order the chairs | 12 March |",
    ],
    ...["", "Any other business", "Anna: rent"],
  ].join("\n");
  expect(parsed(text)).toEqual([
    ["Ben Ito", "send the plan", "2027-03-05"],
    ["Anna Berg", "order the chairs", "2027-03-12"],
  ]);
});

test.for([
  ...["Ben: done", "Anna: none", "Ben: n/a", "Anna: on holiday until Friday", "Anna will not attend"],
  ...["Anna: send the plan - DONE", "Ben to sign the lease (done)", "Anna: sent the figures on Monday"],
  ...["Ben to sign the lease, completed.", "Anna: not here", "Send the plan (Anna) - done"],
])("below such a heading '%s' is none", (line) => {
  expect(parsed(`Actions\n${line}`)).toEqual([]);
});

test("minutes are known by their title or their first lines", () => {
  expect(isMinutes("board_minutes_2027", "")).toBe(true);
  expect(isMinutes("Board", "March\nNotes of the meeting")).toBe(true);
  expect(isMinutes("Lease", "Action items:\n")).toBe(true);
  expect(isMinutes("Recipe", "Bake it for 40 minutes.")).toBe(false);
  expect(isMinutes("Lease", `${"x\n".repeat(20)}Minutes`)).toBe(false);
});
