import { expect, test } from "vitest";
import { aJpeg, pngHeader } from "#platform/testing/pictures.ts";
import { splitCards } from "./card-lines.ts";
import { changeCard } from "./change-card.ts";
import { decodeCardFile } from "./decode-card-file.ts";
import { factsOf, readCards } from "./read-vcards.ts";

const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
const read = (...lines: string[]) => readCards({ text: card(...lines) }).cards[0];

test("vCard 2.1 is read: quoted-printable over several lines, character sets, bare parameters", () => {
  expect(
    read(
      "VERSION:2.1",
      "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg",
      "TEL;HOME;VOICE:+49 40 1234",
      "EMAIL;INTERNET:joerg@example.de",
      "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Gr=C3=BC=C3=9Fe=0D=0A=",
      "zweite Zeile",
      "ORG:C:\\new\\;Sales",
    ),
  ).toMatchObject({
    name: "Jörg Müller",
    phones: ["+49 40 1234"],
    emails: ["joerg@example.de"],
    note: "Grüße\nzweite Zeile",
    organization: "C:\\new;Sales",
  });
});

test("a card without a version, and one in versions 3.0 and 4.0, are read", () => {
  expect(read("FN:Clara Voss", "EMAIL:clara@example.com")).toMatchObject({ name: "Clara Voss" });
  expect(read("VERSION:3.0", "FN:Voss\\, Clara", "item1.TEL;TYPE=CELL:1")).toMatchObject({
    name: "Voss, Clara",
    phones: ["1"],
  });
  expect(read("VERSION:4.0", "N:Voss;Clara;;;", "TEL;VALUE=uri:tel:+1-2")).toMatchObject({
    name: "Clara Voss",
    phones: ["+1-2"],
  });
});

test.each([
  ["folded with spaces", (base64: string) => (base64.match(/.{1,60}/g) ?? []).join("\r\n ")],
  ["folded without spaces", (base64: string) => `${(base64.match(/.{1,60}/g) ?? []).join("\r\n")}\r\n`],
])("a picture in base64, %s, is shown", (_, fold) => {
  const jpeg = aJpeg({ width: 40, height: 40 });
  const photo = `PHOTO;ENCODING=BASE64;JPEG:${fold(jpeg.toString("base64"))}`;
  const found = read("VERSION:2.1", "FN:Clara", photo, "TEL:1");
  expect(found?.photo?.type).toBe("image/jpeg");
  expect(Buffer.from(found?.photo?.bytes ?? []).equals(jpeg)).toBe(true);
  expect(found?.phones).toEqual(["1"]);
});

test("a picture that claims more pixels than a browser may decode stays in the card and is not shown", () => {
  const bomb = pngHeader({ width: 60_000, height: 60_000 }).toString("base64");
  const found = read("VERSION:4.0", "FN:Clara", `PHOTO:data:image/png;base64,${bomb}`);
  expect(found?.photo).toBeNull();
  expect(found?.text).toContain(bomb);
});

test("files in UTF-16, UTF-8, a named character set and Western Windows are decoded", () => {
  const text = card("VERSION:2.1", "N;CHARSET=windows-1251:Иванов;Иван");
  const cyrillic = Buffer.from([...text].map((sign) => cp1251(sign)));
  expect(decodeCardFile(cyrillic)).toBe(text);
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`, "utf16le"),
    Buffer.from(text, "utf16le"),
  ])
    expect(decodeCardFile(bytes)).toBe(text);
  expect(decodeCardFile(Buffer.from("FN:J\xf6rg", "latin1"))).toBe("FN:Jörg");
});

const cp1251 = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0;
  return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
};

test("every card that can be read is taken, the others are listed with line, name and reason", () => {
  const text = card("VERSION:3.0", "FN:Ada") + card("VERSION:3.0", "UID:1") + card("VERSION:2.1", "TEL:5");
  const { cards, unreadable } = readCards({ text });
  expect(cards.map(({ name }) => name)).toEqual(["Ada", "5"]);
  expect(unreadable).toEqual([{ line: 5, name: "", reason: "The card is empty" }]);
});

test("a card inside a card (AGENT of vCard 2.1) is part of it; one without END ends at the next", () => {
  const agent = ["AGENT:", "BEGIN:VCARD", "VERSION:2.1", "FN:Secretary", "END:VCARD"];
  expect(readCards({ text: card("VERSION:2.1", "FN:Boss", ...agent, "TEL:1") }).cards).toMatchObject([
    { name: "Boss", phones: ["1"] },
  ]);
  expect(readCards({ text: `BEGIN:VCARD\nFN:Ada\n${card("FN:Bob")}` }).cards.map(({ name }) => name)).toEqual(
    ["Ada", "Bob"],
  );
});

const KNOWN = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "PRODID:-//Apple Inc.//Address Book//EN",
  "N:Voss;Clara;;Dr.;",
  "FN:Clara Voss",
  "item1.EMAIL;type=INTERNET;type=pref:clara@example.com",
  "item1.X-ABLabel:_$!<Work>!$_",
  "EMAIL:old@example.com",
  "TEL;type=CELL:+43 1",
  "item2.ADR;type=HOME:;;Ring 1;Wien;;1010;Austria",
  "item2.X-ABADR:at",
  "X-PHONETIC-LAST-NAME:foss",
  "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-",
  " 01",
  "NOTE:Prefers mornings",
  "REV:2020-01-01T00:00:00Z",
  "END:VCARD",
].join("\r\n");

test("a change is written into the received card; every other line stays, byte by byte", () => {
  const now = new Date("2026-05-01T08:00:00Z");
  const facts = factsOf(splitCards(KNOWN)[0]?.properties ?? []);
  expect(changeCard(KNOWN, facts, now)).toBe(KNOWN);
  const changed = changeCard(
    KNOWN,
    { ...facts, name: "Clara Lind", emails: ["clara@example.com", "new@example.com"], note: null },
    now,
  );
  expect(changed).toBe(
    KNOWN.replace("N:Voss;Clara;;Dr.;", "N:Lind;Clara;;Dr.;")
      .replace("FN:Clara Voss", "FN:Clara Lind")
      .replace("EMAIL:old@example.com\r\n", "")
      .replace("NOTE:Prefers mornings\r\n", "")
      .replace("REV:2020-01-01T00:00:00Z", "REV:20260501T080000Z")
      .replace("END:VCARD", "EMAIL:new@example.com\r\nEND:VCARD"),
  );
});

test("text beyond ASCII is written into a card of version 2.1 in quoted-printable, and read again", () => {
  const text = card("VERSION:2.1", "FN:Joerg", "TEL;CELL:1").trimEnd();
  const facts = { ...factsOf(splitCards(text)[0]?.properties ?? []), name: "Jörg Müller; der Zweite" };
  const changed = changeCard(text, facts, new Date());
  expect(changed).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(changed).toContain("TEL;CELL:1\r\n");
  expect(readCards({ text: changed }).cards[0]).toMatchObject({ name: "Jörg Müller; der Zweite" });
});
