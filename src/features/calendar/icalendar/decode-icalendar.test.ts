import { expect, test } from "vitest";
import { decodeICalendar } from "./decode-icalendar.ts";

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
const latin = (text: string) => Buffer.from(text, "latin1");
const JAPANESE = Buffer.concat([latin("SUMMARY:\x1b$B"), latin("F|K\\"), latin("\x1b(B")]);

test.for<[what: string, bytes: Uint8Array, contentType: string, text: string]>([
  ["UTF-8", Buffer.from("Grüße"), "", "Grüße"],
  ["UTF-8 that is declared as another", Buffer.from("Grüße"), "text/calendar; charset=iso-8859-1", "Grüße"],
  ["UTF-16 of one byte order", utf16("Grüße"), "", "Grüße"],
  ["UTF-16 of the other", utf16("Grüße").swap16(), "text/calendar; charset=utf-8", "Grüße"],
  ["what begins like UTF-16 only", latin("\xfeße"), "", "þße"],
  ["what begins like the other only", latin("\xffße"), "", "ÿße"],
  ["the declared character set", latin("\xb1"), 'text/calendar; charset = "iso-8859-2"', "ą"],
  ["the one that the file names", latin("A;CHARSET=ISO-8859-2:\xb1"), "", "A;CHARSET=ISO-8859-2:ą"],
  ["the declared one before that", latin("A;CHARSET=X:\xb1"), "a; charset=iso-8859-2", "A;CHARSET=X:ą"],
  ["one that nobody knows", latin("A;CHARSET=X-NONE:\xb1"), "a; charset=x-none", "A;CHARSET=X-NONE:±"],
  ["no character set at all", latin("Gr\xfc\xdfe \x80"), "", "Grüße €"],
  ["escapes as declared", JAPANESE, "text/calendar; charset=ISO-2022-JP", "SUMMARY:日本"],
  ["escapes that nobody declared", JAPANESE, "", JAPANESE.toString("latin1")],
  ["zeros as declared", utf16("Fair").subarray(2), "a; charset=utf-16le", "Fair"],
])("%s is decoded", ([, bytes, contentType, text]) => {
  expect(decodeICalendar(bytes, contentType)).toBe(text);
});
