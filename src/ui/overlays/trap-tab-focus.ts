const FIELDS =
  "a[href], input, select, textarea, button, summary, iframe, audio[controls], video[controls], [contenteditable], [tabindex]";
/** The browser has stops of its own inside of these: day, month and year, or a whole page. */
const WITH_STOPS =
  "input:is([type=date], [type=time], [type=datetime-local], [type=month], [type=week]), iframe, audio, video";

/** The elements in this layer that Tab reaches, in the order of the page. */
export const tabStops = (layer: Element): HTMLElement[] =>
  [...layer.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(":disabled, [inert] *") && isShown(element),
  );

const isShown = (element: HTMLElement) =>
  element.closest("[hidden], [aria-hidden=true]") === null &&
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

/** Tab on the last element of the layer focuses the first one, and Shift+Tab on the first one the last. */
export function trapTabFocus(layer: Element, event: KeyboardEvent): void {
  if (event.key !== "Tab" || event.defaultPrevented) return;
  const stops = tabStops(layer);
  const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const active = document.activeElement;
  if (!other || !active || (active !== layer && !layer.contains(active))) return;
  if (active instanceof HTMLElement && active.matches(WITH_STOPS)) {
    returnFocus(layer, other);
    return;
  }
  const isAtEdge = active === edge || isSameGroup(active, edge) || (active === layer && event.shiftKey);
  if (!isAtEdge) return;
  event.preventDefault();
  other.focus();
}

/** The buttons of a radio group are one stop. */
const isSameGroup = (one: Element, other: Element | undefined) =>
  one instanceof HTMLInputElement &&
  other instanceof HTMLInputElement &&
  one.type === "radio" &&
  other.type === "radio" &&
  one.name !== "" &&
  one.name === other.name;

/** After the browser has moved the focus: to its next stop, or out of the layer. */
function returnFocus(layer: Element, other: HTMLElement): void {
  setTimeout(() => {
    if (layer.isConnected && !layer.contains(document.activeElement)) other.focus();
  });
}
