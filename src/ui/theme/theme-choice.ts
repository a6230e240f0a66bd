import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

const STORAGE_KEY = "theme";

/** A stored 'light' is light, anything else is dark. */
export const themeFromStorage = (stored: string | null): Theme => (stored === "light" ? "light" : "dark");

/** Reads the theme from the classes of the document root; if both are set, the one just added counts. */
export function themeFromMarker(classes: Pick<DOMTokenList, "contains">, previous: Theme): Theme {
  const isDark = classes.contains("dark");
  if (isDark && classes.contains("light")) return previous === "dark" ? "light" : "dark";
  return isDark ? "dark" : "light";
}

let current: Theme = "dark";
const listeners = new Set<() => void>();

/** Uses the class set before the first paint and follows later changes, including those by other tabs. */
export function watchTheme(): void {
  const root = document.documentElement;
  mark(themeFromMarker(root.classList, "dark"));
  new MutationObserver(() => {
    const theme = themeFromMarker(root.classList, current);
    if (theme !== current || root.classList.contains(theme === "dark" ? "light" : "dark")) mark(theme);
  }).observe(root, { attributes: true, attributeFilter: ["class"] });
  window.addEventListener("storage", (event) => {
    if (event.key === STORAGE_KEY) mark(themeFromStorage(event.newValue));
  });
}

/** Sets the theme chosen by the user on the root and stores it. */
export function chooseTheme(theme: Theme): void {
  mark(theme);
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
}

export const toggleTheme = () => chooseTheme(current === "dark" ? "light" : "dark");

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current);

function mark(theme: Theme): void {
  const root = document.documentElement;
  current = theme;
  root.classList.remove(theme === "dark" ? "light" : "dark");
  root.classList.add(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
