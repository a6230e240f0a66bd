import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test, owner } = await startPages();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const group = (page: Page, name: RegExp | string) => page.getByRole("region", { name });
const rowsIn = (page: Page, name: RegExp | string) => group(page, name).getByRole("listitem");
const openRow = (page: Page, name: RegExp) => page.getByRole("link", { name });

/** As if it were found in a mail. */
async function found(ada: PagePerson, what: string, fields: Record<string, unknown> = {}): Promise<void> {
  const { id } = await ada.call<{ id: string }>("emails.create", {
    subject: what,
    body: `I'll ${what}.`,
    recipients: ["clara@lattice.example"],
  });
  const row = {
    ...{ kind: "promise", owed_by: "me", party: "clara@lattice.example", party_name: "Clara Voss" },
    ...{ what, quote: `I'll ${what}.`, source_kind: "email", source_id: id, source_offset: 0 },
    ...{ said_at: new Date(), state: "open", confidence: 0.92, origin: "built-in", provenance: "mail" },
    ...fields,
  };
  const names = Object.keys(row);
  await owner.query(
    `insert into commitments (user_id, ${names.join(", ")})
     select user_id, ${names.map((_, index) => `$${index + 2}`).join(", ")} from profiles where email = $1`,
    [ada.email, ...Object.values(row)],
  );
}

test("what was found is accepted or refused, met, dropped and reopened by keys alone", async ({
  page,
  ada,
}) => {
  await found(ada, "send you the figures", { due: inDays(-2), has_time: true });
  await found(ada, "call the bank", { due: inDays(40), has_time: true });
  await found(ada, "sign the lease", { state: "proposed", confidence: 0.7 });
  await found(ada, "think about it", { state: "proposed", confidence: 0.6 });
  await page.goto("/promises");
  await expect(page.getByRole("tab", { name: /^I owe/ })).toContainText("4");
  await expect(rowsIn(page, /^Found in your mail/)).toHaveCount(2);
  await expect(rowsIn(page, /^Late \d/)).toContainText("“I'll send you the figures.”");
  await expectAccessible();
  await page.keyboard.press("j");
  await expect(openRow(page, /^Sign the lease/)).toBeFocused();
  await page.keyboard.press("a");
  await expect(toasts(page)).toContainText("Accepted: 'Sign the lease'");
  await expect(openRow(page, /^Think about it/)).toBeFocused();
  await page.keyboard.press("x");
  await expect(toasts(page)).toContainText("Refused: 'Think about it'");
  await expect(rowsIn(page, /^Without a date/)).toContainText("Sign the lease");
  await expect(openRow(page, /^Send you the figures/)).toBeFocused();
  await page.keyboard.press("e");
  await expect(toasts(page)).toContainText("Met: 'Send you the figures'");
  await expect(group(page, /^Late \d/)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(rowsIn(page, /^Late \d/)).toHaveCount(1);
  await openRow(page, /^Send you the figures/).focus();
  await page.keyboard.press("e");
  await expect(openRow(page, /^Call the bank/)).toBeFocused();
  await page.keyboard.press("#");
  await expect(group(page, /^Later/)).toHaveCount(0);
  await page.getByRole("button", { name: "Met, dropped and refused" }).click();
  const closed = page.getByRole("list", { name: "Met, dropped and refused" }).getByRole("listitem");
  await expect(closed).toHaveCount(3);
  await expect(page.getByText("Clara Voss · You refused it")).toBeVisible();
  await expect(page.getByText("Clara Voss · You dropped it")).toBeVisible();
  await expect(page.getByText("Clara Voss · You marked it as met")).toBeVisible();
  await openRow(page, /^Call the bank/).focus();
  await page.keyboard.press("o");
  await expect(rowsIn(page, /^Later/)).toContainText("Call the bank");
  const states = async () => {
    const { items } = await ada.call<{ items: { what: string; state: string }[] }>("commitments.list");
    return Object.fromEntries(items.map(({ what, state }) => [what, state]));
  };
  await expect.poll(states, { timeout: 15_000 }).toEqual({
    "send you the figures": "met",
    "call the bank": "open",
    "sign the lease": "open",
    "think about it": "refused",
  });
});

test("a promise is written down, moved to another day in words, and becomes a task", async ({
  page,
  ada,
}) => {
  await page.goto("/promises");
  await expect(page.getByText("You owe nobody anything")).toBeVisible();
  await page.keyboard.press("w");
  const dialog = page.getByRole("dialog", { name: "Write down a promise" });
  await dialog.getByRole("button", { name: "Write down" }).click();
  await expect(dialog).toContainText("Say what is to be done");
  await dialog.getByRole("textbox", { name: "What" }).fill("send Clara the figures");
  await dialog.getByRole("textbox", { name: "To whom" }).fill("clara@lattice.example");
  await dialog.getByRole("button", { name: "Write down" }).click();
  await expect(rowsIn(page, /^Without a date/)).toContainText("Send Clara the figures");
  await page.keyboard.press("j");
  await page.keyboard.press("h");
  await page.getByRole("menuitem", { name: "Today" }).click();
  await expect(rowsIn(page, /^Today/)).toContainText("Send Clara the figures");
  await expect(page.getByRole("button", { name: "Send Clara the figures", exact: true })).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("n");
  await page.keyboard.press("t");
  await expect(toasts(page)).toContainText("Task created: 'Send Clara the figures'");
  expect(await ada.call("tasks.list")).toMatchObject({ items: [{ title: "Send Clara the figures" }] });
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Edit promise" })
    .getByRole("textbox", { name: "What" })
    .fill("send all");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(rowsIn(page, /^Today/)).toContainText("Send all");
});

test("the list follows what changes elsewhere, and says when it could not be loaded", async ({
  page,
  ada,
}) => {
  await page.goto("/promises?tab=them");
  await expect(page.getByText("You wait for nothing")).toBeVisible();
  const entry = await ada.call<{ id: string }>("commitments.create", {
    ...{ owedBy: "them", what: "return the keys", party: "ben@lattice.example", partyName: "Ben" },
  });
  await expect(rowsIn(page, /^Without a date/)).toContainText("Return the keys");
  await expect(page.getByRole("tab", { name: /^I wait for/ })).toContainText("1");
  await ada.call("commitments.markMet", { id: entry.id });
  await expect(page.getByText("You wait for nothing")).toBeVisible();
  page.cut("commitments.list");
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The promises could not be loaded");
});

test("what was learned from refusals is reset, and the reset is undone", async ({ page, ada }) => {
  for (const what of ["see", "look", "think"]) await found(ada, what, { state: "refused" });
  await page.goto("/promises?party=clara%40lattice.example");
  await expect(page.getByText("Only with clara@lattice.example")).toBeVisible();
  await page.getByRole("button", { name: "Learned from refusals" }).click();
  const dialog = page.getByRole("dialog", { name: "Learned from refusals" });
  await expect(dialog.getByRole("listitem")).toContainText("3 refusals");
  await dialog.getByRole("button", { name: "Reset: clara@lattice.example" }).click();
  await expect(dialog).toContainText("Nothing is learned now.");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("3 refusals");
});

test("the card of a contact has what is owed on either side", async ({ page, ada }) => {
  const party = "clara@lattice.example";
  await ada.call("contacts.create", { contactName: "Clara Voss", contactEmail: party });
  await ada.call("commitments.create", { what: "send the figures", party });
  await ada.call("commitments.create", { what: "return the keys", party, owedBy: "them" });
  await page.goto("/communication?tab=contacts");
  await page.getByRole("button", { name: /^Clara Voss/ }).click();
  await expect(group(page, "You owe them")).toContainText("Send the figures");
  await expect(group(page, "They owe you")).toContainText("Return the keys");
  await page.getByRole("link", { name: "All: They owe you" }).click();
  await expect(page).toHaveURL(/\/promises\?party=clara%40lattice.example&tab=them$/);
  await expect(page.getByText("Only with clara@lattice.example")).toBeVisible();
  await expect(rowsIn(page, /^Without a date/)).toContainText("Return the keys");
});

test("an event has what is open with its people, each with a name", async ({ page, ada }) => {
  const party = "clara@lattice.example";
  await ada.call("commitments.create", { what: "send the figures", party, partyName: "Clara Voss" });
  await ada.call("commitments.create", { what: "return the keys", party: "dan@lattice.example" });
  const { id } = await ada.call<{ id: string }>("events.create", {
    ...{ title: "Review", startTime: inDays(1), endTime: inDays(2), attendees: [party] },
  });
  await page.goto(`/calendar?event=${id}`);
  await expect(group(page, "You owe them")).toContainText("Clara Voss: Send the figures");
  await expect(group(page, "You owe them").getByRole("listitem")).toHaveCount(1);
  await expectAccessible();
  await page.getByRole("link", { name: "All: You owe them" }).click();
  await expect(page).toHaveURL(/\/promises\?party=clara%40lattice.example$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a list of one person names them, and says what is not open with them alone", async ({ page, ada }) => {
  const account = crypto.randomUUID();
  const fields = { party: account, partyName: "Ben", owedBy: "them" };
  await ada.call("commitments.create", { what: "return the keys", ...fields });
  await ada.call("commitments.create", { what: "call somebody else" });
  await page.goto(`/promises?party=ben%40lattice.example%2C${account}&tab=them`);
  await expect(page.getByText("Only with Ben")).toBeVisible();
  await expect(rowsIn(page, /^Without a date/)).toHaveCount(1);
  await page.getByRole("tab", { name: "I owe", exact: true }).click();
  await expect(page.getByText("Nothing is open with Ben")).toBeVisible();
  await page.keyboard.press("w");
  const dialog = page.getByRole("dialog", { name: "Write down a promise" });
  await expect(dialog.getByRole("textbox", { name: "To whom" })).toHaveValue("Ben");
  await dialog.getByRole("textbox", { name: "What" }).fill("pay the rent");
  await dialog.getByRole("button", { name: "Write down" }).click();
  await expect(rowsIn(page, /^Without a date/)).toContainText("Pay the rent");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rowsIn(page, /^Without a date/)).toHaveCount(2);
});

test("after a refusal under a mail the next line has the focus, after the last one the page", async ({
  page,
  ada,
}) => {
  const form = new FormData();
  const lines = [
    "From: Clara <clara@lattice.example>",
    `To: ${ada.email}`,
    "Subject: Lease",
    "",
    "Please sign.",
  ];
  form.set("file", new File([lines.join("\r\n")], "mail.eml", { type: "message/rfc822" }));
  const headers = { "x-adjutant-upload": "1" };
  const answer = await ada.request("/files/email/messages", { method: "POST", body: form, headers });
  const { id } = (await answer.json()) as { id: string };
  const { threadId } = await ada.call<{ threadId: string }>("emails.get", { id });
  for (const [offset, what] of ["sign the lease", "call the bank"].entries())
    await found(ada, what, {
      ...{ kind: "request", state: "proposed", source_id: id, source_offset: offset, thread_id: threadId },
    });
  await page.goto(`/email?email=${id}`);
  await page.getByRole("button", { name: "Refuse: Sign the lease" }).click();
  await expect(page.getByRole("button", { name: "Accept: Call the bank" })).toBeFocused();
  await page.getByRole("button", { name: "Refuse: Call the bank" }).click();
  await expect(page.getByRole("list", { name: "Promises" })).toHaveCount(0);
  expect(document.activeElement).not.toBe(document.body);
});
