type Wanted = { id: string; scrolls: boolean; isGiven: boolean };

let wanted: Wanted | null = null;
let drawn: MutationObserver | undefined;

/**
 * The focus for the element of this id: at once where it is there, else as soon as it is drawn, which scrolling or an
 * answer may have to bring about. Where it is drawn anew it has it again. Until the person goes elsewhere.
 */
export function focusOn(id: string, { scrolls = false } = {}): void {
  wanted = { id, scrolls, isGiven: false };
  give();
  if (drawn) return;
  drawn = new MutationObserver(give);
  drawn.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", leave);
  document.addEventListener("pointerdown", leave, { capture: true });
}

/** What comes after `prefix` in the id that will have the focus once it is drawn: keys before that are meant for it. */
export const awaitedId = (prefix: string): string | undefined =>
  wanted && isAwaited(wanted) && wanted.id.startsWith(prefix) ? wanted.id.slice(prefix.length) : undefined;

/** Also what had it and was taken away by scrolling. */
const isAwaited = ({ isGiven }: Wanted) => !isGiven || document.activeElement === document.body;

function give(): void {
  if (!wanted || (wanted.isGiven && document.activeElement !== document.body)) return;
  const element = document.getElementById(wanted.id);
  if (!element) return;
  wanted.isGiven = true;
  element.focus({ preventScroll: !wanted.scrolls });
}

function leave({ type, target }: Event): void {
  if (type === "focusin" && target instanceof HTMLElement && target.id === wanted?.id) return;
  wanted = null;
  drawn?.disconnect();
  drawn = undefined;
  document.removeEventListener("focusin", leave);
  document.removeEventListener("pointerdown", leave, { capture: true });
}
