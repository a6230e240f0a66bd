import { type RefObject, useLayoutEffect, useState } from "react";
import { scaledPx } from "./rem.ts";

type Widths = { least: number; gap: number };

/** As many columns of this least width, in pixels at type of 16 px, as fit into the frame; 0 until its width is known. */
export function useColumns(frame: RefObject<HTMLElement | null>, { least, gap }: Widths): number {
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + gap) / (scaledPx(least) + gap))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, least, gap]);
  return columns;
}
