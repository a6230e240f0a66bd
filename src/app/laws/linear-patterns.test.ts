import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { regexLiterals } from "./regex-literals.ts";
import { slownessOf } from "./slow-pattern.ts";

// Patterns take no more than linear time (security.md D21). Every regular expression of every source is found in the
// code and analyzed, not timed.

const folder = join(import.meta.dirname, "../..");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|factory)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));

type Capped = { path: string; prefix: string; cap: string; reason: string };
/** Slow ones whose text is cut in the same file, by the words given as `cap`. This list only shrinks. */
const CAPPED: readonly Capped[] = [
  ...["(?<![\\d/.:-]|(?:jan", "(?:\\bat\\s+|@", "(?:^|\\s)(?:at|@|in", "\\s+(?:on|at|for"].map((prefix) => ({
    path: "features/calendar/events/quick-event.ts",
    prefix,
    cap: "line.slice(0, MAX_QUICK_ADD)",
    reason: "one line of at most 1,000 letters, typed by the person",
  })),
  {
    path: "features/tasks/quick-add.ts",
    prefix: "(?<=^|\\s)[.,;:]+",
    cap: "line.slice(0, MAX_QUICK_ADD)",
    reason: "one line of at most 1,000 letters, typed by the person",
  },
  {
    path: "features/daily-ops/voice/draft-email.ts",
    prefix: "\\b(?:about|regarding",
    cap: "asked.slice(0, MAX_COMMAND)",
    reason: "a command of at most 1,000 letters",
  },
  {
    path: "features/calendar/icalendar/read-zones.ts",
    prefix: "([A-Z][\\w-]+\\/",
    cap: "name.slice(-100)",
    reason: "the name of a time zone stands at the end",
  },
  {
    path: "features/daily-ops/news/fetch-feed.ts",
    prefix: "<\\?xml",
    cap: "bytes.subarray(0, 200)",
    reason: "the declaration stands in the first bytes",
  },
  {
    path: "features/email/reading/detect-charset.ts",
    prefix: "<meta",
    cap: "bytes.subarray(0, 1024)",
    reason: "the declaration stands in the first bytes",
  },
  {
    path: "platform/http/pages/page-head.ts",
    prefix: "<!-- page head",
    cap: "const REGION =",
    reason: "the page that the build made: nobody else writes it",
  },
];

const slow = sources.flatMap(({ path, text }) =>
  regexLiterals(path, text).flatMap((literal) => {
    const reasons = slownessOf(literal);
    return reasons.length > 0 ? [{ path, text, source: literal.source, reasons }] : [];
  }),
);
const isFor = (found: { path: string; source: string }) => (capped: Capped) =>
  capped.path === found.path && found.source.startsWith(capped.prefix);

test("no pattern takes more than linear time, unless its text is cut", () => {
  const open = slow.filter((found) => !CAPPED.some(isFor(found)));
  expect(open.map(({ path, source, reasons }) => `${path}: /${source}/ ${reasons.join("; ")}`)).toEqual([]);
});

test("patterns listed as cut are still slow, and their files cut the text", () => {
  for (const capped of CAPPED) {
    const found = slow.find((each) => isFor(each)(capped));
    expect(found?.text, `${capped.path}: ${capped.prefix}`).toContain(capped.cap);
  }
});

test("every regular expression is found, however it is written", { timeout: 60_000 }, () => {
  const text = [
    'const WORD = "[a-z]+";',
    "const ONE = /a+b/gi;",
    `const TWO = new RegExp(\`^(?:\${WORD}|\${ONE.source}|\${asked})$\`, 'u');`,
    'const THREE = RegExp(["x", "y"].join("|") + "z");',
    "const view = <a href={/d/.source}>/no/</a>;",
  ].join("\n");
  expect(regexLiterals("a.tsx", text)).toEqual([
    { source: "a+b", flags: "gi" },
    { source: "^(?:[a-z]+|a+b|x)$", flags: "u" },
    { source: "x|yz", flags: "" },
    { source: "d", flags: "" },
  ]);
  expect(sources.flatMap((source) => regexLiterals(source.path, source.text)).length).toBeGreaterThan(800);
});

test.for([
  /\s+$/,
  /a*b/,
  /^\s*a/m,
  /<[^>]*>/,
  /<a\s[^>]*style/i,
  /\[\[.*?\]\]/,
  /(a+)+$/,
  /^(.*):(.*)$/,
  /a(?=.*b)/,
  /x(?:y|z[^w]*)w/,
  /^(?:a|aa)+$/,
  /\[[^\]]{0,1000}\]/,
  /<link\b[^>]{1,200}x/,
])("%s is slow", (pattern) => {
  expect(slownessOf(pattern)).not.toEqual([]);
});

test.for([
  /(?<!\s)\s+$/,
  /^\s+$/,
  /\w+/,
  /<[^<>]*>/,
  /<[a-z][^>]*(>|$)/,
  /^ *\/\/.*$/m,
  /\b\w+@/,
  /^[^:]*:\s*\S+\s*$/,
  /x\s*,\s*y/,
  /[a-z]+x/y,
  /\[[^\]]{0,100}\]/,
  /<link\b[^<>]{0,2000}>/,
  /^\p{RGI_Emoji}$/v,
])("%s is not slow", (pattern) => {
  expect(slownessOf(pattern)).toEqual([]);
});
