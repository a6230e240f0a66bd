import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed. What depends on it is there before the browser takes the page to paper. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const media = window.matchMedia("print");
    window.addEventListener("beforeprint", () => flushSync(() => setPrinting(true)), { signal });
    window.addEventListener("afterprint", () => setPrinting(false), { signal });
    media.addEventListener("change", ({ matches }) => setPrinting(matches), { signal });
    return () => stop.abort();
  }, []);
  return isPrinting;
}
