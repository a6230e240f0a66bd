import { useState, useSyncExternalStore } from "react";
import { useMedia } from "#ui/layout/use-media.ts";

const KEY = "calendar panel";
const FOLDED = "folded";
/** There is space for the panel beside the grid. */
const WIDE = "(min-width: 75.01em)";

const PHONE = "(max-width: 40em)";

const listeners = new Set<() => void>();
/** The choice where storage is forbidden. */
let isFolded = false;

function readFolded(): boolean {
  try {
    return localStorage.getItem(KEY) === FOLDED;
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
    return isFolded;
  }
}

function storeFolded(next: boolean): void {
  isFolded = next;
  try {
    localStorage.setItem(KEY, next ? FOLDED : "open");
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const usePhone = (): boolean => useMedia(PHONE);

export type PanelState = {
  /** A column beside the grid, or a sheet over it. */
  isBeside: boolean;
  isPhone: boolean;
  isOpen: boolean;
  toggle(): void;
  close(): void;
};

/** The side panel: in a wide window as it was left in this browser, otherwise closed until it is opened. */
export function usePanelState(): PanelState {
  const isBeside = useMedia(WIDE);
  const isPhone = usePhone();
  const folded = useSyncExternalStore(subscribe, readFolded);
  const [isSheetOpen, setSheetOpen] = useState(false);
  return {
    isBeside,
    isPhone,
    isOpen: isBeside ? !folded : isSheetOpen,
    toggle: () => (isBeside ? storeFolded(!folded) : setSheetOpen(!isSheetOpen)),
    close: () => (isBeside ? storeFolded(true) : setSheetOpen(false)),
  };
}
