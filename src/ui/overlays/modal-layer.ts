import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { tabStops, trapTabFocus } from "./trap-tab-focus.ts";

const open: symbol[] = [];

/**
 * A modal layer over the page: it traps the focus and returns it, Escape closes only the topmost one, and the page
 * behind does not scroll. Returns the ref for the layer's root element.
 */
export function useModalLayer(onClose: () => void): RefObject<HTMLDivElement | null> {
  const surface = useRef<HTMLDivElement>(null);
  useFirstFocus(surface);
  useTabInside(surface);
  useTopmostEscape(onClose);
  return surface;
}

/** In the same frame, so that no typed key is lost; later only where the focus is not inside yet. */
function useFirstFocus(surface: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    surface.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
    const late = setTimeout(() => {
      if (surface.current && !surface.current.contains(document.activeElement)) focusFirst(surface.current);
    });
    return () => {
      clearTimeout(late);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [surface]);
}

function focusFirst(layer: HTMLElement): void {
  const first = layer.querySelector<HTMLElement>("[data-autofocus]") ?? tabStops(layer)[0] ?? layer;
  first.focus({ preventScroll: true });
}

function useTabInside(surface: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => surface.current && trapTabFocus(surface.current, event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [surface]);
}

function useTopmostEscape(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // In the same frame: the user may press Escape as soon as the dialog is visible.
  useLayoutEffect(() => {
    const layer = Symbol("layer");
    open.push(layer);
    const listen = (event: KeyboardEvent) => {
      if (open.at(-1) !== layer || !isForLayer(event)) return;
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
function isForLayer(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return false;
  const isInOpenList =
    event.target instanceof Element && event.target.closest("[data-takes-escape]") !== null;
  return !isInOpenList && document.querySelector(":popover-open") === null;
}
