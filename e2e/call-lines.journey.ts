import { environment } from "./environment.ts";
import { button, joinAsPerson, startCall } from "./support/calls.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

/** For changes that the browsers detect with their own timers. */
const LONG_TIMEOUT = { timeout: 60_000 };
// The maximum of a call is CALLERS=6; set FPS=5 where one small machine runs all browsers.
const CALLERS = Number(environment.CALLERS ?? 3);

test(`${CALLERS} people in one call see each other; one leaves and the others stay`, async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  test.setTimeout(60_000 * CALLERS);
  const others: Awaited<ReturnType<typeof joinAsPerson>>[] = [];
  for (let n = 1; n < CALLERS; n += 1) others.push(await joinAsPerson(chromium, instance.url, `Person ${n}`));
  const userIds: string[] = [];
  for (const { person } of others) {
    await ada.call("contacts.create", { contactName: person.fullName, contactEmail: person.email });
    userIds.push((await person.call<{ user: { id: string } }>("session.current")).user.id);
  }
  const group = { type: "group", title: "Board", userIds };
  const { id } = await ada.call<{ id: string }>("conversations.create", group);
  await startCall(page, id);
  for (const other of others)
    await other.page.getByRole("alertdialog").getByRole("button", { name: "Accept" }).click();
  const all = [page, ...others.map((other) => other.page)];
  for (const each of all) {
    await expect(each.getByText(`${CALLERS} people`)).toBeVisible(LONG_TIMEOUT);
    const videos = each.getByRole("dialog").getByLabel(/, camera$/);
    await expect(videos).toHaveCount(CALLERS - 1);
    for (const video of await videos.all())
      await expect(video).not.toHaveJSProperty("videoWidth", 0, LONG_TIMEOUT);
  }
  await expectAccessible(page);
  if (environment.PICTURE) await page.screenshot({ path: environment.PICTURE });
  const [leaving] = others;
  if (leaving) await button(leaving.page, "End").click();
  for (const each of [page, ...others.slice(1).map((other) => other.page)])
    await expect(each.getByRole("dialog").getByLabel(/, camera$/)).toHaveCount(CALLERS - 2, LONG_TIMEOUT);
  await button(page, "End").click();
  await Promise.all(others.map(({ context }) => context.close()));
});
