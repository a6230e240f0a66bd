/** A shown text that can be searched: in parts, such as pages, of which not all are drawn. */
export type SearchableText = {
  /** The text of each part, as `textOf` reads it from the part's element. */
  load(): Promise<readonly string[]>;
  /** The element that shows the part; null while it is not drawn. */
  elementOf(part: number): Element | null;
  /** Scrolls to the part, which is drawn then. */
  scrollTo(part: number): void;
  /** What scrolls. */
  scroller(): Element | null;
  /** Calls the listener when a part was drawn, until the returned function is called. */
  onDrawn(listener: () => void): () => void;
};

/** A text in one part that is there already. */
export const shownText = (element: Element, scroller: Element): SearchableText => ({
  load: async () => [textOf(element).text],
  elementOf: () => element,
  scrollTo: () => undefined,
  scroller: () => scroller,
  onDrawn: () => () => undefined,
});

const BLOCKS = "p, li, td, th, h1, h2, h3, h4, h5, h6, section, div, pre, body";

type Piece = { node: Text; at: number };

/** The text of an element, with a line break between its blocks, and the range of a place in it. */
export function textOf(root: Element): { text: string; rangeOf(start: number, end: number): Range | null } {
  const pieces: Piece[] = [];
  let text = "";
  let block: Element | null = null;
  const walker = root.ownerDocument.createTreeWalker(root, SHOWN);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName === "BR") text += "\n";
    if (!isText(node)) continue;
    const around: Element | null = node.parentElement?.closest(BLOCKS) ?? null;
    if (block && around !== block) text += "\n";
    block = around;
    pieces.push({ node, at: text.length });
    text += node.data;
  }
  const placeOf = (at: number) => pieces.findLast((piece) => piece.at <= at);
  const rangeOf = (start: number, end: number) => {
    const first = placeOf(start);
    const last = placeOf(end - 1);
    if (!first || !last) return null;
    const range = root.ownerDocument.createRange();
    range.setStart(first.node, Math.min(start - first.at, first.node.length));
    range.setEnd(last.node, Math.min(end - last.at, last.node.length));
    return range;
  };
  return { text, rangeOf };
}

/** Elements and texts. */
const SHOWN = 5;

/** A node of a frame is of the frame's own class. */
const isText = (node: Node): node is Text => node.nodeType === 3;
