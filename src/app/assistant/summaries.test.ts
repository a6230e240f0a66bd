import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { summarizeByRule } from "#features/email/writing/summarize-by-rule.ts";

/** Texts, and after `>` the facts that a summary has to contain. */
const casesIn = (file: string) =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .split("---\n")
    .map((part) => {
      const lines = part.trim().split("\n");
      const facts = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
      return { text: lines.filter((line) => !line.startsWith("> ")).join("\n"), facts };
    });

/** The rules were tuned on the first set; the second has the same author, and some of its words occur in the rules. */
test.each([
  ["that the rules were mended by", "texts-to-summarize.txt", 0.95],
  ["that they were not mended by", "more-texts-to-summarize.txt", 0.9],
] as const)(
  "MAIL-47: summaries of texts %s contain the main points in the words of the text",
  (name, file, least) => {
    const cases = casesIn(file);
    let held = 0;
    const missing: string[] = [];
    for (const { text, facts } of cases) {
      const summary = summarizeByRule(text);
      for (const sentence of summary.split(/(?<=[.?!]) (?=[A-Z])/))
        expect(text.toLowerCase().replaceAll("\n", " ")).toContain(sentence.toLowerCase());
      for (const fact of facts)
        if (summary.includes(fact)) held += 1;
        else missing.push(`'${fact}' is not in: ${summary}`);
    }
    const all = cases.reduce((sum, { facts }) => sum + facts.length, 0);
    process.stdout.write(`summaries of texts ${name}: ${held} of ${all} facts held\n${missing.join("\n")}\n`);
    expect(held / all).toBeGreaterThanOrEqual(least);
  },
);
