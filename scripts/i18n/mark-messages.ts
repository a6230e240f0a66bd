import { type MessageCall, messageCalls } from "./messages.ts";

/** The language of the files, in src/i18n/message.ts. */
const LANGUAGE = /(export const LANGUAGE: string = )"en"/;
export const LANGUAGE_MARK = "@@language@@";
export const MARK = /@@(k[0-9a-f]{9}|language)@@/;

/**
 * A source with a mark in place of each message, which stays one text in a bundle whatever a minifier does with it;
 * messages with values become calls of `fill` and `choose`. The same source where there is none.
 */
export function markMessages(path: string, source: string): string {
  if (LANGUAGE.test(source)) return source.replace(LANGUAGE, `$1"${LANGUAGE_MARK}"`);
  const calls = messageCalls(path, source);
  if (calls.length === 0) return source;
  const marked = rewritten(source, 0, source.length, calls);
  const used = ["fill", "choose"].filter((name) => marked.includes(`$${name}(`));
  if (used.length === 0) return marked;
  return `import { ${used.map((name) => `${name} as $${name}`).join(", ")} } from "#i18n/message.ts";\n${marked}`;
}

/** A part of a source with the calls in it replaced; calls may stand in the values of others. */
function rewritten(source: string, from: number, to: number, calls: readonly MessageCall[]): string {
  let text = "";
  let at = from;
  for (const call of calls) {
    if (call.start < at || call.end > to) continue;
    text += source.slice(at, call.start) + replacement(source, call, calls);
    at = call.end;
  }
  return text + source.slice(at, to);
}

/** A bundler leaves out a message that is not used. */
const PURE = "/* @__PURE__ */ ";

function replacement(source: string, call: MessageCall, calls: readonly MessageCall[]): string {
  const { message, count, values } = call;
  const inner = calls.filter((each) => each !== call);
  const written = (range: { start: number; end: number }) => rewritten(source, range.start, range.end, inner);
  const mark = `"@@${message.key}@@"`;
  if (count) return `${PURE}$choose(${[written(count), mark, ...values.map(written)].join(", ")})`;
  return values.length > 0 ? `${PURE}$fill(${[mark, ...values.map(written)].join(", ")})` : mark;
}
