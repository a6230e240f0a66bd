import { useSyncExternalStore } from "react";

let name: string | undefined;
const listeners = new Set<() => void>();

/** The product's name on this instance: the server renders it into the page, and it can change later. */
export const useProductName = () => useSyncExternalStore(subscribe, productName);

export function setProductName(next: string): void {
  if (next === productName()) return;
  name = next;
  for (const listener of listeners) listener();
}

function productName(): string {
  name ??= document.querySelector<HTMLMetaElement>("meta[name=application-name]")?.content || "Adjutant";
  return name;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
