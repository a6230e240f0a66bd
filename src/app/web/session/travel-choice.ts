import { useSyncExternalStore } from "react";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";

/** What a person chose when this browser was in another zone than their profile. */
export type TravelChoice = "switched" | "kept";

const KEY = "zone while travelling";

const listeners = new Set<() => void>();

/** See `travelChoice`; also what another tab stores. */
export const useTravelChoice = (home: string | undefined): TravelChoice | null =>
  useSyncExternalStore(subscribe, () => travelChoice(home));

/** The choice for this browser's zone and that of the profile, `home`: one for other zones no longer counts. */
export function travelChoice(home: string | undefined): TravelChoice | null {
  try {
    const [choice, zone, from] = (localStorage.getItem(KEY) ?? "").split(" ");
    const isSame = zone === ownTimeZone() && from === home;
    return isSame && (choice === "switched" || choice === "kept") ? choice : null;
  } catch {
    // Where storage is forbidden the question comes again.
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function saveTravelChoice(choice: TravelChoice, home: string): void {
  try {
    localStorage.setItem(KEY, `${choice} ${ownTimeZone()} ${home}`);
  } catch {
    // Where storage is forbidden the choice is not kept.
  }
  for (const listener of listeners) listener();
}
