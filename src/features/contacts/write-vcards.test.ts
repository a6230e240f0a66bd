import { expect, test } from "vitest";
import { writeCard } from "./write-vcards.ts";

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
