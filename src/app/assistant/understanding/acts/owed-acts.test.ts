import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

const CASES: readonly (readonly [string, string, Roles, readonly string[]])[] = [
  [
    "I owe Louise a reference by tomorrow",
    "owed.create",
    { person: "Louise", text: "a reference", when: "tomorrow" },
    [
      '{"owedBy":"me","party":"louise@grantbank.test","partyName":"Louise Grant","what":"A reference","due":"',
      "T00:00",
    ],
  ],
  [
    "my lawyer swore he'd call the court",
    "owed.create",
    { person: "my lawyer", text: "call the court" },
    ['{"owedBy":"them","party":"marcus@feld.test","partyName":"Marcus Feld","what":"Call the court"}'],
  ],
  [
    "I gave the works council my word to publish the rota",
    "owed.create",
    { person: "the works council", text: "publish the rota" },
    ['"owedBy":"me","party":null,"partyName":"The works council"'],
  ],
  [
    "Bob owes me lunch",
    "owed.create",
    { person: "Bob", text: "lunch" },
    ['"owedBy":"them","party":"bob@aldermoor.test"'],
  ],
  ["note as owed: Bob, lunch", "owed.create", { person: "Bob", text: "lunch" }, ["asks: Who promised it"]],
  ["I promised Bob", "owed.create", { person: "Bob" }, ["asks: What was promised?"]],
  [
    "what have I promised",
    "owed.mine",
    {},
    ["1 open promise of yours:\nLouise Grant: send the forecast, due"],
  ],
  ["what do I owe Bob", "owed.mine", { person: "Bob" }, ["No, I know of no open promise of yours with Bob."]],
  ["who owes me what", "owed.theirs", {}, ["1 open promise to you:\nMarcus Feld: send the contract, due"]],
  [
    "what does Marcus owe me",
    "owed.theirs",
    { person: "Marcus" },
    ["1 open promise to you", "[commitment send the contract]"],
  ],
  ["both sides: what is owed", "owed.theirs", {}, ["2 open promises"]],
  [
    "Louise has her forecast",
    "owed.met",
    { person: "Louise" },
    ['commitments.markMet {"id":"<send the forecast>"}'],
  ],
  [
    "the contract came",
    "owed.met",
    { item: "the contract" },
    ['commitments.markMet {"id":"<send the contract>"}'],
  ],
  ["that promise is met", "owed.met", {}, ["asks: Which open promise"]],
  ["chase Marcus", "owed.nudge", { person: "Marcus" }, ['commitments.nudge {"id":"<send the contract>"}']],
  ["chase Bob", "owed.nudge", { person: "Bob" }, ["I know of no open promise of Bob."]],
];

test.each(CASES)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});

test("after a decision a nudge is for those who have not voted", async () => {
  const text = await shown("owed.nudge", { person: "them" }, "give them a nudge", ["Open the Lisbon office"]);
  expect(text).toBe('decisions.remind {"id":"<Open the Lisbon office>"}');
});
