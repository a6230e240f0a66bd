import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { expectNoOverflow } from "./support/phone.ts";
import { ROUTES } from "./support/routes.ts";

/** Pixels; 320 is also a window of 640 at 200 %. */
const WIDTHS = [320, 768, 1280, 1920];
const SMALLEST = { textPx: 12, targetPx: 24 } as const;

/** What of `docs/design.md` can be measured, each as a list of elements. */
const measure = (page: Page) =>
  page.evaluate(({ textPx, targetPx }) => {
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
    const isSmallTarget = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return getComputedStyle(element).display !== "inline" && Math.min(width, height) < targetPx;
    };
    // What stands in the grid of a calendar is as high as it lasts.
    const controls = [
      ...document.querySelectorAll("main :is(button, a[href], select):not([role=grid] *, [data-event])"),
    ];
    const names = (elements: readonly Element[]) => elements.map(nameOf);
    return {
      titles: names([...document.querySelectorAll("h1")].filter((title) => title.checkVisibility())),
      primary: names([...document.querySelectorAll("main header [data-variant=filled]")].filter(isSeen)),
      small: names(written.filter((each) => Number.parseFloat(getComputedStyle(each).fontSize) < textPx)),
      cut: names(written.filter(isCut)),
      targets: names(controls.filter((each) => isSeen(each) && isSmallTarget(each))),
    };
  }, SMALLEST);

/** The page at this address, at each width, as a link in a mail opens it. */
async function expectQuality(page: Page, address: string, title: string): Promise<void> {
  for (const width of WIDTHS)
    await test.step(`${address} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeAttached();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectNoOverflow(page);
      const { titles, primary, ...faults } = await measure(page);
      expect.soft(titles, `titles of ${address}`).toHaveLength(1);
      expect.soft(primary.length, `${primary}`).toBeLessThanOrEqual(1);
      expect.soft(faults, `${address} at ${width} px`).toEqual({ small: [], cut: [], targets: [] });
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

type Titled = { id: string; title?: string; name?: string };
