import { launchOptions } from "../scripts/browser.ts";
import { openAtWidth } from "./support/all-pages.ts";
import { expect, test } from "./support/fixtures.ts";
import { measure } from "./support/measure-page.ts";
import { measureIcons, measureText } from "./support/measure-text.ts";
import { ROUTES } from "./support/routes.ts";

/** The size of type that a person chose in the browser; widths in `em` of style sheets follow it too. */
test.use({ launchOptions: launchOptions("--blink-settings=defaultFontSize=32") });

/** A phone, a laptop, and a screen on which the pages have all their columns at this size. */
const WIDTHS = [390, 1280, 2560];
const TWICE_THE_SMALLEST = 21.5;

for (const [group, routes] of Object.entries(ROUTES))
  test(`${group}: at 200 % type no words are cut or lie over others, nothing is too wide, and icons grow`, async ({
    page,
    grace,
  }) => {
    await grace.signInPage(page);
    for (const [address, title] of routes)
      for (const width of WIDTHS) {
        await openAtWidth(page, address, title, width, WIDTHS);
        const { cut, spilled } = await measure(page);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect
          .soft(
            {
              cut,
              spilled,
              tooWide: Math.max(tooWide, 0),
              ...(await measureText(page)),
              icons: await measureIcons(page, TWICE_THE_SMALLEST),
            },
            `${address} at ${width} px`,
          )
          .toEqual({ cut: [], spilled: [], tooWide: 0, overlapping: [], clipped: [], icons: [] });
      }
  });
