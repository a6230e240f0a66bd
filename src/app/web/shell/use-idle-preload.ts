import { type AnyRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { AREAS, SETTINGS } from "./navigation.ts";

/** Loads the code of the areas while idle, so that navigation never waits for it. */
export function useIdlePreload(): void {
  const router = useRouter();
  useEffect(() => {
    const preload = () => {
      const preloadedPaths = new Set<string>([...AREAS, SETTINGS].map(({ href }) => href));
      for (const route of Object.values<AnyRoute>(router.routesByPath))
        if (preloadedPaths.has(route.fullPath)) void router.loadRouteChunk(route);
    };
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(preload, 2_000);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(preload, { timeout: 5_000 });
    return () => window.cancelIdleCallback(handle);
  }, [router]);
}
