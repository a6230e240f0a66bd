import { type CSSProperties, useEffect, useRef, useState } from "react";
import styles from "./dashboard-page.module.css";

/** Loading, failed or unfolded: the next visit begins otherwise. */
const PASSING = '[role="status"], [role="alert"], [aria-expanded="true"]';

/** What an element needs to be as high as it last was in this browser while its content loads: nothing below it moves. */
export function useLastHeight(id: string, className = "") {
  const key = `height of ${id}`;
  const [height] = useState(() => storedHeight(key));
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { target, contentRect } = entry ?? {};
      if (target && contentRect && !target.querySelector(PASSING)) storeHeight(key, contentRect.height);
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [key]);
  return {
    ref,
    className: `${styles.later} ${className}`,
    style: height ? ({ "--height": `${height}px` } as CSSProperties) : {},
  };
}

function storedHeight(key: string): number {
  try {
    return Number(localStorage.getItem(key));
  } catch {
    // Where storage is forbidden the placeholder has the height of its rows.
    return 0;
  }
}

function storeHeight(key: string, height: number): void {
  try {
    localStorage.setItem(key, String(Math.round(height)));
  } catch {
    // Where storage is forbidden the next placeholder has the height of its rows.
  }
}
