import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.for([
  "=1+1",
  "+43 1 234",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(A1)",
  "\tx",
  "\rx",
  "|x",
  "%x",
  "  =1",
  "\u200b=1",
  "\ufeff-1",
])("CSV injection (OWASP): the cell %j is text to a spreadsheet", (text) => {
  expect(csvLine([text])).toBe(`"'${text}"\r\n`);
});

test("RFC 4180: quotes are doubled, every cell is quoted, other text stays as it is", () => {
  expect(csvLine(['She said "no"', "a,b", "line\nbreak", "2 - 1", ""])).toBe(
    '"She said ""no""","a,b","line\nbreak","2 - 1",""\r\n',
  );
});
