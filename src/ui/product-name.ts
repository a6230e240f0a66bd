import { useSyncExternalStore } from "react";

let name: string | undefined;
const listeners = new Set<() => void>();

/** What the product is called on this instance: the server writes it into the page, and it can change meanwhile. */
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
