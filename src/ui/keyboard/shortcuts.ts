import { useEffect, useEffectEvent, useLayoutEffect } from "react";

/** One key (`"c"`, `"?"`, `"Escape"`) or two in a row (`"g t"`); `mod+` is Ctrl, or Cmd on a Mac. */
export type Shortcut = {
  keys: string;
  label: string;
  group: string;
  /** Missing if a part of the page handles the keys itself and only lists them here. */
  run?(): void;
};

/** `everywhere` has lower priority: a page may use the same key, whichever was registered first. */
type ShortcutScope = "page" | "everywhere";

/** Of each key all registrations, the newest last. */
type Registry = Map<string, readonly Shortcut[]>;

const registries: Record<ShortcutScope, Registry> = { page: new Map(), everywhere: new Map() };
const listeners = new Set<() => void>();
let current: readonly Shortcut[] = [];
let firstKey = "";
let firstKeyAt = 0;

/** Milliseconds between the two keys of a sequence. */
const SEQUENCE_MS = 1200;

/** Adds shortcuts until the returned function is called. The newest registration of a key wins. */
export function registerShortcuts(shortcuts: readonly Shortcut[], scope: ShortcutScope = "page"): () => void {
  const registry = registries[scope];
  for (const each of shortcuts) registry.set(each.keys, [...(registry.get(each.keys) ?? []), each]);
  publish();
  return () => {
    for (const each of shortcuts) {
      const others = registry.get(each.keys)?.filter((other) => other !== each) ?? [];
      if (others.length > 0) registry.set(each.keys, others);
      else registry.delete(each.keys);
    }
    publish();
  };
}

/** Active while the component is mounted; the palette lists it by its label too. */
export function useShortcut(
  keys: string,
  label: string,
  group: string,
  run: () => void,
  scope: ShortcutScope = "page",
): void {
  const runNow = useEffectEvent(run);
  // In the same frame: the user may press a key as soon as the page is visible.
  useLayoutEffect(
    () => registerShortcuts([{ keys, label, group, run: () => runNow() }], scope),
    [keys, label, group, scope],
  );
}

/** Keys that a part of the page handles itself, for the list of shortcuts; `hints` must be a stable array. */
export function useKeyHints(hints: readonly Pick<Shortcut, "keys" | "label">[], group: string): void {
  useEffect(() => registerShortcuts(hints.map((hint) => ({ ...hint, group }))), [hints, group]);
}

/** Runs the action of a key, for menus and palettes. */
export const runShortcut = (keys: string) => shortcutFor(keys)?.run?.();

export const currentShortcuts = () => current;

export function subscribeToShortcuts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One listener for the whole page. Typing in a field is never a shortcut, except with Ctrl or Cmd. */
export function listenForShortcuts(target: Window = window): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (!hasModifier && (isTyping(event.target) || isDialogOpen())) return;
    const shortcut = match(hasModifier ? `mod+${event.key.toLowerCase()}` : event.key, event.timeStamp);
    if (!shortcut?.run) return;
    event.preventDefault();
    shortcut.run();
  };
  target.addEventListener("keydown", listen);
  return () => target.removeEventListener("keydown", listen);
}

/** Text for people: `mod+k` is `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function describeKeys(keys: string, isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)): string[] {
  return keys.split(" ").flatMap((step) =>
    step.split("+").map((key) => {
      if (key === "mod") return isMac ? "⌘" : "Ctrl";
      return key.length === 1 ? key.toUpperCase() : key;
    }),
  );
}

const shortcutFor = (keys: string) =>
  registries.page.get(keys)?.at(-1) ?? registries.everywhere.get(keys)?.at(-1);

function match(key: string, at: number): Shortcut | undefined {
  const sequence = firstKey && at - firstKeyAt < SEQUENCE_MS ? shortcutFor(`${firstKey} ${key}`) : undefined;
  firstKey = sequence ? "" : key;
  firstKeyAt = at;
  return sequence ?? shortcutFor(key);
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isTextInput =
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
  return (
    isTextInput ||
    target.isContentEditable ||
    ["TEXTAREA", "SELECT"].includes(target.tagName) ||
    inMenu(target)
  );
}

const inMenu = (target: HTMLElement) => target.closest("[role=menu], [role=listbox]") !== null;
const isDialogOpen = () => document.querySelector("[role=dialog][aria-modal=true]") !== null;

function publish(): void {
  current = [...new Map([...registries.everywhere, ...registries.page]).values()].flatMap(
    (registered) => registered.at(-1) ?? [],
  );
  for (const listener of listeners) listener();
}
