type FocusRequest = { id: string; scrolls: boolean; isGiven: boolean };

let requested: FocusRequest | null = null;
let drawn: MutationObserver | undefined;

/**
 * The focus for the element of this id: at once where it is there, else as soon as it is drawn, which scrolling or an
 * answer may have to bring about. Where it is drawn anew it has it again. Until the person goes elsewhere.
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

/** What comes after `prefix` in the id that will have the focus once it is drawn: keys before that are meant for it. */
export const awaitedId = (prefix: string): string | undefined =>
  requested && isAwaited(requested) && requested.id.startsWith(prefix)
    ? requested.id.slice(prefix.length)
    : undefined;

/** Also what had it and was taken away by scrolling. */
const isAwaited = ({ isGiven }: FocusRequest) => !isGiven || document.activeElement === document.body;

function applyFocus(): void {
  if (!requested || (requested.isGiven && document.activeElement !== document.body)) return;
  const element = document.getElementById(requested.id);
  if (!element) return;
  requested.isGiven = true;
  element.focus({ preventScroll: !requested.scrolls });
}

function cancel({ type, target }: Event): void {
  if (type === "focusin" && target instanceof HTMLElement && target.id === requested?.id) return;
  requested = null;
  drawn?.disconnect();
  drawn = undefined;
  document.removeEventListener("focusin", cancel);
  document.removeEventListener("pointerdown", cancel, { capture: true });
}
