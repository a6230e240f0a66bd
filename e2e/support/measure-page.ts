import type { Page } from "@playwright/test";

/** Pixels; 320 is also a window of 640 at 200 %. */
export const WIDTHS = [320, 768, 1280, 1920];
const SMALLEST = { textPx: 12 } as const;

/** What of `docs/design.md` can be measured, each as a list of elements. */
export const measure = (page: Page) =>
  page.evaluate(({ textPx }) => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest(".visually-hidden") === null;
    const isForReaders = ({ clientWidth, clientHeight }: Element) => clientWidth <= 1 && clientHeight <= 1;
    const nameOf = (element: Element) => {
      const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
      return `${element.tagName.toLowerCase()} '${name.trim().slice(0, 40)}'`;
    };
    const written = [...document.querySelectorAll("body *")].filter(
      (element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
        ) &&
        isSeen(element) &&
        !isForReaders(element),
    );
    const isCut = (element: Element) => {
      const style = getComputedStyle(element);
      const isMarked = style.textOverflow === "ellipsis" || style.maskImage !== "none";
      if (style.display === "inline" || isMarked || style.webkitLineClamp !== "none") return false;
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      return (
        (element.scrollWidth > element.clientWidth + 1 && hides(style.overflowX)) ||
        (element.scrollHeight > element.clientHeight + 3 && hides(style.overflowY))
      );
    };
    /** Words beside their own box lie over what is next to it. */
    const isSpilled = (element: Element) => {
      if (getComputedStyle(element).display === "inline" || isCut(element)) return false;
      const box = element.getBoundingClientRect();
      return [...element.childNodes].some((node) => {
        if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === "") return false;
        const range = document.createRange();
        range.selectNodeContents(node);
        const words = range.getBoundingClientRect();
        const { overflowX } = getComputedStyle(element);
        return overflowX === "visible" && (words.right > box.right + 2 || words.left < box.left - 2);
      });
    };
    const names = (elements: readonly Element[]) => elements.map(nameOf);
    return {
      titles: names([...document.querySelectorAll("h1")].filter((title) => title.checkVisibility())),
      primary: names([...document.querySelectorAll("main header [data-variant=filled]")].filter(isSeen)),
      small: names(written.filter((each) => Number.parseFloat(getComputedStyle(each).fontSize) < textPx)),
      cut: names(written.filter(isCut)),
      spilled: names(written.filter(isSpilled)),
    };
  }, SMALLEST);

/** Milliseconds without a new element after which a page is complete: what is read later would not be measured. */
const STILL_MS = { loaded: 400, resized: 150 };
export const untilStill = (page: Page, since: keyof typeof STILL_MS = "loaded") =>
  page.evaluate(
    (stillMs) =>
      new Promise<void>((done) => {
        const end = () => {
          changes.disconnect();
          done();
        };
        let timer = setTimeout(end, stillMs);
        const changes = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, stillMs);
        });
        changes.observe(document.body, { subtree: true, childList: true });
      }),
    STILL_MS[since],
  );
