import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { HEAVY_MAILS, importMail } from "./support/heavy-mails.ts";
import { shoot } from "./support/shoot.ts";

test("D14: a message too heavy to render is shown as text, and its beginning with formatting on request", async ({
  page,
  ada,
}) => {
  for (const [subject, html] of Object.entries(HEAVY_MAILS)) {
    const id = await importMail(ada, subject, html);
    await page.goto(`${ada.url}/email?email=${id}`);
    const reader = page.getByRole("region", { name: "Reader" }).or(page.getByRole("dialog")).first();
    await expect(reader.getByText("Too large to show with formatting.")).toBeVisible();
    await expect(reader.getByText("The plan begins here.")).toBeVisible();
    await expect(reader.locator("iframe")).toHaveCount(0);
    await expectAccessible(page);
    await shoot(page, `heavy-${subject.replaceAll(/\W/g, "-")}`);
    await reader.getByRole("button", { name: "Show the beginning with formatting" }).click();
    await expect(reader.getByText("Only the beginning is shown")).toBeVisible();
    const mail = reader.locator("iframe").contentFrame();
    await expect(mail.getByText("The plan begins here.")).toBeVisible();
    expect(await mail.locator("*").count()).toBeLessThanOrEqual(5100);
    expect(await mail.locator("table").count()).toBeLessThanOrEqual(30);
    await shoot(page, `heavy-beginning-${subject.replaceAll(/\W/g, "-")}`);
    await reader.getByRole("button", { name: "Show as text" }).click();
    await expect(reader.locator("iframe")).toHaveCount(0);
  }
});
