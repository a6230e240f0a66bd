import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPerson, parseAddresses, parsePerson, quoteLocalPart, splitLast } from "./address-model.ts";

test("MAIL-37: a comma separates people, but not inside a quoted name or an address", () => {
  expect(
    parseAddresses('"Voss, Clara" <clara@x.org>, ben@x.org,, "a,b"@x.org , Dr. Dee <"d,e"@x.org>'),
  ).toEqual(['"Voss, Clara" <clara@x.org>', "ben@x.org", '"a,b"@x.org', 'Dr. Dee <"d,e"@x.org>']);
  expect(parseAddresses('Ben "the <b@x.org>, clara@x.org')).toEqual(['Ben "the <b@x.org>', "clara@x.org"]);
  expect(parseAddresses("Ben <b@x.org, clara@x.org")).toEqual(["Ben <b@x.org", "clara@x.org"]);
  expect(parseAddresses(' "Anna \\"A, B\\" Berg" <a@x.org>')).toEqual(['"Anna \\"A, B\\" Berg" <a@x.org>']);
});

test("the entry that is being typed is the one after the last comma between people", () => {
  const typed = 'ben@x.org, "Voss, Clara" <clara@x.org>';
  expect(splitLast(typed)).toEqual({ before: "ben@x.org,", last: ' "Voss, Clara" <clara@x.org>' });
  expect(splitLast(`${typed}, an`)).toEqual({ before: `${typed},`, last: " an" });
  expect(splitLast("an")).toEqual({ before: "", last: "an" });
  expect(splitLast("")).toEqual({ before: "", last: "" });
});

test.each([
  ["clara@x.org", "", "clara@x.org"],
  ["<clara@x.org>", "", "clara@x.org"],
  ["Clara Voss <clara@x.org>", "Clara Voss", "clara@x.org"],
  ['"Voss, Clara" <clara@x.org>', "Voss, Clara", "clara@x.org"],
  ['"Anna \\"Annie\\" Berg" <a@x.org>', 'Anna "Annie" Berg', "a@x.org"],
  ['"a <b@c>" <"d>e"@x.org>', "a <b@c>", '"d>e"@x.org'],
  ["Жук <жук@пошта.укр>", "Жук", "жук@пошта.укр"],
  ["Clara <clara@x.org> Voss", "", "Clara <clara@x.org> Voss"],
  ["", "", ""],
])("%s is read as its name and address", (line, name, address) => {
  expect(parsePerson(line)).toEqual({ name, address });
});

test("whatever a name contains, it is read back as it was, alone and among others", () => {
  const names = fc.string({ maxLength: 60 }).map((name) => name.trim());
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (given) => {
      const people = given.map((name, at) => ({ name, address: `"p, ${at}"@x.org` }));
      const typed = people.map(formatPerson).join(", ");
      expect(parseAddresses(typed).map(parsePerson)).toEqual(people);
    }),
  );
});

test("a local part gets the quotes that it needs, once", () => {
  expect(quoteLocalPart("ada.lovelace@x.org")).toBe("ada.lovelace@x.org");
  expect(quoteLocalPart("ada lovelace@x.org")).toBe('"ada lovelace"@x.org');
  expect(quoteLocalPart('"ada lovelace"@x.org')).toBe('"ada lovelace"@x.org');
  expect(quoteLocalPart('a"b@c@x.org')).toBe('"a\\"b@c"@x.org');
  expect(quoteLocalPart("жук@x.org")).toBe("жук@x.org");
  expect(["", "ada", "@x.org"].map(quoteLocalPart)).toEqual(["", "ada", "@x.org"]);
});
