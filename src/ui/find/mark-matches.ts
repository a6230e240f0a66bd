import type { Match } from "./find-all.ts";
import { type SearchableText, textOf } from "./searchable-text.ts";

const ALL = "found";
const CURRENT = "found-current";

type FrameWindow = Window & typeof globalThis;

/**
 * Marks the matches in the parts that are drawn, by the browser's highlights: nothing of the text is changed. Returns
 * the range of the current match; null while its part is not drawn. A browser without highlights only scrolls.
 */
export function markMatches(
  text: SearchableText,
  matches: readonly Match[],
  current: Match | undefined,
): Range | null {
  const ranges: Range[] = [];
  let currentRange: Range | null = null;
  let view: FrameWindow | null | undefined = text.scroller()?.ownerDocument.defaultView;
  for (const part of new Set(matches.map((match) => match.part))) {
    const element = text.elementOf(part);
    if (!element) continue;
    view = element.ownerDocument.defaultView;
    const { rangeOf } = textOf(element);
    for (const match of matches) {
      const range = match.part === part ? rangeOf(match.start, match.end) : null;
      if (range && match === current) currentRange = range;
      else if (range) ranges.push(range);
    }
  }
  if (view) highlight(view, ALL, ranges);
  if (view) highlight(view, CURRENT, currentRange ? [currentRange] : []);
  return currentRange;
}

/** Removes all marks from the text. */
export function unmarkMatches(text: SearchableText): void {
  const view = text.scroller()?.ownerDocument.defaultView;
  for (const name of [ALL, CURRENT]) if (view) highlight(view, name, []);
}

function highlight(view: FrameWindow, name: string, ranges: readonly Range[]): void {
  if (!view.CSS?.highlights) return;
  if (ranges.length === 0) view.CSS.highlights.delete(name);
  else view.CSS.highlights.set(name, new view.Highlight(...ranges));
}

/** Scrolls so that the range is in the upper half, unless it is visible. */
export function scrollToRange(scroller: Element, range: Range): void {
  const isPage = scroller === scroller.ownerDocument.scrollingElement;
  const top = isPage ? 0 : scroller.getBoundingClientRect().top;
  const at = range.getBoundingClientRect();
  if (at.top >= top && at.bottom <= top + scroller.clientHeight) return;
  scroller.scrollTop += at.top - top - scroller.clientHeight / 3;
}
