import type { Page } from "@playwright/test";

/** What stands in the grid of a calendar is as high as it lasts; a link within a line is as high as the line. */
const EXEMPT = "[role=grid] *, [data-event], .visually-hidden *";

/** Controls that answer to less than so many pixels: the box, or what answers around it, whichever is larger. */
export const measureTargets = (page: Page, leastPx: number) =>
  page.evaluate(
    ({ exempt, sidePx }) => {
      const kinds = "button, a[href], select, summary, textarea, input:not([type=hidden])";
      const seen = [
        ...document.querySelectorAll(`:is(main, header, nav) :is(${kinds}):not(${exempt})`),
      ].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          getComputedStyle(element).display !== "inline" &&
          element.clientWidth > 1,
      );
      const areaOf = (element: Element) => {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { x, y, width, height } = element.getBoundingClientRect();
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
        const answers = (acrossPx: number, downPx: number) => {
          const hit = document.elementFromPoint(x + width / 2 + acrossPx, y + height / 2 + downPx);
          return hit !== null && (element.contains(hit) || (label?.contains(hit) ?? false));
        };
        const reach = (across: number, down: number) => {
          let px = 0;
          while (px < sidePx && answers(across * (px + 0.5), down * (px + 0.5))) px += 0.5;
          return px;
        };
        return {
          width: Math.max(width, reach(1, 0) + reach(-1, 0)),
          height: Math.max(height, reach(0, 1) + reach(0, -1)),
        };
      };
      return seen.flatMap((element) => {
        const { width, height } = areaOf(element);
        // Half a pixel: the centre of an odd width lies between two.
        if (Math.min(width, height) >= sidePx - 0.5) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
        return [`${element.tagName.toLowerCase()} '${name.trim().slice(0, 40)}' ${width} x ${height}`];
      });
    },
    { exempt: EXEMPT, sidePx: leastPx },
  );
