import { expect, test } from "vitest";
import { isAddress, splitAddresses } from "./split-addresses.ts";

test.for([
  ["a@x.org, b@x.org", ["a@x.org", "b@x.org"]],
  ["a@x.org; b@x.org\nc@x.org", ["a@x.org", "b@x.org", "c@x.org"]],
  ["a@x.org b@x.org", ["a@x.org", "b@x.org"]],
  ['"Voss, Clara" <clara@x.org>, Tom Hill <tom@x.org>', ["clara@x.org", "tom@x.org"]],
  ["maya ho", ["maya ho"]],
  [" ,, ", []],
] as const)("'%s' has the addresses %s", ([text, addresses]) => {
  expect(splitAddresses(text)).toEqual(addresses);
});

test("an address has something before and after its last @, and no space", () => {
  expect(["a@x.org", "a@localhost"].every(isAddress)).toBe(true);
  expect(["a", "@x.org", "a@", "a b@x.org", ""].some(isAddress)).toBe(false);
});
