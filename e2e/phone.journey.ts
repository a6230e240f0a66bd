import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { expectNoOverflow, fillWidely, openOnPhone, PAGES, PHONE } from "./support/phone.ts";

test("on a phone nothing is wider than the screen, and a conversation opens over its list", async ({
  page,
  ada,
}) => {
  await fillWidely(ada);
  await page.setViewportSize(PHONE);
  await page.goto("/");
  for (const each of PAGES) {
    await openOnPhone(page, each);
    await expectNoOverflow(page);
  }
  await page.goto("/email?look=split&view=all");
  const reader = page.getByRole("region", { name: "Reader" });
  const rows = page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
  await expect(reader).toBeHidden();
  await rows.filter({ hasText: "Rindfleisch" }).click();
  await expect(reader).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
});
