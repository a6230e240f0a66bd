import type { KeyboardEvent } from "react";
import { isTyping } from "./shortcuts.ts";

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Arrows, j and k move between the `[data-stop]` elements inside, or to the first if none has the focus; in a field,
 * letters are typed.
 */
export function moveAmongStops(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || isTaken(event) || (event.key.length === 1 && isTyping(event.target))) return;
  const stops = stopsIn(event.currentTarget);
  const here = stops.findIndex((stop) => stop.closest("li") === document.activeElement?.closest("li"));
  const next = stops[here < 0 ? 0 : here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Where a key of the page leads to a list. */
export const focusFirstStop = (list: Element | null): void => {
  if (list) stopsIn(list)[0]?.focus();
};

/** What keys do with the row that has the focus: once per press, and not in its menu or a field. */
export const rowKeys =
  (acts: Record<string, () => void>) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const act = acts[event.key];
    if (!act || event.repeat || isTaken(event) || isTyping(event.target)) return;
    event.preventDefault();
    act();
  };

/** Before this element's row is removed: focuses the next row, or the previous one, of its list or else around it. */
export function focusNextRow(element: Element): void {
  const row = element.closest("li");
  for (let area = row?.parentElement; area; area = area.parentElement) {
    const stops = stopsIn(area);
    const here = stops.findIndex((stop) => stop.closest("li") === row);
    const next = stops[here + 1] ?? stops[here - 1];
    next?.focus();
    if (next) return;
  }
}

/** Handled already, or the key of a shortcut. */
const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  defaultPrevented || ctrlKey || metaKey || altKey;

const stopsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>("[data-stop]")];
