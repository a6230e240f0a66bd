import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { PASSWORD, startPages } from "../testing/start-pages.ts";

// Decisions 5 and 6: the first steps of a new account, each of which can be skipped.

const { test, openPage, aConfirmedPerson } = await startPages();

const steps = (page: Page) => page.getByRole("region", { name: "Set up your workspace" });
const folded = (page: Page) => page.getByRole("region", { name: /^Set-up: / });
const needs = (page: Page) => page.getByRole("region", { name: "Needs you" });
const button = (page: Page, name: string) => steps(page).getByRole("button", { name, exact: true });
const step = (page: Page, name: string) => steps(page).getByRole("listitem").filter({ hasText: name });
const open = (page: Page, name: string) =>
  steps(page)
    .getByRole("button", { name: new RegExp(`^${name} `) })
    .click();
const dialog = (page: Page) => page.getByRole("dialog");

test("a new account sees six steps in place of an empty Today, each with what it gives, its zone guessed", async ({
  page,
}) => {
  await page.goto("/");
  await expect(steps(page).getByRole("listitem")).toHaveCount(6);
  await expect(step(page, "Connect your mail")).toContainText("what waits for your answer");
  await expect(step(page, "Your time zone")).toContainText("Europe/Vienna, from this browser.");
  await expect(step(page, "Your time zone")).toContainText("Done");
  await expect(steps(page)).toContainText("5 steps left");
  await expect(needs(page)).toHaveCount(0);
  await expect(page.getByText("Sample figures")).toBeVisible();
});

test("by keys: j and the arrows move, h puts a step off without moving the others, Enter opens one", async ({
  page,
  ada,
}) => {
  await page.goto("/");
  await expect(step(page, "Connect your mail")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  const calendar = steps(page).getByRole("link", { name: /^Connect your calendar/ });
  await expect(calendar).toBeFocused();
  await page.keyboard.press("h");
  await expect(toasts(page)).toContainText("Not now: 'Connect your calendar'");
  await expect(steps(page)).toContainText("4 steps left");
  await expect(calendar).toBeFocused();
  await expect(steps(page).getByRole("listitem").nth(1)).toContainText("Connect your calendar");
  const known = await ada.call<{ steps: { step: string; state: string }[] }>("dashboard.firstSteps");
  expect(known.steps[1]).toEqual({ step: "calendar", state: "skipped" });
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(steps(page)).toContainText("5 steps left");
  await button(page, "Not now: Import what you have").click();
  await button(page, "Bring back: Import what you have").click();
  await expect(button(page, "Not now: Import what you have")).toBeVisible();
});

test("the step of the time zone also asks how to greet; what is refused is not lost", async ({
  page,
  ada,
}) => {
  await page.goto("/");
  await open(page, "Your time zone");
  await dialog(page).getByLabel("Full name").fill("Augusta Ada King");
  await dialog(page).getByLabel("How we greet you").fill("  ");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Please enter how we should greet you")).toBeVisible();
  await expect(dialog(page).getByLabel("Full name")).toHaveValue("Augusta Ada King");
  await dialog(page).getByLabel("How we greet you").fill("Countess");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /, Countess$/ })).toBeVisible();
  expect(await ada.call("profile.get")).toMatchObject({ address: "Countess", fullName: "Augusta Ada King" });
});

test("mail is connected from its address, a file or a phone is explained, a workspace precedes its people", async ({
  page,
  ada,
}) => {
  await page.goto("/");
  const invite = steps(page).getByRole("link", { name: /^Invite somebody/ });
  await expect(invite).toHaveAttribute("href", "/team?create=workspace");
  await ada.call("workspaces.create", { name: "Leadership" });
  await expect(invite).toHaveAttribute("href", "/team?create=invitation");
  await open(page, "Connect your mail");
  await expect(dialog(page).getByLabel("Email address")).toHaveValue(ada.email);
  await expect(dialog(page).getByLabel("Password")).toBeFocused();
  await page.keyboard.press("Escape");
  await open(page, "Import what you have");
  await expect(dialog(page).getByRole("link", { name: "Contacts" })).toHaveAttribute(
    "href",
    "/communication?tab=contacts",
  );
  await page.keyboard.press("Escape");
  await open(page, "Put Adjutant on your phone");
  await expect(dialog(page)).toContainText("Add to Home Screen");
});

test("when the day has something, Today has its place and the rest of the steps is one line", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", {
    title: "Sign the lease",
    dueDate: new Date(Date.now() - 1).toISOString(),
  });
  await page.goto("/");
  await expect(needs(page)).toContainText("Sign the lease");
  await expect(folded(page)).toContainText("Set-up: 5 of 6 left");
  await expect(folded(page).getByRole("listitem")).toHaveCount(0);
  await folded(page).getByRole("button", { name: "Show" }).click();
  await expect(steps(page).getByRole("listitem")).toHaveCount(6);
  await expect(steps(page).getByRole("button", { name: "Fold" })).toBeFocused();
  await needs(page).getByRole("link", { name: "Sign the lease" }).focus();
  await page.keyboard.press("e");
  await expect(needs(page)).toContainText("Nothing needs you now.");
});

test("steps that somebody works with stay when the day begins to have something", async ({ page, ada }) => {
  await page.goto("/");
  await expect(step(page, "Connect your mail")).toBeVisible();
  await page.keyboard.press("j");
  await ada.call("tasks.create", {
    title: "Sign the lease",
    dueDate: new Date(Date.now() - 1).toISOString(),
  });
  await expect(needs(page)).toContainText("Sign the lease");
  await expect(steps(page).getByRole("button", { name: /^Connect your mail/ })).toBeFocused();
});

test("when the last step is skipped they leave by themselves, Undo brings that one back", async ({
  page,
  ada,
}) => {
  await ada.call("profile.setFirstSteps", {
    isDone: false,
    skipped: ["mail", "calendar", "import", "invite"],
  });
  await page.goto("/");
  await expect(steps(page)).toContainText("1 step left");
  await button(page, "Not now: Put Adjutant on your phone").click();
  await expect(steps(page)).toHaveCount(0);
  await expect(needs(page)).toContainText("Nothing needs you now.");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(steps(page)).toContainText("1 step left");
});

test("the step that something else completes ends them as well", async ({ page, ada }) => {
  await ada.call("profile.setFirstSteps", {
    ...{ isDone: false, skipped: ["mail", "import", "invite", "phone"] },
  });
  const [startTime, endTime] = [40, 41].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  await page.goto("/");
  await expect(steps(page)).toContainText("1 step left");
  await ada.call("events.create", { title: "Review", startTime, endTime });
  await expect(steps(page)).toHaveCount(0);
  const ended = async () => (await ada.call<{ firstStepsAt: string | null }>("profile.get")).firstStepsAt;
  await expect.poll(ended).not.toBe(null);
});

test("skipped as a whole or one by one, they are gone, until the profile shows them again", async ({
  page,
  ada,
}) => {
  await page.goto("/");
  await button(page, "Skip set-up").click();
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByText("Sample figures")).toBeVisible();
  const skipped = ["mail", "calendar", "timeZone", "import", "invite", "phone"];
  await ada.call("profile.setFirstSteps", { isDone: true, skipped });
  await page.goto("/settings?tab=profile");
  await page.getByRole("button", { name: "Show the first steps again" }).click();
  await expect(toasts(page)).toContainText("The dashboard shows the first steps that are left");
  await page.goto("/");
  await expect(steps(page)).toContainText("5 steps left");
});

test("who starts empty sees zeros, and still the steps that fill them", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Start empty", exact: true }).click();
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Today in figures" })).toContainText("Tasks Done0");
  await expect(steps(page).getByRole("listitem")).toHaveCount(6);
});

test("an account that somebody else made gets the clock of its browser, and its step is done", async () => {
  const bob = await aConfirmedPerson("Bob Carter");
  const page = await openPage(bob, "/");
  await expect.poll(() => bob.call("profile.get")).toMatchObject({ timeZone: "Europe/Vienna" });
  await expect(step(page, "Your time zone")).toContainText("Done");
});

test("steps and Today that cannot be loaded say so", async ({ page }) => {
  page.cut("dashboard.firstSteps");
  await page.goto("/");
  await expect(page.getByText("The first steps could not be loaded")).toBeVisible();
});

test("who signs in sees the chosen page first; a requested address goes before it", async ({ ada }) => {
  const { version } = await ada.call<{ version: number }>("profile.get");
  await ada.call("profile.update", { startPage: "/tasks", version });
  const signIn = async (page: Page) => {
    await page.getByLabel("Email", { exact: true }).fill(ada.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
  };
  const page = await openPage(null, "/auth");
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  const other = await openPage(null, "/team");
  await signIn(other);
  await expect(other.getByRole("heading", { name: "Team Collaboration" })).toBeVisible();
});
