import type { Browser, Locator, Page } from "@playwright/test";
import type { Person } from "./person.ts";
import type { Instance } from "./product.ts";

/** A phone whose pages move what they move, in which the person is signed in. */
export async function openPhone(browser: Browser, instance: Instance, person: Person): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const motion = { reducedMotion: "no-preference" } as const;
  const context = await browser.newContext({ baseURL: instance.url, locale: "en-US", ...phone, ...motion });
  const page = await context.newPage();
  await person.signInPage(page);
  return page;
}

type Movement = { x?: number; y?: number };

/** Real touches: the browser decides whether they scroll, tap or move something. The finger stays down. */
export async function drag(target: Locator, { x = 0, y = 0 }: Movement): Promise<{ lift(): Promise<void> }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("What is not shown cannot be touched");
  const session = await target.page().context().newCDPSession(target.page());
  // Where there is room for the movement.
  const start = { x: box.x + box.width / 2 - x / 2, y: box.y + box.height / 2 };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", start);
  const steps = 12;
  for (let step = 1; step <= steps; step += 1)
    await touch("touchMove", { x: start.x + (x * step) / steps, y: start.y + (y * step) / steps });
  return { lift: async () => void (await touch("touchEnd")) };
}

export async function swipe(target: Locator, movement: Movement): Promise<void> {
  const finger = await drag(target, movement);
  await finger.lift();
}
