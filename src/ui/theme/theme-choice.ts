import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";
/** What a person chooses; `system` follows the operating system. */
export type ThemeChoice = Theme | "system";

const STORAGE_KEY = "theme";
/** A key of its own, because of the other only 'light' may be light at start. */
const SOURCE_KEY = "theme-source";

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

/**
 * Uses the class set before the first paint and follows later changes: public/theme.js marks the root for choices of
 * other tabs and, where the person chose it, with the operating system.
 */
export function watchTheme(): void {
  const root = document.documentElement;
  mark(themeFromMarker(root.classList, "dark"));
  new MutationObserver(() => {
    const theme = themeFromMarker(root.classList, current);
    if (theme !== current || root.classList.contains(theme === "dark" ? "light" : "dark")) mark(theme);
    else notify();
  }).observe(root, { attributes: true, attributeFilter: ["class"] });
}

/** Stores the theme chosen by the user and sets it on the root. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.setItem(SOURCE_KEY, choice);
    else {
      localStorage.setItem(STORAGE_KEY, choice);
      localStorage.removeItem(SOURCE_KEY);
    }
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
  mark(choice === "system" ? systemTheme() : choice);
}

export const toggleTheme = () => chooseTheme(current === "dark" ? "light" : "dark");

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current);

export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore(subscribe, () => (followsSystem() ? "system" : current));

const systemTheme = (): Theme =>
  window.matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";

function followsSystem(): boolean {
  try {
    return localStorage.getItem(SOURCE_KEY) === "system";
  } catch {
    // Where storage is forbidden nothing was chosen.
    return false;
  }
}

function mark(theme: Theme): void {
  const root = document.documentElement;
  current = theme;
  root.classList.remove(theme === "dark" ? "light" : "dark");
  root.classList.add(theme);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
