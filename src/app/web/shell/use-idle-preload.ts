import { type AnyRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isMetered } from "#platform/client/is-metered.ts";
import { whileQuiet } from "#platform/client/while-quiet.ts";
import { AREAS, SETTINGS } from "./navigation.ts";

/** Loads the code of the other areas, so that navigation does not wait for it; never on a metered line. */
export function useIdlePreload(): void {
  const router = useRouter();
  useEffect(() => {
    if (isMetered()) return;
    const paths = new Set<string>([...AREAS, SETTINGS].map(({ href }) => href));
    const areas = Object.values<AnyRoute>(router.routesByPath).filter(({ fullPath }) => paths.has(fullPath));
    return whileQuiet(areas.map((area) => async () => router.loadRouteChunk(area)));
  }, [router]);
}
