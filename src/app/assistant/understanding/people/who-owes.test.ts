import { expect, test } from "vitest";
import { debtorOf } from "./who-owes.ts";

test.each([
  ["I promised Ann the slides", "Ann", "me"],
  ["I've undertaken to deliver the files to Ernst", "Ernst", "me"],
  ["so I just told Marta that I will cover her shift", "Marta", "me"],
  ["add a commitment of mine to Zoe: concert tickets", "Zoe", "me"],
  ["promise to Ravi, test results by noon", "Ravi", "me"],
  ["Bob owes me a report", "Bob", "them"],
  ["my lawyer swore he'd call the court", "my lawyer", "them"],
  ["keep track of this, Paolo promised me two crates", "Paolo", "them"],
  ["log a promise from Fatima: visa papers", "Fatima", "them"],
  ["put down that Delgado will return the copy", "Delgado", "them"],
  ["put down as owed: Rafael, the recordings", "Rafael", null],
])("'%s'", (sentence, person, debtor) => {
  expect(debtorOf(sentence, person)).toBe(debtor);
});
