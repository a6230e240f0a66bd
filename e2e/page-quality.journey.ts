import type { Page } from "@playwright/test";
import { openAtWidth, openUntilStill } from "./support/all-pages.ts";
import { collectErrors, expectSound } from "./support/expect-sound.ts";
import { expect, test } from "./support/fixtures.ts";
import { measure, WIDTHS } from "./support/measure-page.ts";
import { measureTargets } from "./support/measure-targets.ts";
import { expectNoOverflow } from "./support/phone.ts";
import { ROUTES } from "./support/routes.ts";

const DESKTOP = 1280;
const ORDER = [DESKTOP, ...WIDTHS.filter((width) => width !== DESKTOP)];

/** The page at this address, as a link opens it on a desktop and at each other width; a finger's phone has its own test. */
async function expectQuality(page: Page, address: string, title: string): Promise<void> {
  for (const width of ORDER)
    await test.step(`${address} at ${width} px`, async () => {
      await openAtWidth(page, address, title, width, ORDER);
      await expectNoOverflow(page);
      const { titles, primary, ...faults } = await measure(page);
      expect.soft(titles, `titles of ${address}`).toHaveLength(1);
      expect.soft(primary.length, `${primary}`).toBeLessThanOrEqual(1);
      expect.soft(faults, `${address} at ${width} px`).toEqual({ small: [], cut: [], spilled: [] });
      if (width !== DESKTOP) return;
      expect.soft(await measureTargets(page, 32), address).toEqual([]);
      await expectSound(page);
    });
}

for (const [group, routes] of Object.entries(ROUTES))
  test(`SHELL-04 to SHELL-21: ${group}: one title, one primary action, no small or cut text, nothing too wide, at four widths; axe finds nothing in both themes`, async ({
    page,
    grace,
  }) => {
    await grace.signInPage(page);
    // Forty pages, on a machine with half the speed too.
    test.slow();
    const errors = collectErrors(page);
    for (const [address, title] of routes) await expectQuality(page, address, title);
    expect(errors).toEqual([]);
  });

test("a document and a project: the same, and axe finds nothing", async ({ page, ada }) => {
  await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  const [document] = (await ada.call<{ items: Titled[] }>("documents.list")).items;
  const [project] = (await ada.call<{ items: Titled[] }>("projects.list")).items;
  for (const [address, title] of [
    [`/documents/${document?.id}`, document?.title],
    [`/tasks/projects/${project?.id}`, project?.name],
  ] as const)
    await expectQuality(page, address, title ?? "");
});

for (const [group, routes] of Object.entries(ROUTES))
  test.describe(() => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test(`${group}: every control has 44 px for a finger on a phone`, async ({ page, grace }) => {
      await grace.signInPage(page);
      for (const [address, title] of routes) {
        await openUntilStill(page, address, title);
        await expectNoOverflow(page);
        const { cut, spilled } = await measure(page);
        expect.soft({ cut, spilled }, address).toEqual({ cut: [], spilled: [] });
        expect.soft(await measureTargets(page, 44), address).toEqual([]);
      }
    });
  });

type Titled = { id: string; title?: string; name?: string };
