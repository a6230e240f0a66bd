import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

/** Requests until the content is shown; counts are exact, so they are budgets. Only lowered. */
const MOST = { inbox: 12, signIn: 6 };

test("a first load of the inbox makes few requests until its list is shown", async ({ page, ada }) => {
  // The mail that confirms the address. Of one that is just being delivered the figures would be read again.
  const received = () => ada.call<{ items: unknown[] }>("emails.list", { view: "inbox" });
  await expect.poll(async () => (await received()).items.length).toBe(1);
  const requests = recordRequests(page);
  await page.addInitScript(noteFirstRow);
  await page.goto("/email");
  await expect(page.getByRole("listitem", { name: "Confirm your email address" }).first()).toBeVisible();
  const untilShown = await page.evaluate(requestsBeforeFirstRow);
  expect(untilShown.length, untilShown.join("\n")).toBeLessThanOrEqual(MOST.inbox);
  await test.step("what the frame shows came with the document", async () => {
    expect(
      requests.filter((path) => /session\.current|notifications\.count|calls\.current/.test(path)),
    ).toEqual([]);
  });
  await test.step("no script is found by another: the document names all that the page imports", async () => {
    const document = await (await page.request.get("/email")).text();
    const scripts = untilShown.filter((path) => path.endsWith(".js") || path.endsWith(".css"));
    expect(scripts.filter((path) => !document.includes(path))).toEqual([]);
  });
  await test.step("other areas are fetched after the first act, and not before", async () => {
    const isOtherArea = (path: string) => /assets\/(dashboard|calendar|tasks|documents|team)-/.test(path);
    // The composer, which belongs to this page, comes last.
    await expect.poll(() => requests.some((path) => path.includes("email-later-"))).toBe(true);
    expect(requests.filter(isOtherArea)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => requests.some(isOtherArea), { timeout: 60_000 }).toBe(true);
  });
});

test("AUTH-04: a visitor gets the sign-in page alone; what comes next is fetched while they type", async ({
  page,
  browser,
}) => {
  const requests = recordRequests(page);
  await page.goto("/tasks");
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(MOST.signIn);
  expect(requests.filter((path) => /\/(rpc|events)|assets\/(app|shared|tasks)/.test(path))).toEqual([]);
  await page.getByLabel("Email").pressSequentially("ada");
  await expect.poll(() => requests.filter((path) => path.includes("assets/tasks-"))).toHaveLength(2);
  await test.step("but not where the browser is set to save data", async () => {
    const metered = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await metered.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const few = recordRequests(metered);
    await metered.goto("/tasks");
    await metered.getByLabel("Email").pressSequentially("ada");
    await metered.waitForLoadState("networkidle");
    expect(few.length, few.join("\n")).toBeLessThanOrEqual(MOST.signIn);
    await metered.context().close();
  });
});

/** Marks the moment at which the list has its first row: what is requested afterwards is not waited for. */
function noteFirstRow(): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector("[role=listitem][data-email]")) return;
    performance.mark("first row");
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** The paths of the document and of what it requested until then; the stream of events has no entry while it is open. */
function requestsBeforeFirstRow(): string[] {
  const shown = performance.getEntriesByName("first row")[0]?.startTime ?? 0;
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ];
  return entries.filter(({ startTime }) => startTime < shown).map(({ name }) => new URL(name).pathname);
}

/** Everything that the page asks for, by its path. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  return requests;
}
