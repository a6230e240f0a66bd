import { expect, test } from "vitest";
import { cardLine, writeCard } from "./write-vcards.ts";

const aContact = (contactName: string) => ({
  ...{
    id: "7d2c1f50-6f1e-4a55-9a5e-0a6f1f6f0a01",
    contactName,
    cardUid: null,
    note: null,
    organization: null,
  },
  ...{ contactEmail: null, contactPhone: null, otherEmails: [], otherPhones: [] },
});

test.each([
  ["Clara Voss", "N:Voss;Clara;;;"],
  ["Anna Maria Lind", "N:Lind;Anna Maria;;;"],
  ["Cher", "N:;Cher;;;"],
])("RFC 6350: %s is written as %s", (name, line) => {
  expect(writeCard(aContact(name), "4.0").split("\r\n")).toContain(line);
});

test("vCard 2.1: a text with other letters is quoted-printable, in few lines of at most 76 signs", () => {
  const text = "Grüße aus Währing, ".repeat(20).trim();
  const lines = cardLine({ version: "2.1", name: "NOTE", value: [text] }).split("\r\n");
  expect(lines[0]).toMatch(/^NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:/);
  const [first = "", ...rest] = lines
    .join("\n")
    .replace(/^[^:]*:/, "")
    .split("\n");
  for (const line of [first, ...rest]) expect(line.length).toBeLessThanOrEqual(76);
  const written = [first, ...rest].map((line) => line.replace(/=$/, "")).join("");
  expect(lines.length).toBeLessThanOrEqual(Math.ceil(written.length / 66));
  expect(decodeURIComponent(written.replaceAll("=", "%"))).toBe(text);
});

test("a card has each address and number of a contact, and the UID that it came with", () => {
  const contact = {
    ...aContact("Clara Voss"),
    ...{
      contactEmail: "clara@voss.example",
      otherEmails: ["c@voss.example"],
      contactPhone: null,
      otherPhones: ["+43 1"],
    },
  };
  const lines = writeCard({ ...contact, cardUid: "clara" }, "3.0").split("\r\n");
  expect(lines.slice(0, 3)).toEqual(["BEGIN:VCARD", "VERSION:3.0", "UID:clara"]);
  expect(lines.filter((line) => /^(?:EMAIL|TEL)/.test(line))).toEqual([
    ...["EMAIL:clara@voss.example", "EMAIL:c@voss.example", "TEL:+43 1"],
  ]);
  expect(writeCard({ ...contact, cardUid: null }, "3.0")).toContain(`\r\nUID:urn:uuid:${contact.id}\r\n`);
});

test("a line has its group and its parameters, which are quoted where they must be", () => {
  const params = [
    ["TYPE", "home"],
    ["LABEL", 'At "home": 1'],
  ] as const;
  const line = { version: "4.0", name: "X-A", params };
  const head = "X-A;TYPE=home;LABEL=\"At 'home': 1\":";
  expect(cardLine({ ...line, group: "item1", value: ["a,b;c\\d\r\ne", "f"] })).toBe(
    `item1.${head}a\\,b\\;c\\\\d\\ne;f`,
  );
  expect(cardLine({ ...line, raw: "a,b" })).toBe(`${head}a,b`);
  expect(cardLine({ version: "2.1", name: "X-A", value: ["a,b;c"] })).toBe("X-A:a,b\\;c");
});

test("a long line goes on in lines that begin with a space, and no letter is cut", () => {
  const sizesOf = (text: string) =>
    cardLine({ version: "4.0", name: "X", raw: text })
      .split("\r\n")
      .map((line) => Buffer.byteLength(line));
  expect(sizesOf("x".repeat(72))).toEqual([74]);
  expect(sizesOf("x".repeat(73))).toEqual([74, 2]);
  expect(sizesOf("x".repeat(72 + 74 + 1))).toEqual([74, 75, 2]);
  expect(sizesOf("ü".repeat(40))).toEqual([74, 9]);
});
