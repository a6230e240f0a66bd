import { expect, test } from "vitest";
import { namesWithin } from "./names-within.ts";
import { personLikeness, personWords } from "./person-words.ts";

const person = (name: string, address = "", about = "") => ({
  name,
  addresses: address ? [address] : [],
  about: about ? [about] : [],
});

test.each([
  ["Ingrid", person("Ingrid Solberg"), true],
  ["ms Solberg", person("Ingrid Solberg"), true],
  ["Ingrid Solberg's", person("Ingrid Solberg"), true],
  ["IS", person("Ingrid Solberg"), true],
  ["ingird", person("Ingrid Solberg"), true],
  ["José", person("Jose Alvarez"), true],
  ["Rob", person("Robert Miles"), true],
  ["Bob", person("Robert Miles"), true],
  ["Ingrid Larsen", person("Ingrid Solberg"), false],
  ["our lawyer", person("Marcus Feld", "", "lawyer"), true],
  ["my solicitor in Vienna", person("Marcus Feld", "", "lawyer"), true],
  ["the dr", person("Helen Koch", "praxis@koch.test"), true],
  ["my contact at Stahlwerk", person("Tom Becker", "tom@stahlwerk.test"), true],
  ["Tom the supplier", person("Tom Becker"), true],
  ["Rose", person("Tom Becker", "tom@primrose.test"), false],
  ["the dentist", person("Helen Koch", "praxis@koch.test", "doctor"), false],
])("'%s' and %o", (words, known, isMeant) => {
  expect(personLikeness(personWords(words), known) > 0).toBe(isMeant);
});

const KNOWN = [
  { name: "Bob Carter" },
  { name: "Maria Lopez" },
  { name: "Maria Weiss" },
  { name: "Mark Hill" },
];

test.each([
  [
    "Offsite Bob, Maria Weiss",
    "a group Offsite w/ Bob, Maria Weiss",
    [["Bob Carter"], ["Maria Weiss"]],
    "Offsite",
  ],
  ["Maria", "tell Maria", [["Maria Lopez", "Maria Weiss"]], ""],
  ["Bob Gonzalez", "tell Bob Gonzalez", [], "Bob Gonzalez"],
  ["mark it for bob", "mark it for bob", [["Bob Carter"]], "mark it for"],
  ["Mark it for Bob", "Mark it for Bob", [["Bob Carter"]], "Mark it for"],
])("names within '%s'", (words, sentence, names, rest) => {
  const found = namesWithin(KNOWN, words, sentence);
  expect(found.named.map((each) => each.map(({ name }) => name))).toEqual(names);
  expect(found.rest).toBe(rest);
});
