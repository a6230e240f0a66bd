import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

/**
 * At most so many requests until a page of an empty account is complete, in a tab that was just opened; files of the
 * program excepted. Only lowered. Where people are listed, the arrival of one's own presence is read again.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  "/": 2,
  "/tasks": 2,
  "/email": 3,
  "/email?look=cards": 3,
  "/calendar": 3,
  "/documents": 3,
  "/communication": 3,
  // Who is online is counted again if the presence of the reader is announced after the first count.
  "/team": 3,
  "/daily-ops": 4,
  "/integrations": 3,
  "/promises": 3,
  "/settings": 2,
};

test.for(Object.entries(BUDGETS))(
  "%s is complete after %d requests",
  async ([address, most], { page, ada }) => {
    await ada.call("profile.setFirstSteps", { isDone: true });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => page.network.pendingCount, { timeout: 15_000 }).toBe(0);
    const { requested } = page.network;
    expect(requested.length, requested.join(", ")).toBeLessThanOrEqual(most);
  },
);

test("the first steps of a new account are read with what the dashboard reads", async ({ page }) => {
  await page.goto("/");
  const steps = page.getByRole("region", { name: "Set up your workspace" });
  await expect(steps.getByRole("listitem")).toHaveCount(6);
  expect(page.network.requested.length).toBeLessThanOrEqual(2);
});
