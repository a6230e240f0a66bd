import { useLayoutEffect, useRef } from "react";

/**
 * Holds the keys pressed while a dialog is on its way, and presses them again in it (`isThere`); if it takes too long, they are
 * dropped. The page behind would take them
 * for its shortcuts: somebody who opens the search and types a name at once must not archive a mail.
 */
export function useHeldKeys(isHeld: boolean, isThere: boolean): void {
  const held = useRef<KeyboardEvent[]>([]);
  useLayoutEffect(() => {
    if (!isHeld) {
      const keys = held.current.splice(0);
      // After the frame that shows the dialog: its first field has the focus then.
      if (isThere && keys.length > 0) queueMicrotask(() => keys.forEach(pressAgain));
      return;
    }
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.current.push(event);
    };
    window.addEventListener("keydown", hold, { capture: true });
    return () => window.removeEventListener("keydown", hold, { capture: true });
  }, [isHeld, isThere]);
}

function pressAgain({ key, code, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true });
  if (target.dispatchEvent(event) && [...key].length === 1) typeInto(target, key);
}

/** A synthetic key types nothing by itself. */
function typeInto(target: Element, text: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
}
