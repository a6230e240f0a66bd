import { browserWindow } from "./browser-window.ts";
import { OPEN } from "./popovers.ts";

const INLINE = /^(A|ABBR|B|BUTTON|CODE|EM|I|IMG|INPUT|KBD|LABEL|MARK|SELECT|SMALL|SPAN|STRONG|SVG|TIME)$/i;

/**
 * Style sheets are not loaded here, so the computed style of an element is its inline style. The window's own
 * implementation would return the same, but searches the whole page on each call.
 */
export function installWrittenStyle(): void {
  const getComputedStyle = (element: Element) => {
    const { style, tagName } = element as HTMLElement;
    const own = (name: string) => style?.getPropertyValue(name) ?? "";
    return {
      display: isHidden(element) ? "none" : own("display") || (INLINE.test(tagName) ? "inline" : "block"),
      visibility: element.closest("[style*='visibility: hidden']") ? "hidden" : "visible",
      pointerEvents: "auto",
      content: "",
      fontSize: "16px",
      getPropertyValue: own,
    };
  };
  Object.assign(globalThis, { getComputedStyle });
  Object.assign(browserWindow, { getComputedStyle });
}

const isHidden = (element: Element) =>
  element.hasAttribute("hidden") || (element.hasAttribute("popover") && !element.hasAttribute(OPEN));

/** Whether a person could see it, by what stands in the page. */
export const isSeen = (element: Element) =>
  element.isConnected &&
  !element.closest(
    `[hidden], [popover]:not([${OPEN}]), [style*='display: none'], [style*='visibility: hidden'], details:not([open]) > :not(summary)`,
  );
