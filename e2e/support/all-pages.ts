import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { untilStill } from "./measure-page.ts";
import type { Person } from "./person.ts";
import type { Instance } from "./product.ts";

/** Gives a person the role that opens every page, and the sample workspace, so that each has something to show. */
export async function fillAllPages(instance: Instance, person: Person): Promise<void> {
  await instance.command(["set-role", person.email, "admin"]);
  await person.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
}

/** Opens an address, until its page has its title, has loaded and stands still. */
export async function openUntilStill(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await untilStill(page);
}
