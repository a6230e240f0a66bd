import type { Page } from "@playwright/test";
import { environment } from "../environment.ts";

/** Takes screenshots if SHOTS names a folder: dark and light, on a desktop and on a phone. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = environment.SHOTS;
  if (!folder) return;
  for (const theme of ["dark", "light"])
    for (const [device, width, height] of [
      ["desk", 1280, 800],
      ["phone", 360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((chosen) => {
        document.documentElement.classList.remove("light", "dark");
        document.documentElement.classList.add(chosen);
      }, theme);
      await page.screenshot({ path: `${folder}/${name}-${theme}-${device}.png`, animations: "disabled" });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}
