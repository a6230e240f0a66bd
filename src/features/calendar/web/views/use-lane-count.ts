import { type RefObject, useLayoutEffect, useState } from "react";
import { scaledPx } from "#ui/layout/rem.ts";

/** How many events fit into a day of the grid at its current height; heights in pixels at type of 16 px. */
export function useLaneCount(
  grid: RefObject<HTMLElement | null>,
  rows: number,
  headHeight: number,
  laneHeight: number,
): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => setHeight(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  const row = (height - scaledPx(WEEKDAYS_HEIGHT)) / rows;
  return Math.max(1, Math.floor((row - scaledPx(headHeight) - 2) / scaledPx(laneHeight)));
}

/** The row above the weeks, as month-view.module.css has it. */
const WEEKDAYS_HEIGHT = 32;
