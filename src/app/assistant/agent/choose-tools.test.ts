import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Sentence } from "../understanding/world/score-sentence.ts";
import { ToolSet } from "./tools.ts";

const folder = new URL("../understanding/world/sentences/", import.meta.url);
const sentences = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Sentence),
);

/** One tool does the same for one record as another for many. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  "emails.delete": ["emails.deleteMany"],
  "emails.deleteMany": ["emails.delete"],
  "emails.restore": ["emails.restoreMany"],
  "emails.restoreMany": ["emails.restore"],
  "emails.updateMany": ["emails.update"],
  "tasks.deleteMany": ["tasks.delete"],
  "tasks.create": ["tasks.quickAdd"],
  "events.create": ["events.addQuickly"],
};

test("issue 26, 4: the first tools fit the sentence: at least 95 of 100 need no search for tools", () => {
  const all = sentences.filter(({ expect: { calls = [], any = [] } }) => calls.length + any.length > 0);
  expect(all.length).toBeGreaterThan(1_000);
  const missing = new Map<string, string[]>();
  const fit = all.filter(({ sentence, after = [], expect: { calls, any } }) => {
    // A sentence that goes on from another one has that in its chat.
    const names = new Set(
      new ToolSet([...after, sentence].join(". "), null).available.map(({ name }) => name.replace("_", ".")),
    );
    const has = (name: string) => [name, ...(SAME[name] ?? [])].some((each) => names.has(each));
    const wished = any ?? [calls ?? []];
    if (wished.some((each) => each.every(([name]) => has(name)))) return true;
    for (const [name] of wished[0] ?? [])
      if (!has(name)) missing.set(name, [...(missing.get(name) ?? []), sentence]);
    return false;
  });
  process.stdout.write(`first tools fit ${fit.length} of ${all.length} sentences\n`);
  for (const [name, lacking] of [...missing].sort(([, one], [, other]) => other.length - one.length))
    process.stdout.write(`${name} ${lacking.length}: ${lacking.slice(0, 3).join(" | ")}\n`);
  expect(fit.length / all.length).toBeGreaterThanOrEqual(0.95);
});
