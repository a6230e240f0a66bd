import type { Page } from "@playwright/test";

// The parts of a page that most journeys use, found as a person with a screen reader would.

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page, name?: string) => page.getByRole("dialog", name ? { name } : {});
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();
export const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
/** The card of a record, by its title. */
export const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
