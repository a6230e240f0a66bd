/** One property of a vCard. */
export type CardProperty = {
  /** The number of its first line in the file, from 1. */
  line: number;
  /** As received, with its folds, without the last line break. */
  raw: string;
  /** `item1` of `item1.EMAIL`; links it to other properties. */
  group: string;
  /** In upper case. */
  name: string;
  /** Names in upper case; a bare value (`HOME`, vCard 2.1) is a TYPE, an ENCODING or a VALUE. */
  params: readonly (readonly [name: string, value: string])[];
  /** Unfolded, still encoded and escaped. */
  value: string;
};

/** A card as received: its text from BEGIN to END, and the properties between. */
export type CardBlock = { line: number; text: string; properties: CardProperty[] };

type Line = { number: number; text: string };

/** The cards of a file, each by itself; text around them is ignored. A card without END ends where the next begins. */
export function splitCards(text: string): CardBlock[] {
  const found: CardBlock[] = [];
  let lines: Line[] | null = null;
  let depth = 0;
  const close = () => {
    if (lines) found.push(blockOf(lines));
    lines = null;
    depth = 0;
  };
  for (const [index, each] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = { number: index + 1, text: each };
    if (BEGIN.test(each)) {
      // vCard 2.1 may have a whole card inside: that of an AGENT.
      const isInside = lines !== null && AGENT.test(lines.at(-1)?.text ?? "");
      if (!isInside) close();
      lines ??= [];
      depth += 1;
    }
    lines?.push(line);
    if (lines && END.test(each)) {
      depth -= 1;
      if (depth <= 0) close();
    }
  }
  close();
  return found;
}

const BEGIN = /^\s*begin:\s*vcard\s*$/i;
const END = /^\s*end:\s*vcard\s*$/i;
const AGENT = /^([\w-]+\.)?agent[;:][^:]*:?$/i;

function blockOf(lines: readonly Line[]): CardBlock {
  const [first] = lines;
  const properties: CardProperty[] = [];
  const own = lines.slice(1, END.test(lines.at(-1)?.text ?? "") ? -1 : undefined);
  for (let at = 0; at < own.length; ) {
    const { property, next } = readProperty(own, at);
    if (property) properties.push(property);
    at = next;
  }
  return { line: first?.number ?? 1, text: lines.map((line) => line.text).join("\r\n"), properties };
}

/** The property that begins at a line, and where the next one begins. A line that is none is skipped. */
function readProperty(lines: readonly Line[], at: number): { property: CardProperty | null; next: number } {
  const first = lines[at];
  let next = at + 1;
  if (!first || first.text.trim() === "") return { property: null, next };
  let start = first.text;
  // The head of a property may be folded, too.
  for (; !splitHead(start) && isFolded(lines[next]) && next - at < MAX_HEAD_LINES; next += 1)
    start += lines[next]?.text.slice(1) ?? "";
  const head = splitHead(start);
  if (!head) return { property: null, next };
  const encoding = encodingOf(head.params);
  const parts = [head.value];
  for (let line = lines[next]; line; line = lines[next]) {
    const last = parts.at(-1)?.trimEnd() ?? "";
    if (encoding === "quoted-printable" && last.endsWith("="))
      parts.splice(-1, 1, last.slice(0, -1), line.text);
    else if (isFolded(line)) parts.push(line.text.slice(1));
    else if (encoding === "base64" && BASE64_LINE.test(line.text)) parts.push(line.text);
    else break;
    next += 1;
  }
  if (head.name === "AGENT" && BEGIN.test(lines[next]?.text ?? "")) next = endOfInner(lines, next);
  const raw = lines
    .slice(at, next)
    .map(({ text }) => text)
    .join("\r\n");
  return { property: { ...head, value: parts.join(""), line: first.number, raw }, next };
}

const MAX_HEAD_LINES = 20;
const isFolded = (line: Line | undefined) => /^[ \t]/.test(line?.text ?? "");

/** Some programs of vCard 2.1 fold base64 without a space, up to an empty line. */
const BASE64_LINE = /^[A-Za-z0-9+/]+=*\s*$/;

function endOfInner(lines: readonly Line[], from: number): number {
  let depth = 0;
  for (let at = from; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? "";
    if (BEGIN.test(text)) depth += 1;
    if (END.test(text)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return lines.length;
}

type Head = Pick<CardProperty, "group" | "name" | "params" | "value">;

/** `group.NAME;PARAM=value:value`; null if the text is not a property (yet). */
function splitHead(text: string): Head | null {
  const [start, group = "", name = ""] = /^\s*(?:([\w-]+)\.)?([\w-]+)\s*(?=[;:])/.exec(text) ?? [];
  if (start === undefined) return null;
  let at = start.length;
  const params: [string, string][] = [];
  while (text[at] === ";") {
    const [param = ""] = /^;(?:"[^"]*"|[^";:])*/.exec(text.slice(at)) ?? [];
    if (param === "") return null;
    params.push(...paramsOf(param.slice(1)));
    at += param.length;
  }
  return text[at] === ":" ? { group, name: name.toUpperCase(), params, value: text.slice(at + 1) } : null;
}

function paramsOf(text: string): [string, string][] {
  const [, name, given] = /^\s*([\w-]+)\s*=(.*)$/s.exec(text) ?? [];
  if (name === undefined || given === undefined) {
    const bare = text.trim();
    return bare === "" ? [] : [[bareNameOf(bare), bare]];
  }
  const values = given.match(/"[^"]*"|[^",]+/g) ?? [];
  return values.map((value) => [name.toUpperCase(), decodeParam(value.trim().replaceAll('"', ""))]);
}

const bareNameOf = (bare: string): string => {
  if (/^(quoted-printable|base64|[78]bit|b|q)$/i.test(bare)) return "ENCODING";
  return /^(inline|url|uri|content-id|cid)$/i.test(bare) ? "VALUE" : "TYPE";
};

/** RFC 6868. */
const decodeParam = (value: string) =>
  value.replaceAll(/\^([n'^])/g, (_, sign: string) => ({ n: "\n", "'": '"' })[sign] ?? "^");

export const paramOf = ({ params }: Pick<CardProperty, "params">, name: string): string | null =>
  params.find(([each]) => each === name)?.[1] ?? null;

type Encoding = "quoted-printable" | "base64" | "none";

export function encodingOf(params: CardProperty["params"]): Encoding {
  const encoding = (paramOf({ params }, "ENCODING") ?? "").toLowerCase();
  if (encoding === "quoted-printable" || encoding === "q") return "quoted-printable";
  return encoding === "b" || encoding === "base64" ? "base64" : "none";
}
