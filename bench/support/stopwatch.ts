import type { Page } from "@playwright/test";

/** Elements that must be on the page, with the text if given, or must be gone. */
export type PageCondition = { selector: string; text?: string; isAbsent?: boolean };

/** Measures from the browser's event to the paint after the first frame that meets all conditions. */
export async function installStopwatch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = globalThis as typeof globalThis & Stopwatch;
    const isSeen = ({ selector, text, isAbsent }: PageCondition) => {
      const found = [...document.querySelectorAll(selector)];
      const isThere = found.some((each) => text === undefined || each.textContent?.includes(text));
      return isThere !== (isAbsent ?? false);
    };
    watch.startStopwatch = (event, conditions) => {
      watch.stopwatch = new Promise((stop) => {
        const onEvent = ({ timeStamp }: Event) => {
          const check = () => {
            if (!conditions.every(isSeen)) return requestAnimationFrame(check);
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => stop(performance.now() - timeStamp);
            return port2.postMessage(null);
          };
          requestAnimationFrame(check);
        };
        addEventListener(event, onEvent, { once: true, capture: true });
      });
    };
  });
}

type Stopwatch = {
  startStopwatch(event: string, conditions: readonly PageCondition[]): void;
  stopwatch: Promise<number>;
};

/** Milliseconds from the next `event` caused by `act` until all conditions are painted. */
export async function untilPainted(
  page: Page,
  event: "click" | "keydown",
  act: () => Promise<unknown>,
  ...conditions: PageCondition[]
): Promise<number> {
  await page.evaluate(
    ([name, conditions]) => (globalThis as typeof globalThis & Stopwatch).startStopwatch(name, conditions),
    [event, conditions] as const,
  );
  await act();
  return page.evaluate(() => (globalThis as typeof globalThis & Stopwatch).stopwatch);
}
