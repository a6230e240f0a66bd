import { useSyncExternalStore } from "react";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";

/** What a person chose when this browser was in another zone than their profile. */
export type TravelChoice = "switched" | "kept";

const KEY = "zone while travelling";

const listeners = new Set<() => void>();

/** The choice for this browser's zone, of this tab and the others; one for another zone no longer counts. */
export const useTravelChoice = (): TravelChoice | null => useSyncExternalStore(subscribe, travelChoice);

export function travelChoice(): TravelChoice | null {
  try {
    const [choice, zone] = (localStorage.getItem(KEY) ?? "").split(" ");
    return zone === ownTimeZone() && (choice === "switched" || choice === "kept") ? choice : null;
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

export function saveTravelChoice(choice: TravelChoice): void {
  try {
    localStorage.setItem(KEY, `${choice} ${ownTimeZone()}`);
  } catch {
    // Where storage is forbidden the choice is not kept.
  }
  for (const listener of listeners) listener();
}
