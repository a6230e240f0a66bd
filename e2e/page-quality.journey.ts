import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { measure, untilStill, WIDTHS } from "./support/measure-page.ts";
import { expectNoOverflow } from "./support/phone.ts";
import { ROUTES } from "./support/routes.ts";

/** The page at this address, at each width, as a link in a mail opens it. */
async function expectQuality(page: Page, address: string, title: string): Promise<void> {
  for (const width of WIDTHS)
    await test.step(`${address} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeAttached();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await untilStill(page);
      await expectNoOverflow(page);
      const { titles, primary, ...faults } = await measure(page);
      expect.soft(titles, `titles of ${address}`).toHaveLength(1);
      expect.soft(primary.length, `${primary}`).toBeLessThanOrEqual(1);
      expect
        .soft(faults, `${address} at ${width} px`)
        .toEqual({ small: [], cut: [], spilled: [], targets: [] });
    });
}

for (const [group, routes] of Object.entries(ROUTES))
  test(`${group}: one title, one primary action, no small or cut text, nothing too wide, at four widths`, async ({
    page,
    ada,
    instance,
  }) => {
    await instance.command(["set-role", ada.email, "admin"]);
    await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
    for (const [address, title] of routes) await expectQuality(page, address, title);
  });

test("a document and a project: the same, and axe finds nothing", async ({ page, ada }) => {
  await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  const [document] = (await ada.call<{ items: Titled[] }>("documents.list")).items;
  const [project] = (await ada.call<{ items: Titled[] }>("projects.list")).items;
  for (const [address, title] of [
    [`/documents/${document?.id}`, document?.title],
    [`/tasks/projects/${project?.id}`, project?.name],
  ] as const) {
    await expectQuality(page, address, title ?? "");
    await expectAccessible(page);
  }
});

/** What stands in the grid of a calendar is as high as it lasts; a link within a line is as high as the line. */
const EXEMPT = "[role=grid] *, [data-event], .visually-hidden *";

/** Controls whose touch area is smaller than a fingertip: the box, or what answers around it, whichever is larger. */
const measureTouch = (page: Page) =>
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
    { exempt: EXEMPT, sidePx: 44 },
  );

for (const [group, routes] of Object.entries(ROUTES))
  test.describe(() => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test(`${group}: every control has 44 px for a finger on a phone`, async ({ page, ada, instance }) => {
      await instance.command(["set-role", ada.email, "admin"]);
      await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
      for (const [address, title] of routes) {
        await page.goto(address);
        await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeAttached();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await untilStill(page);
        await expectNoOverflow(page);
        const { cut, spilled } = await measure(page);
        expect.soft({ cut, spilled }, address).toEqual({ cut: [], spilled: [] });
        expect.soft(await measureTouch(page), address).toEqual([]);
      }
    });
  });

type Titled = { id: string; title?: string; name?: string };
