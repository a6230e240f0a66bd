import { expect, test } from "vitest";
import { envelopeAddress, isExampleAddress } from "./mail-address.ts";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace+notes@mail.example.com", "Ada.Lovelace+notes@mail.example.com"],
  ["root@localhost", "root@localhost"],
  ["o'brien@example.com", "o'brien@example.com"],
  ["ada@bücher.com", "ada@xn--bcher-kva.com"],
])("%s goes into an envelope as %s", (text, address) => expect(envelopeAddress(text)).toBe(address));

test.each([
  "",
  "ada",
  "@example.com",
  "ada@",
  "ada@@example.com",
  '"ada@evil.com"@example.com',
  '"a b"@example.com',
  "ada@example.com, bob@example.com",
  "Ada <ada@example.com>",
  "ada@example.com>",
  "ada@example.com\r\nRCPT TO:<bob@example.com>",
  "ada\n@example.com",
  "ada@example.com\0",
  "a..b@example.com",
  ".ada@example.com",
  "ada@[127.0.0.1]",
  "ada@exa mple.com",
  "ada@-example.com",
  "ada@example..com",
  "ada@example.com ",
  "жук@example.com",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a.".repeat(130)}com`,
])("D20: '%s' is refused", (text) => expect(envelopeAddress(text)).toBeNull());

test("only example addresses are recognized as such", () => {
  expect(["ada@northwind.example", "ada@EXAMPLE", "ada@x.invalid"].every(isExampleAddress)).toBe(true);
  expect(["ada@example.com", "example@ada.org", "ada@myexample"].some(isExampleAddress)).toBe(false);
});
