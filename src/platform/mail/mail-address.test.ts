import { expect, test } from "vitest";
import { envelopeAddress, isExampleAddress, needsSmtpUtf8 } from "./mail-address.ts";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace+notes@mail.example.com", "Ada.Lovelace+notes@mail.example.com"],
  ["root@localhost", "root@localhost"],
  ["o'brien@example.com", "o'brien@example.com"],
  ["ada@bücher.com", "ada@xn--bcher-kva.com"],
  ["жук@пошта.укр", "жук@xn--80a1acn3a.xn--j1amh"],
  ["用户.名@例え.jp", "用户.名@xn--r8jz45g.jp"],
  ['"ada"@example.com', "ada@example.com"],
  ['"ada lovelace"@example.com', '"ada lovelace"@example.com'],
  ['"a..b"@example.com', '"a..b"@example.com'],
  ['"ada@evil.com"@example.com', '"ada@evil.com"@example.com'],
  ['"ada,\\bob"@example.com', '"ada,bob"@example.com'],
  ['"a\\"b\\\\c"@example.com', '"a\\"b\\\\c"@example.com'],
])("%s goes into an envelope as %s", (text, address) => expect(envelopeAddress(text)).toBe(address));

test.each([
  "",
  "ada",
  "@example.com",
  "ada@",
  "ada@@example.com",
  '"ada"x@example.com',
  '"a"b"@example.com',
  '"ada@example.com',
  '"a\\"@example.com',
  '"a\nb"@example.com',
  '"a> NOTIFY=NEVER"@example.com',
  '"a<b"@example.com',
  "a b@example.com",
  "a\u202eb@example.com",
  "a\u200bb@example.com",
  "a\u2028b@example.com",
  "a\ud800b@example.com",
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
  `${"a".repeat(65)}@example.com`,
  `${"ж".repeat(33)}@example.com`,
  `ada@${"a.".repeat(130)}com`,
])("D20: '%s' is refused", (text) => expect(envelopeAddress(text)).toBeNull());

test("only addresses beyond ASCII need a server with SMTPUTF8", () => {
  expect(["жук@example.com", "ada@bücher.com"].every(needsSmtpUtf8)).toBe(true);
  expect(['"a b"@example.com', "ada@xn--bcher-kva.com"].some(needsSmtpUtf8)).toBe(false);
});

test("only example addresses are recognized as such", () => {
  expect(["ada@northwind.example", "ada@EXAMPLE", "ada@x.invalid"].every(isExampleAddress)).toBe(true);
  expect(["ada@example.com", "example@ada.org", "ada@myexample"].some(isExampleAddress)).toBe(false);
});
