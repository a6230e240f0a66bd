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
