import { expect, test } from "vitest";
import {
  continueProperty,
  folded,
  isPropertyStart,
  splitOutsideQuotes,
  startProperty,
  textOf,
  toContentLine,
} from "./content-lines.ts";

/** The property of these lines, and those that it consists of. */
function read(first: string, ...others: string[]) {
  const property = startProperty(first, 4);
  for (const [index, line] of others.entries()) continueProperty(property, line, 5 + index);
  const { name, parameters, value, number, lastNumber } = toContentLine(property);
  return { name, value, parameters: Object.fromEntries(parameters), lines: [number, lastNumber] };
}
const valueIn = (first: string, ...others: string[]) => read(first, ...others).value;

test.for<[line: string, next: string, is: boolean]>([
  ["SUMMARY:Fair", "", true],
  ["item1.TEL;TYPE=cell:1", "", true],
  ["SUMMARY :Fair", "", true],
  ["SUMMARY", " :Fair", true],
  ["SUMMARY", "\t;LANGUAGE=de:Fair", true],
  ["SUMMARY", " Fair", false],
  ["SUMMARY", "END:VEVENT", false],
  ["and more", " :Fair", false],
  [" SUMMARY:Fair", "", false],
])("%j before %j begins a property: %s", ([line, next, is]) => {
  expect(isPropertyStart(line, next)).toBe(is);
});

test("a property has a name, parameters and a value, in the lines from its first to its last", () => {
  expect(read("summary;language=de:Fair; at 9:00", " and more")).toEqual({
    ...{ name: "SUMMARY", value: "Fair; at 9:00and more", parameters: { LANGUAGE: "de" }, lines: [4, 5] },
  });
  expect(read("END")).toEqual({ name: "END", value: "", parameters: {}, lines: [4, 4] });
  expect(read('ATTENDEE;CN="Ada: a;b";X="c^n^^^\'":mailto:a@b.example')).toMatchObject({
    ...{ value: "mailto:a@b.example", parameters: { CN: "Ada: a;b", X: 'c\n^"' } },
  });
  // Without the second quotation mark the first colon ends the head.
  expect(read('ATTENDEE;CN="Ada:mailto:a@b.example').value).toBe("mailto:a@b.example");
  expect(read("TEL;HOME;QUOTED-PRINTABLE;base64:1").parameters).toEqual({ TYPE: "HOME", ENCODING: "BASE64" });
});

test("a line after it is folded, the rest of a text without its fold, or means nothing", () => {
  expect(read("DESCRIPTION:One", " two", "\tthree")).toMatchObject({ value: "Onetwothree", lines: [4, 6] });
  expect(read("DESCRIPTION:One", "two")).toMatchObject({ value: "One\\ntwo", lines: [4, 5] });
  expect(valueIn("X-NOTE;A=b:One", "two")).toBe("One\\ntwo");
  expect(read("DTSTART:20270301", "two")).toMatchObject({ value: "20270301", lines: [4, 4] });
});

test("quoted-printable goes on after a soft break, and has the bytes of its character set", () => {
  const head = "SUMMARY;ENCODING=QUOTED-PRINTABLE";
  expect(read(`${head}:Gr=C3=BC=`, " =C3=9Fe")).toMatchObject({ value: "Grüße", lines: [4, 5] });
  expect(valueIn(`${head}:One`, " two")).toBe("Onetwo");
  expect(valueIn(`${head};CHARSET=ISO-8859-2:=B1`)).toBe("ą");
  for (const unknown of ["", ";CHARSET=X-NONE"]) expect(valueIn(`${head}${unknown}:=FC`)).toBe("ü");
  expect(valueIn("SUMMARY:=46air=", " two")).toBe("=46air=two");
});

test("a list is split outside of quotation marks, and not at an escaped separator", () => {
  expect(splitOutsideQuotes('a;"b;c";d\\;e;"f', ";")).toEqual(["a", '"b;c"', "d\\;e", '"f']);
  expect(splitOutsideQuotes("a;b,c", ",")).toEqual(["a;b", "c"]);
  expect(splitOutsideQuotes("", ",")).toEqual([""]);
});

test("a text has its line breaks, no control characters and a greatest length", () => {
  expect(textOf(" One\\, two\\; three\\\\\\nfour\\Nfive\\x ", 100)).toBe("One, two; three\\\nfour\nfive\\x");
  expect(textOf("a\u0000\u0007b\tc", 100)).toBe("ab\tc");
  expect(textOf("abc", 2)).toBe("ab");
  expect(textOf(" \u0007", 100)).toBeNull();
});

test("a line of more than 75 bytes goes on in lines that begin with a space, all as long as they may be", () => {
  const sizesOf = (text: string) => text.split("\r\n").map((line) => Buffer.byteLength(line));
  expect(sizesOf(folded("x".repeat(75)))).toEqual([75]);
  expect(sizesOf(folded("x".repeat(76)))).toEqual([75, 2]);
  expect(sizesOf(folded("x".repeat(75 + 74)))).toEqual([75, 75]);
  expect(sizesOf(folded("x".repeat(75 + 74 + 1)))).toEqual([75, 75, 2]);
  expect(sizesOf(folded("ü".repeat(40)))).toEqual([74, 7]);
  expect(folded("ü".repeat(90)).replaceAll("\r\n ", "")).toBe("ü".repeat(90));
});
