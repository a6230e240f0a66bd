import { useEffect, useEffectEvent } from "react";

const open: symbol[] = [];

/** What lies over the page: Escape closes the topmost only, and the page behind keeps still. */
export function useModalLayer(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const layer = Symbol("layer");
    open.push(layer);
    const listen = (event: KeyboardEvent) => {
      if (open.at(-1) !== layer || !isMeantForLayer(event)) return;
      event.preventDefault();
      close();
    };
    window.addEventListener("keydown", listen, { capture: true });
    document.documentElement.dataset.covered = "";
    return () => {
      window.removeEventListener("keydown", listen, { capture: true });
      open.splice(open.indexOf(layer), 1);
      if (open.length === 0) delete document.documentElement.dataset.covered;
    };
  }, []);
}

/** An open list or popover inside the layer takes Escape first. */
function isMeantForLayer(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return false;
  const isInOpenList =
    event.target instanceof HTMLElement && event.target.dataset.mantineStopPropagation === "true";
  return !isInOpenList && document.querySelector(":popover-open") === null;
}
