import { type Attrs, type DOMOutputSpec, type MarkSpec, Schema } from "prosemirror-model";

/** Allowed link addresses; all others are dropped, whatever their source. */
export const isLinkAddress = (address: string): boolean => /^(https?:\/\/|mailto:|tel:)\S+$/i.test(address);

function requireLinkAddress(address: unknown): void {
  if (typeof address !== "string" || !isLinkAddress(address))
    throw new RangeError("A link leads to no such address");
}

const wraps =
  (tag: string): (() => DOMOutputSpec) =>
  () => [tag, 0];

const mark = (tag: string, ...others: string[]): MarkSpec => ({
  parseDOM: [tag, ...others].map((each) => ({ tag: each })),
  toDOM: wraps(tag),
});

/**
 * The only content that a formatted text can have: all typed, pasted or loaded content is converted to it, so that the
 * editor's output is safe by construction. A line is a paragraph, as in a plain text.
 */
export const richTextSchema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: {
      group: "block",
      content: "inline*",
      parseDOM: ["div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "tr"].map((tag) => ({ tag })),
      toDOM: wraps("div"),
    },
    quote: {
      group: "block",
      content: "block+",
      defining: true,
      parseDOM: [{ tag: "blockquote" }],
      toDOM: wraps("blockquote"),
    },
    bullets: { group: "block", content: "item+", parseDOM: [{ tag: "ul" }], toDOM: wraps("ul") },
    numbers: { group: "block", content: "item+", parseDOM: [{ tag: "ol" }], toDOM: wraps("ol") },
    item: { content: "paragraph block*", defining: true, parseDOM: [{ tag: "li" }], toDOM: wraps("li") },
    line_break: {
      group: "inline",
      inline: true,
      selectable: false,
      leafText: () => "\n",
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
    text: { group: "inline" },
  },
  marks: {
    link: {
      attrs: { href: { validate: requireLinkAddress } },
      inclusive: false,
      parseDOM: [{ tag: "a[href]", getAttrs: addressOf }],
      toDOM: ({ attrs }) => ["a", { href: attrs.href, title: attrs.href }, 0],
    },
    bold: mark("strong", "b"),
    italic: mark("em", "i"),
    underline: mark("u"),
    strike: mark("s", "del", "strike"),
    code: mark("code", "tt"),
  },
});

function addressOf(link: HTMLElement): Attrs | false {
  const href = link.getAttribute("href") ?? "";
  return isLinkAddress(href) && { href };
}
