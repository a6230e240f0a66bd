import { browserWindow } from "./browser-window.ts";

/** Popovers of the HTML standard (6.12), as far as the product uses them: this window does not implement them. */
export const OPEN = "data-open-popover";

type Surface = HTMLElement & { showPopover(): void; hidePopover(): void };

export function installPopovers(): void {
  const { prototype } = browserWindow.HTMLElement;
  Object.assign(prototype, {
    showPopover(this: Surface) {
      toggle(this, true);
    },
    hidePopover(this: Surface) {
      toggle(this, false);
    },
  });
  document.addEventListener("click", openTarget, { capture: true });
  document.addEventListener("pointerdown", closeUnless, { capture: true });
  document.addEventListener("keydown", closeByEscape);
  const query = document.querySelector.bind(document);
  document.querySelector = (selector: string) =>
    query(selector === ":popover-open" ? `[${OPEN}]` : selector) as null;
}

function toggle(surface: Surface, isOpen: boolean): void {
  if (surface.hasAttribute(OPEN) === isOpen) return;
  const states = isOpen ? { oldState: "closed", newState: "open" } : { oldState: "open", newState: "closed" };
  const event = (name: string) => Object.assign(new Event(name), states);
  if (isOpen) openedFrom.set(surface, document.activeElement);
  surface.dispatchEvent(event("beforetoggle"));
  const hadFocus = surface.contains(document.activeElement);
  surface.toggleAttribute(OPEN, isOpen);
  const before = openedFrom.get(surface);
  if (!isOpen && hadFocus && before instanceof HTMLElement) before.focus();
  setTimeout(() => surface.dispatchEvent(event("toggle")));
}

const openedFrom = new WeakMap<Surface, Element | null>();

/** After the event's handlers, also where one of them stops it: the button's own behaviour is not one of them. */
function openTarget(event: Event): void {
  const button = (event.target as Element).closest("[popovertarget]");
  const surface = document.getElementById(button?.getAttribute("popovertarget") ?? "") as Surface | null;
  if (!surface) return;
  queueMicrotask(() => {
    if (!event.defaultPrevented) toggle(surface, !surface.hasAttribute(OPEN));
  });
}

function closeUnless({ target }: Event): void {
  const button = (target as Element).closest("[popovertarget]");
  for (const surface of document.querySelectorAll<Surface>(`[${OPEN}]`))
    if (!surface.contains(target as Node) && surface.id !== button?.getAttribute("popovertarget"))
      toggle(surface, false);
}

function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  const open = [...document.querySelectorAll<Surface>(`[${OPEN}]`)].at(-1);
  if (open) toggle(open, false);
}
