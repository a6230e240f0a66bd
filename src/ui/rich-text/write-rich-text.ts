import type { Mark, Node } from "prosemirror-model";
import { richTextSchema } from "./rich-text-schema.ts";

/** A text, and its HTML if it has formatting. */
export type RichText = { text: string; html: string | null };

/** A line becomes a paragraph; `textOf` returns exactly the same text. */
export function docOfText(text: string): Node {
  const { paragraph, doc } = richTextSchema.nodes;
  const lines = text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => paragraph?.create(null, line === "" ? [] : [richTextSchema.text(line)]));
  return richTextSchema.node(
    doc?.name ?? "doc",
    null,
    lines.filter((line) => line !== undefined),
  );
}

/** The document position of an offset in the plain text. */
export const positionOf = (text: string, offset: number): number =>
  offset + 1 + (text.slice(0, offset).match(/\n/g)?.length ?? 0);

export const richTextOf = (doc: Node): RichText => ({
  text: textOf(doc),
  html: isPlain(doc) ? null : htmlOf(doc),
});

/** Lines without formatting need no HTML. */
const isPlain = (doc: Node): boolean =>
  doc.children.every(
    (block) => block.type.name === "paragraph" && block.children.every((inline) => inline.marks.length === 0),
  );

/** The plain text version: lists with dashes and numbers, quotes with '> ', links with their address. */
export const textOf = (doc: Node): string => doc.children.flatMap(linesOf).join("\n");

function linesOf(block: Node): string[] {
  const inner = () => block.children.flatMap(linesOf);
  switch (block.type.name) {
    case "paragraph":
      return wordsOf(block).split("\n");
    case "quote":
      return inner().map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`));
    case "bullets":
      return block.children.flatMap((item) => itemLines(item, "- "));
    case "numbers":
      return block.children.flatMap((item, index) => itemLines(item, `${index + 1}. `));
    default:
      return inner();
  }
}

const itemLines = (item: Node, sign: string): string[] =>
  item.children.flatMap(linesOf).map((line, index) => (index === 0 ? sign : " ".repeat(sign.length)) + line);

function wordsOf(paragraph: Node): string {
  return paragraph.children
    .map((inline, index) => {
      const words = inline.text ?? "\n";
      const link = linkOf(inline);
      const isContinued = link !== undefined && linkOf(paragraph.maybeChild(index + 1)) === link;
      const isNamed = link !== undefined && !link.endsWith(words) && words !== link;
      return isNamed && !isContinued ? `${words} (${link.replace(/^mailto:/, "")})` : words;
    })
    .join("");
}

const linkOf = (inline: Node | null): string | undefined =>
  inline?.marks.find(({ type }) => type.name === "link")?.attrs.href;

/** For other mail programs: no classes and no styles, only widely supported elements. */
export const htmlOf = (doc: Node): string => blocksHtml(doc.children);

export const htmlOfText = (text: string): string => htmlOf(docOfText(text));

function blocksHtml(blocks: readonly Node[]): string {
  const [first, ...rest] = blocks;
  if (!first) return "";
  if (!isQuotedLine(first)) return blockHtml(first) + blocksHtml(rest);
  const end = blocks.findIndex((block) => !isQuotedLine(block));
  const quoted = end < 0 ? blocks : blocks.slice(0, end);
  const inner = quoted.map(withoutSign);
  return `<blockquote type="cite">${blocksHtml(inner)}</blockquote>${blocksHtml(blocks.slice(quoted.length))}`;
}

/** '> ' as plain answers quote (RFC 3676 §4.5). */
const isQuotedLine = (block: Node) => block.type.name === "paragraph" && block.textContent.startsWith(">");
const withoutSign = (line: Node): Node =>
  line.copy(line.content.cut(line.textContent.startsWith("> ") ? 2 : 1));

const TAGS: Record<string, readonly [open: string, close: string]> = {
  quote: [`<blockquote type="cite">`, "</blockquote>"],
  bullets: ["<ul>", "</ul>"],
  numbers: ["<ol>", "</ol>"],
  item: ["<li>", "</li>"],
  bold: ["<strong>", "</strong>"],
  italic: ["<em>", "</em>"],
  underline: ["<u>", "</u>"],
  strike: ["<s>", "</s>"],
  code: ["<code>", "</code>"],
};

function blockHtml(block: Node): string {
  if (block.type.name === "paragraph") return `<div>${inlineHtml(block) || "<br>"}</div>`;
  const [open = "", close = ""] = TAGS[block.type.name] ?? [];
  return open + blocksHtml(block.children) + close;
}

const inlineHtml = (paragraph: Node): string =>
  paragraph.children
    .map((inline) => inline.marks.reduceRight(markHtml, inline.isText ? escaped(inline.text ?? "") : "<br>"))
    .join("")
    .replace(/^ /, "&nbsp;");

function markHtml(inner: string, { type, attrs }: Mark): string {
  if (type.name === "link") return `<a href="${escaped(String(attrs.href))}">${inner}</a>`;
  const [open = "", close = ""] = TAGS[type.name] ?? [];
  return open + inner + close;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Keeps several spaces in a row. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll(/ (?= )/g, "&nbsp;");

/** Joins two texts, with HTML if either has formatting. */
export function joined(first: RichText, second: RichText): RichText {
  const html = ({ text, html }: RichText) => html ?? htmlOfText(text);
  return {
    text: first.text + second.text,
    html: first.html === null && second.html === null ? null : html(first) + html(second),
  };
}
