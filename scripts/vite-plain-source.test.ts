import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { escaped } from "./vite-plain-source.ts";

test("ASCII output means the same: strings, templates, patterns, names and existing escapes", () => {
  const program = [
    "'caf\u00e9 \u{1f600} \\\\\u00e9 \\\u00e9'",
    "`\u2026\\n\u00df`",
    "/^[\u00e0-\u00ff\u{1f600}]+$/u.test('\u00e9\u{1f600}')",
    "/\u20ac\\s/.source.length > 0 && /\u20ac\\s/.test('\u20ac ')",
    "(() => { const gr\u00f6\u00dfe = { '\u2192': 3 }; return gr\u00f6\u00dfe['\u2192']; })()",
  ];
  for (const line of program) {
    expect(line).toMatch(/[^\p{ASCII}]/u);
    expect(escaped(line)).toMatch(/^\p{ASCII}+$/u);
    expect(runInNewContext(escaped(line))).toBe(runInNewContext(line));
  }
});
