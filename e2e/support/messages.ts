import type { Page } from "@playwright/test";

export const messageLog = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

export async function sendMessage(page: Page, words: string): Promise<void> {
  await messageInput(page).fill(words);
  await messageInput(page).press("Enter");
}
