import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "./durations.ts";

test.each([
  ["90", 90],
  ["45 min", 45],
  ["1h30", 90],
  ["1 h 30 min", 90],
  ["1:30", 90],
  ["2 hours", 120],
  [" 2  Hours and 15 minutes ", 135],
  ["1.5 h", 90],
  ["0,25 Stunden", 15],
  ["1 Std. 30 Min.", 90],
  ["2 heures et 5 min", 125],
  ["1 hora y 20 minutos", 80],
] as const)("issue 27: '%s' are %i minutes", (typed, minutes) => {
  expect(parseDuration(typed)).toBe(minutes);
});

test.each(["", "soon", "1h30x", "-5", "two hours", "1:75", "3 days", "h", "and", "1e3"])(
  "issue 27: '%s' is no duration",
  (typed) => {
    expect(parseDuration(typed)).toBeNull();
  },
);

test("issue 27: what is shown is understood when it is typed, in every language", () => {
  for (const minutes of [5, 60, 95]) expect(parseDuration(formatDuration(minutes))).toBe(minutes);
  for (const language of ["de", "fr", "es"]) {
    const words = readFileSync(`src/i18n/catalogues/${language}.po`, "utf8");
    const [, form = ""] = /msgid "\{hours\} h \{rest\} min"\nmsgstr "(.+)"/.exec(words) ?? [];
    expect(parseDuration(form.replace("{hours}", "1").replace("{rest}", "35"))).toBe(95);
  }
});
