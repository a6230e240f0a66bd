import { expect, test } from "vitest";
import { actionItemIn } from "./find-action-items.ts";
import { splitSentences } from "./split-sentences.ts";

const ada = { key: "ada@analytics.example", name: "Ada Byron" };
const others = ["Otto Klein", "Nora Olsen", "Ian Smith", "Tara Moss", "Pele", "Bo Tran"].map((name) => ({
  key: `${name.split(" ")[0]?.toLowerCase()}@studio.example`,
  name,
}));

function ownerIn(text: string): string | undefined {
  const [sentence] = splitSentences(text, ada.name);
  return sentence && actionItemIn(sentence, { text, author: ada, recipients: others })?.owner.name;
}

test.for([
  ["- TM: send the list by Friday", "Tara Moss"],
  ["BT to send the list by Friday.", "Bo Tran"],
  ["Nora to send the list by Friday.", "Nora Olsen"],
])("'%s' is an item of %s", ([text = "", owner]) => {
  expect(ownerIn(text)).toBe(owner);
});

test.for([
  "- OK: send the list by Friday",
  "OK to send the list by Friday.",
  "- No: send the list by Friday",
  "- NO: send the list by Friday",
  "- Is: send the list by Friday",
  "- P: send the list by Friday",
  "- tm: send the list by Friday",
])("'%s' has no initials of a person", (text) => {
  expect(ownerIn(text)).toBeUndefined();
});
