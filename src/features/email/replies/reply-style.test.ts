import { expect, test } from "vitest";
import { repliesTo } from "../writing/reply-by-rule.ts";
import { sampleOf } from "./reply-style.ts";

const QUESTION = "Could you send me the map?";
const bodyOf = (
  sent: { person?: string; all?: string },
  { sender = "Ben Okri <ben@okri.example>", body = QUESTION } = {},
) =>
  repliesTo({ subject: "", sender, body }, "Ada Lovelace", {
    samples: {
      person: sent.person ? [sampleOf(sent.person)] : [],
      domain: [],
      all: sent.all ? [sampleOf(sent.all)] : [],
    },
  }).choices[0]?.body ?? "";

test.for([
  ["Hi Tom,\n\nsure, see you.\n\nLove you,\nyour Bunny", "Best,\nAda Lovelace"],
  ["Hi Tom,\n\nsure, see you.\n\nCheers,\nAda\n+44 20 7946 0000", "Cheers,\nAda Lovelace"],
  ["Hi Tom,\n\nsure, see you.\n\nBest regards,\nAda", "Best regards,\nAda"],
  ["Hi Tom,\n\nsure, see you.\n\nBest regards,\nBunny", "Best regards,\nAda Lovelace"],
] as const)("of the closing of '%s' to another person only '%s' is used", ([all, closing]) => {
  expect(bodyOf({ all })).toMatch(new RegExp(`\\n\\n${closing}$`));
});

test("a closing to the same person is used again as it was", () => {
  expect(bodyOf({ person: "Hi Ben,\n\nsure, see you.\n\nHugs,\nAdi" })).toMatch(/\n\nHugs,\nAdi$/);
});

test("the last greeting to an address is for whom it names", () => {
  const person = "Hi Ben,\n\nsure, see you.\n\nBest,\nAda";
  const firstLine = (mail: { sender?: string; body?: string }) => bodyOf({ person }, mail).split("\n")[0];
  expect(firstLine({})).toBe("Hi Ben,");
  expect(firstLine({ sender: "Okri <desk7@okri.example>", body: `${QUESTION}\n\nBest,\nClara` })).toBe(
    "Hi Clara,",
  );
  expect(firstLine({ sender: "office@okri.example" })).toBe("Hello,");
});

test("a greeting in another language does not stand over a reply, wherever it comes from", () => {
  const firstLine = (sent: { person?: string; all?: string }, body = QUESTION) =>
    bodyOf(sent, { body }).split("\n")[0];
  expect(firstLine({ person: "Hallo Ben,\n\nok.\n\nAda" })).not.toMatch(/hallo/i);
  expect(firstLine({ all: "Moin Tom,\n\nok.\n\nAda" })).not.toMatch(/moin/i);
  expect(firstLine({}, `Hallo Ada,\n\n${QUESTION} It should show the whole of the harbour.`)).not.toMatch(
    /hallo/i,
  );
  expect(firstLine({ person: "Hi Ben,\n\nok.\n\nAda" })).toBe("Hi Ben,");
});
