import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

test("an incoming webhook creates a task and is listed; an outgoing one is tested and removed", async ({
  page,
  ada,
}) => {
  const calls: (string | undefined)[] = [];
  const outside = createServer((request, response) => {
    calls.push(request.url);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(outside, "listening");
  await page.goto("/integrations");
  const hooks = page.getByRole("region", { name: "Webhooks" });
  const dialog = page.getByRole("dialog");
  await hooks.getByRole("button", { name: "Incoming" }).click();
  await dialog.getByLabel("Name").fill("Monitor");
  await dialog.getByRole("button", { name: "Add" }).click();
  const { pathname } = new URL(await dialog.getByLabel("Address").inputValue());
  await page.getByRole("button", { name: "Done" }).click();
  const body = JSON.stringify({ title: "Server is down" });
  expect((await ada.request(pathname, { method: "POST", body })).status).toBe(202);
  expect(await ada.call("tasks.list")).toMatchObject({ items: [{ title: "Server is down" }] });
  await hooks.getByRole("button", { name: "Received by Monitor" }).click();
  await expect(dialog.getByText("Received", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await hooks.getByRole("button", { name: "Outgoing" }).click();
  await dialog.getByLabel("Name").fill("Desk");
  await dialog.getByLabel("Address").fill(`http://127.0.0.1:${(outside.address() as AddressInfo).port}/hook`);
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await hooks.getByRole("button", { name: "Deliveries of Desk" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => calls).toContain("/hook");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Address books" })).toBeVisible();
  await hooks.getByRole("button", { name: "Remove Desk" }).click();
  await expect(page.getByText("'Desk' was removed")).toBeVisible();
  outside.close();
});
