import DOMPurify from "dompurify";
import { DOMParser, type Node, type Slice } from "prosemirror-model";
import { richTextSchema } from "./rich-text-schema.ts";

const parser = DOMParser.fromSchema(richTextSchema);
const RULES = {
  RETURN_DOM: true,
  ALLOWED_TAGS: [
    ...["div", "p", "br", "blockquote", "ul", "ol", "li", "a", "b", "strong", "i", "em", "u", "s", "del"],
    ...["strike", "code", "tt", "pre", "span", "h1", "h2", "h3", "h4", "h5", "h6"],
    ...["table", "tbody", "thead", "tr", "td", "th"],
  ],
  ALLOWED_ATTR: ["href"],
  ALLOW_DATA_ATTR: false,
} as const satisfies Parameters<typeof DOMPurify.sanitize>[1];

/** Parses the HTML of a formatted text written here into a document. */
export const docOfHtml = (html: string): Node => parser.parse(treeOf(html), { preserveWhitespace: true });

/** Parses clipboard HTML; an empty line is added between foreign paragraphs. */
export function sliceOfHtml(html: string): Slice {
  const tree = treeOf(html);
  for (const paragraph of tree.querySelectorAll("p"))
    if (paragraph.nextElementSibling) paragraph.after(tree.ownerDocument.createElement("div"));
  return parser.parseSlice(tree);
}

function treeOf(html: string): HTMLElement {
  const tree = DOMPurify.sanitize(html, RULES);
  if (!(tree instanceof HTMLElement)) throw new TypeError("The sanitiser gave back no tree");
  // A break at the end of a line only gives an empty line its height.
  for (const last of tree.querySelectorAll("br:last-child")) if (!last.nextSibling) last.remove();
  const texts = tree.ownerDocument.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    texts.currentNode.nodeValue = texts.currentNode.nodeValue?.replaceAll("\u00a0", " ") ?? "";
  return tree;
}
