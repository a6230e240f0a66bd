import type { KeyboardEvent } from "react";

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Arrows, j and k move between the `[data-stop]` elements inside, or to the first if none has the focus; in a field,
 * letters are typed.
 */
export function moveAmongStops(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.defaultPrevented || (event.key.length === 1 && isField(event.target))) return;
  const stops = stopsIn(event.currentTarget);
  const here = stops.findIndex((stop) => stop.closest("li") === document.activeElement?.closest("li"));
  const next = stops[here < 0 ? 0 : here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Before this element's row is removed: focuses the next row, or the previous one. */
export function focusNextRow(element: Element): void {
  const list = element.closest("ul");
  const row = element.closest("li");
  const stops = list ? stopsIn(list) : [];
  const here = stops.findIndex((stop) => stop.closest("li") === row);
  (stops[here + 1] ?? stops[here - 1])?.focus();
}

const isField = (target: EventTarget) => target instanceof Element && target.matches("input, textarea");

const stopsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>("[data-stop]")];
