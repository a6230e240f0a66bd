import { useEffect, useEffectEvent } from "react";
import { isMetered } from "./is-metered.ts";

/** Milliseconds after which the first data of a page has usually been requested. */
const WAIT_MS = 1_000;

/**
 * Fetches what a page shows after a click or a key, so that it opens in the same frame. On a metered line only when it is
 * opened, and not at all where the component is gone before.
 */
export function useFetchAfterPage(...parts: readonly { fetch(): Promise<unknown> }[]): void {
  const fetchParts = useEffectEvent(() => {
    if (isMetered()) return;
    // What could not be fetched now is fetched when it is wanted.
    for (const part of parts) part.fetch().catch(() => undefined);
  });
  useEffect(() => {
    const timer = setTimeout(() => fetchParts(), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
}
