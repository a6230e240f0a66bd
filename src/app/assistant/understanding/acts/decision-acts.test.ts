import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

const CASES: readonly (readonly [string, string, Roles, readonly string[]])[] = [
  [
    "yes to the Lisbon office",
    "decisions.vote",
    { vote: "yes", item: "the Lisbon office" },
    ['decisions.vote {"id":"<Open the Lisbon office>","vote":"approve"}'],
  ],
  [
    "I disagree with the bonus pool",
    "decisions.vote",
    { vote: "disagree", item: "the bonus pool" },
    ["is already 'reject'"],
  ],
  [
    "vote against Lisbon, with the comment that it is dear",
    "decisions.vote",
    { vote: "against", item: "Lisbon" },
    ['"vote":"reject","comment":"It is dear"'],
  ],
  [
    "sit out the Lisbon office",
    "decisions.vote",
    { vote: "sit it out", item: "the Lisbon office" },
    ['"abstain"'],
  ],
  [
    "yes to Lisbon unless Bob is against",
    "decisions.vote",
    { vote: "yes against", item: "Lisbon" },
    ['"approve"'],
  ],
  [
    "no objection to Lisbon",
    "decisions.vote",
    { vote: "no objection", item: "Lisbon" },
    ['"vote":"approve"'],
  ],
  [
    "not in favour of Lisbon",
    "decisions.vote",
    { vote: "not in favour", item: "Lisbon" },
    ['"vote":"reject"'],
  ],
  ["approve the lisbon office", "decisions.vote", { item: "the lisbon office" }, ['"vote":"approve"']],
  ["my vote on Lisbon", "decisions.vote", { item: "Lisbon" }, ["asks: Yes, no or abstain?"]],
  ["my vote on the bonus pool?", "decisions.vote", { item: "the bonus pool" }, ["Your vote is 'reject'."]],
  [
    "yes to the payroll vendor",
    "decisions.vote",
    { vote: "yes", item: "the payroll vendor" },
    ["is completed since"],
  ],
  ["yes", "decisions.vote", { vote: "yes" }, ["asks: Which open decision do you mean?"]],
  [
    "close the bonus vote",
    "decisions.close",
    { item: "the bonus vote" },
    ['{"id":"<Bonus pool of three percent>"}'],
  ],
  [
    "close the parking vote",
    "decisions.close",
    { item: "the parking vote" },
    ["asks: I found no open decision like"],
  ],
  [
    "scrap the payroll ballot",
    "decisions.delete",
    { item: "the payroll ballot" },
    ['decisions.delete {"id":"<Switch'],
  ],
  [
    "remind everyone of Lisbon",
    "decisions.remind",
    { item: "Lisbon" },
    ['decisions.remind {"id":"<Open the Lisbon office>"}'],
  ],
  [
    "keep Lisbon open for another week",
    "decisions.deadline",
    { item: "Lisbon", when: "another week" },
    ["I cannot change the deadline of 'Open the Lisbon office'. It runs until Thu, Nov 19, 18:00."],
  ],
  [
    "let Leadership vote on a four-day week until tomorrow at 5pm",
    "decisions.create",
    { workspace: "Leadership", title: "a four-day week", when: "tomorrow at 5pm" },
    [
      'decisions.create {"workspaceId":"<Leadership>","title":"A four-day week","deadline":"',
      "T17:00:00.000Z",
    ],
  ],
  [
    "a vote in Product",
    "decisions.create",
    { workspace: "Product", title: "something" },
    ["asks: What is to be decided?"],
  ],
  ["a vote on free tea", "decisions.create", { title: "free tea" }, ["asks: Which workspace do you mean?"]],
  [
    "let Bob vote for me on the Lisbon office until tomorrow 6pm",
    "proxies.create",
    { person: "Bob", item: "the Lisbon office", when: "until tomorrow 6pm" },
    [
      '"workspaceId":"<Leadership>","decisionId":"<Open the Lisbon office>","proxyId":"<Bob Carter>"',
      "T18:00:00",
    ],
  ],
  [
    "Clara may vote for me in Leadership until tomorrow",
    "proxies.create",
    { person: "Clara", when: "tomorrow" },
    ['{"workspaceId":"<Leadership>","proxyId":"<Clara Novak>","expiresAt":"', "T23:59:00.000Z"],
  ],
  [
    "Bob votes for me",
    "proxies.create",
    { person: "Bob" },
    ["asks: Until when shall Bob Carter vote for you?"],
  ],
];

const QUESTIONS: typeof CASES = [
  ["open votes", "decisions.list", { status: "open" }, ["There are 2 open decisions."]],
  ["all decisions", "decisions.list", {}, ["There are 3 decisions."]],
  ["what has been decided", "decisions.list", { status: "decided" }, ["There is 1 completed decision."]],
  [
    "what do I still have to vote on",
    "decisions.list",
    {},
    ["1 decision waits for your vote.", "Open the Lisbon office"],
  ],
  [
    "open votes in Product",
    "decisions.list",
    { status: "open in Product" },
    ["No, there is no open decision."],
  ],
  [
    "who hasn't voted on Lisbon",
    "decisions.state",
    { item: "Lisbon" },
    [
      "is open until Thu, Nov 19, 18:00. 1 of 4 voted: 1 for, 0 against, 0 abstained.",
      "Not yet: Clara Novak and Emma Lindqvist. You have not voted.",
    ],
  ],
  ["how did Bob vote on Lisbon", "decisions.state", { item: "Lisbon" }, ["Bob Carter voted 'approve'."]],
  ["how did I vote on the bonus", "decisions.state", { item: "the bonus" }, ["Your vote is 'reject'."]],
  [
    "did the payroll vendor pass",
    "decisions.state",
    { item: "the payroll vendor" },
    ["'Switch the payroll vendor' passed on"],
  ],
  [
    "did the parking vote pass",
    "decisions.state",
    { item: "the parking vote" },
    ["asks: I found no decision like"],
  ],
];

test.each([...CASES, ...QUESTIONS])("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});
