import type { Page } from "@playwright/test";

type Box = { left: number; top: number; right: number; bottom: number };
/** A line of words: its whole box, and what the boxes around it show of it. */
type Line = { element: number; name: string; full: Box; shown: Box; isCut: boolean; floats: boolean };

/**
 * Where words lie over others, or are cut off by a box around them, each as a list. What a box says in dots, behind a
 * fade or in so many lines is not cut; the events of a calendar are as high as they last.
 */
export async function measureText(page: Page) {
  const lines = await page.evaluate(collectLines);
  const still = lines.filter(({ floats, shown }) => !floats && widthOf(shown) > 0 && heightOf(shown) > 0);
  const overlapping = still.flatMap((one, index) =>
    still
      .slice(index + 1)
      .filter((other) => overlaps(one, other))
      .map((other) => `${one.name} over ${other.name}`),
  );
  const clipped = lines.filter(({ isCut }) => isCut).map(({ name }) => name);
  return { overlapping: [...new Set(overlapping)].slice(0, 12), clipped: [...new Set(clipped)].slice(0, 12) };
}

/** Icons that are narrower than this many pixels. */
export const measureIcons = (page: Page, leastPx: number) =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll(".lucide")]
        .filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
        .map((icon) => ({ icon, width: icon.getBoundingClientRect().width }))
        .filter(({ width }) => width < least)
        .map(({ icon, width }) => `${icon.getAttribute("class")} ${width}`),
    leastPx,
  );

const widthOf = ({ left, right }: Box) => right - left;
const heightOf = ({ top, bottom }: Box) => bottom - top;

function overlaps(one: Line, other: Line): boolean {
  if (one.element === other.element) return false;
  const across = Math.min(one.shown.right, other.shown.right) - Math.max(one.shown.left, other.shown.left);
  const down = Math.min(one.shown.bottom, other.shown.bottom) - Math.max(one.shown.top, other.shown.top);
  return across > 2 && down > Math.min(heightOf(one.full), heightOf(other.full)) / 4;
}

/** In the page: every line of every text that is rendered. */
function collectLines(): Line[] {
  const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
  const ancestorsOf = (element: Element | null): Element[] =>
    element && element !== document.body ? [element, ...ancestorsOf(element.parentElement)] : [];
  const floats = (element: Element) => ["fixed", "sticky"].includes(getComputedStyle(element).position);
  const isHidden = ({ clientWidth, clientHeight }: Element) => clientWidth === 1 && clientHeight === 1;
  const frameOf = (element: Element, { overflowX, overflowY }: CSSStyleDeclaration, shown: Box): Box => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return {
      ...shown,
      ...(overflowX !== "visible" && {
        left: Math.max(shown.left, left),
        right: Math.min(shown.right, right),
      }),
      ...(overflowY !== "visible" && {
        top: Math.max(shown.top, top),
        bottom: Math.min(shown.bottom, bottom),
      }),
    };
  };
  const readLine = (ancestors: readonly Element[], full: Box) => {
    let [shown, isCut, isMarked] = [full, false, false];
    for (const each of ancestors) {
      const style = getComputedStyle(each);
      if (style.display === "inline") continue;
      isMarked ||= style.textOverflow === "ellipsis" || style.maskImage !== "none";
      isMarked ||= style.webkitLineClamp !== "none" || each.matches("[data-event]");
      const rest = frameOf(each, style, shown);
      const [across, down] = [rest.right - rest.left, rest.bottom - rest.top];
      const isLess =
        (hides(style.overflowY) && shown.bottom - shown.top - down > 5) ||
        (hides(style.overflowX) && shown.right - shown.left - across > 3);
      // What is out of sight as a whole can be scrolled to, or is not there for a reason.
      isCut ||= isLess && !isMarked && across > 0 && down > 0;
      shown = rest;
    }
    return { full, shown, isCut };
  };
  const states = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
  const elements = [...document.querySelectorAll("body :not(script, style, svg *, option)")];
  return elements.flatMap((each, element) => {
    const texts = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    if (!texts.some((node) => node.textContent?.trim()) || !each.checkVisibility(states)) return [];
    const ancestors = ancestorsOf(each);
    if (each.closest(".visually-hidden") || ancestors.some(isHidden)) return [];
    const name = `${each.tagName.toLowerCase()} '${(each.textContent ?? "").trim().slice(0, 40)}'`;
    const boxes = texts.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width }) => width > 1);
    });
    return boxes.map(({ left, top, right, bottom }) => ({
      ...readLine(ancestors, { left, top, right, bottom }),
      ...{ element, name, floats: ancestors.some(floats) },
    }));
  });
}
