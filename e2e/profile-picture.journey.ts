import { conversationWithBob } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

/** A photograph that is wider than high. */
function aPhotograph(): string {
  const canvas = document.createElement("canvas");
  canvas.width = 1200;
  canvas.height = 800;
  canvas.getContext("2d")?.fillRect(0, 0, 600, 800);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}

test("DATA-02: a picture is cut to a small square by the browser and shown to others, once for all places", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const { bobs } = await conversationWithBob(browser, instance, ada);
  await bobs.goto("/communication");
  const face = bobs.locator('img[src^="/files/pictures/"]');
  await expect(bobs.getByText("Ada Lovelace").first()).toBeVisible();
  await expect(face).toHaveCount(0);
  await page.goto("/settings?tab=profile");
  const choose = async (name: string, content: string | Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).click();
    await (await chooser).setFiles({ name, mimeType: "image/png", buffer: Buffer.from(content) });
  };
  await choose("me.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await expect(page.getByText("Choose a JPEG, PNG or WebP picture")).toBeVisible();
  await choose("me.png", Buffer.from(await page.evaluate(aPhotograph), "base64"));
  await expect(page.getByText("Picture saved")).toBeVisible();
  await expectAccessible(page);
  const shown = page.getByRole("region", { name: "Picture" }).locator("img");
  await expect(shown).toHaveJSProperty("naturalWidth", 256);
  await expect(shown).toHaveJSProperty("naturalHeight", 256);
  // Without a reload.
  await expect(face.first()).toHaveJSProperty("naturalWidth", 256);
  const stranger = await browser.newContext({ baseURL: instance.url });
  const address = (await shown.getAttribute("src")) ?? "";
  expect((await stranger.request.get(address)).status()).toBe(401);
  await stranger.close();
  await bobs.context().close();
});
