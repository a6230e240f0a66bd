import { aJpeg } from "#platform/testing/pictures.ts";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

test("SET-01, SET-02, SET-03: settings open with their title and a loading screen", async ({ page, ada }) => {
  const answer = page.hold("profile.get");
  await page.goto("/settings");
  await expect(page.getByText("Loading settings...")).toBeVisible();
  answer();
  await expect(page.getByLabel("Full name")).toHaveValue(ada.fullName);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(page.getByText("Manage your preferences and locations")).toBeVisible();
  await expect(page.getByText("Loading settings...")).toBeHidden();
});

test("D26: two windows change one field; the second is warned and loses nothing", async ({ page, ada }) => {
  await page.goto("/settings?tab=profile");
  await page.getByLabel("How we greet you").fill("Countess");
  await ada.call("profile.update", { address: "Lady", fullName: "Ada King", version: 1 });
  await expect(page.getByText("Your profile was changed in another window")).toBeVisible();
  await expect(page.getByText("Your greeting is now Lady")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  expect(await ada.call("profile.get")).toMatchObject({ address: "Countess", fullName: "Ada King" });
});

test("G27: after a refused save the typed text stays, with the reason", async ({ page, ada }) => {
  await page.goto("/settings?tab=profile");
  await page.getByLabel("Full name").fill("   ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please enter your name")).toBeVisible();
  await page.getByLabel("Full name").fill("Ada King");
  page.cut("profile.update");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The profile was not saved")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
  expect(await ada.call("profile.get")).toMatchObject({ fullName: "Ada Lovelace" });
});

test("a picture of oneself is shown in the header and removed", async ({ page, ada }) => {
  const picture = aJpeg({ width: 8, height: 8 }).toString("base64");
  const saved = await ada.call<{ avatarUrl: string }>("profile.setPicture", { picture });
  await page.goto("/settings?tab=profile");
  const header = page.getByRole("button", { name: "User menu" });
  await expect(header).toHaveAttribute("style", new RegExp(saved.avatarUrl));
  await expect(page.getByRole("button", { name: "Choose another picture" })).toBeVisible();
  await page.getByRole("region", { name: "Picture" }).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Picture removed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
  await expect(header).toContainText("AL");
  expect(await ada.call("profile.get")).toMatchObject({ avatarUrl: null });
});
