type FocusRequest = { id: string; scrolls: boolean; isGiven: boolean };

let requested: FocusRequest | null = null;
let drawn: MutationObserver | undefined;

/** Until something is pressed on the loaded page, the focus that it gives shows no ring. */
let isUntouched = true;
for (const press of ["keydown", "pointerdown"])
  globalThis.addEventListener?.(press, () => (isUntouched = false), { capture: true, once: true });

/**
 * Focuses the element with this id: at once if it exists, otherwise as soon as it is rendered, for example after
 * scrolling or a response. If it is rendered again, it is focused again; ends when the user focuses or presses
 * anything else.
 */
export function focusOn(id: string, { scrolls = false } = {}): void {
  requested = { id, scrolls, isGiven: false };
  applyFocus();
  if (drawn) return;
  drawn = new MutationObserver(applyFocus);
  drawn.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", cancel);
  document.addEventListener("pointerdown", cancel, { capture: true });
}

/** The rest after `prefix` of the id that waits for the focus: keys pressed before it is rendered are meant for it. */
export const awaitedId = (prefix: string): string | undefined =>
  requested && isAwaited(requested) && requested.id.startsWith(prefix)
    ? requested.id.slice(prefix.length)
    : undefined;

/** Includes an element that lost the focus because scrolling removed it. */
const isAwaited = ({ isGiven }: FocusRequest) => !isGiven || document.activeElement === document.body;

function applyFocus(): void {
  if (!requested || (requested.isGiven && document.activeElement !== document.body)) return;
  const element = document.getElementById(requested.id);
  if (!element) return;
  requested.isGiven = true;
  element.focus({ preventScroll: !requested.scrolls, ...(isUntouched && { focusVisible: false }) });
}

function cancel({ type, target }: Event): void {
  if (type === "focusin" && target instanceof HTMLElement && target.id === requested?.id) return;
  requested = null;
  drawn?.disconnect();
  drawn = undefined;
  document.removeEventListener("focusin", cancel);
  document.removeEventListener("pointerdown", cancel, { capture: true });
}
