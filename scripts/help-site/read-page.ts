import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { addressOf, FILES } from "./pages.ts";

export type Heading = { id: string; text: string; depth: number };
/** One search result: a heading with the text below it. */
export type Section = { id: string; title: string; page: string; text: string };
export type Page = { file: string; title: string; html: string; headings: Heading[]; sections: Section[] };

/** Reads one Markdown file of `docs/`. Throws where it has no title, or HTML of its own. */
export function readPage(folder: string, file: string): Page {
  const source = readFileSync(join(folder, file), "utf8");
  const headings: Heading[] = [];
  const marked = new Marked({ renderer: rendererFor(folder, file, headings) });
  const tokens = marked.lexer(source);
  const html = marked.parser(tokens);
  const title = headings.find(({ depth }) => depth === 1)?.text;
  if (!title) throw new Error(`${file} has no title`);
  return { file, title, html, headings, sections: sectionsOf(file, title, tokens, headings) };
}

function rendererFor(folder: string, file: string, headings: Heading[]) {
  return {
    heading(
      this: { parser: { parseInline(tokens: Tokens.Heading["tokens"]): string } },
      token: Tokens.Heading,
    ) {
      const id = uniqueId(slugOf(token.text), headings);
      headings.push({ id, text: plain(token.text), depth: token.depth });
      const inner = this.parser.parseInline(token.tokens);
      const anchor =
        token.depth === 1 ? "" : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${token.depth} id="${id}">${inner}${anchor}</h${token.depth}>\n`;
    },
    link(this: { parser: { parseInline(tokens: Tokens.Link["tokens"]): string } }, token: Tokens.Link) {
      const inner = this.parser.parseInline(token.tokens);
      const isOutside = /^https?:/.test(token.href);
      const rel = isOutside ? ' rel="noreferrer"' : "";
      return `<a href="${escapeHtml(isOutside ? token.href : servedAt(file, token.href))}"${rel}>${inner}</a>`;
    },
    image({ href, text }: Tokens.Image) {
      const path = posix.join(posix.dirname(file), href);
      const { width, height } = sizeOfWebp(readFileSync(join(folder, path)));
      return `<img src="/help/${path}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
    },
    html({ text }: Tokens.HTML | Tokens.Tag): string {
      throw new Error(`${file} has HTML of its own: ${text}`);
    },
  };
}

/** A link between pages as a URL of the site; links out of the help are not changed. */
function servedAt(file: string, href: string): string {
  const [path = "", anchor] = href.split("#", 2);
  const hash = anchor ? `#${anchor}` : "";
  if (path === "") return hash;
  if (path.startsWith("/")) return href;
  const target = posix.join(posix.dirname(file), path);
  if (FILES.includes(target)) return addressOf(target) + hash;
  throw new Error(`${file} links to ${href}, which is no page of the help`);
}

function sectionsOf(file: string, title: string, tokens: Tokens.Generic[], headings: Heading[]): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = headings[sections.length];
      const isTop = token.depth === 1;
      const id = addressOf(file) + (isTop || !heading ? "" : `#${heading.id}`);
      sections.push({ id, title: plain(token.text), page: title, text: "" });
    } else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${plain(token.raw)}`.trim();
    }
  }
  return sections;
}

/** As GitHub generates them, so that links to headings work there as well. */
export const slugOf = (text: string) =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

function uniqueId(slug: string, headings: Heading[]): string {
  const same = headings.filter(({ id }) => id === slug || id.replace(/-\d+$/, "") === slug).length;
  return same === 0 ? slug : `${slug}-${same}`;
}

/** The plain text of Markdown, for search and titles. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(\||[-*>#]|\d+\.)\s*/gm, "")
    .replaceAll(/\|?[\s:|-]*-{3,}[\s:|-]*\|?/g, " ")
    .replaceAll(/^```\w*$/gm, "")
    .replaceAll(/[`*|]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Width and height from the header (RFC 9649, 2.5 and 2.7). */
function sizeOfWebp(bytes: Buffer): { width: number; height: number } {
  const format = bytes.toString("latin1", 8, 16);
  if (format === "WEBPVP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (format === "WEBPVP8X")
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  throw new Error("Pictures of the help are lossy WebP");
}

export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
