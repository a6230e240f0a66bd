import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { runMailServer } from "../src/platform/testing/servers/run-mail-server.ts";
import { googleStandIn } from "../src/platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "../src/platform/testing/stand-ins/microsoft-stand-in.ts";
import { type OAuthStandIn, oauthStandIn } from "../src/platform/testing/stand-ins/oauth-stand-in.ts";
import { slackStandIn } from "../src/platform/testing/stand-ins/slack-stand-in.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program, temporaryFolder } from "./support/product.ts";
import { shoot } from "./support/shoot.ts";

const NAMES = ["Gmail", "Outlook", "Google Calendar", "Outlook Calendar", "Slack", "Microsoft Teams"];

/** An instance that is registered with a provider of its own on loopback, beside a mail server that it trusts. */
let instance: Instance;
let program: Program;
let standIn: OAuthStandIn;
let ada: Person;
const google = googleStandIn();
let mail: Awaited<ReturnType<typeof runMailServer>>;
let trust = "";

test.beforeAll(async () => {
  instance = await Instance.create();
  trust = await temporaryFolder();
  const mailboxes = ["ada@aldermoor.test"];
  mail = await runMailServer({ mailboxes, users: { ada: "correct horse" }, imap: {} });
  await writeFile(join(trust, "certificate.pem"), mail.certificate);
  instance.settings.NODE_EXTRA_CA_CERTS = join(trust, "certificate.pem");
  const registered = { clientId: "adjutant", clientSecret: "registered secret" };
  standIn = await oauthStandIn({ ...registered, redirectUri: `${instance.url}/oauth/callback` }, [
    google.api,
    microsoftStandIn().api,
    slackStandIn().api,
  ]);
  for (const system of ["GOOGLE", "MICROSOFT", "SLACK"])
    Object.assign(instance.settings, {
      [`${system}_CLIENT_ID`]: registered.clientId,
      [`${system}_CLIENT_SECRET`]: registered.clientSecret,
      [`${system}_BASE_URL`]: standIn.url,
    });
  instance.settings.ALLOWED_LOCAL_NETWORKS = "127.0.0.0/8";
  // Nobody reads mail there: what these journeys are about is the connection.
  Object.assign(instance.settings, { GMAIL_IMAP: "127.0.0.1:9", OUTLOOK_IMAP: "127.0.0.1:9" });
  program = await instance.start();
});

test.afterAll(async () => {
  await program.end();
  await instance.remove();
  await Promise.all([standIn.close(), mail.close(), rm(trust, { recursive: true })]);
});

test.beforeEach(async ({ page }) => {
  ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.signInPage(page);
  Object.assign(standIn.mood, { isRevoked: false, status: null });
});

test("INT-01, INT-02, INT-03, INT-04, INT-05, INT-06, INT-07, INT-08, INT-09, INT-10, INT-11: the hub before anything is connected", async ({
  page,
}) => {
  await page.goto(`${instance.url}/integrations`);
  await expect(page.getByRole("heading", { name: "Integration Hub", level: 1 })).toBeVisible();
  await expect(
    page.getByText("Connect your favorite tools and services to streamline your workflow"),
  ).toBeVisible();
  await expect(page.getByText("Total Integrations")).toBeVisible();
  await expect(page.getByText("0 connected")).toBeVisible();
  await expect(page.getByText("Active Syncs")).toBeVisible();
  await expect(page.getByText("Success Rate", { exact: true })).toBeVisible();
  for (const name of NAMES) {
    await expect(cardOf(page, name).getByText("Disconnected")).toBeVisible();
    await expect(cardOf(page, name).getByText("Never")).toBeVisible();
    await expect(cardOf(page, name).getByText("100%")).toBeVisible();
    await expect(cardOf(page, name).getByRole("list", { name: `What ${name} is for` })).toBeVisible();
  }
  await expectAccessible(page);
  for (const [tab, names] of [
    ["Email", ["Gmail", "Outlook"]],
    ["Calendar", ["Google Calendar", "Outlook Calendar"]],
    ["Messaging", ["Slack"]],
    ["Collaboration", ["Microsoft Teams"]],
    ["All", NAMES],
  ] as const) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([...names]);
  }
});

test("INT-13, INT-14, INT-15, INT-17, INT-18, INT-20, INT-25, INT-26, D37: Ada connects, syncs, looks at the settings and disconnects", async ({
  page,
}) => {
  await page.goto(`${instance.url}/integrations`);
  const gmail = cardOf(page, "Gmail");
  const opened = page.waitForEvent("popup");
  await gmail.getByRole("button", { name: "Connect Gmail" }).click();
  await expect(gmail.getByRole("button", { name: "Connecting..." })).toBeDisabled();
  const popup = await opened;
  const allow = popup.getByRole("link", { name: "Allow" });
  await expect(allow).toBeVisible();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 600]);
  await allow.click();
  await expect(page.getByText("Gmail connected successfully!")).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(gmail.getByText("Connected", { exact: true })).toBeVisible();
  await expect(gmail.getByText("ada@example.com")).toBeVisible();
  await expect(page.getByText("1 connected")).toBeVisible();
  await expectAccessible(page);

  // What it brought by itself has come: while that is under way another is not begun.
  await expect(gmail.getByText("Never")).toBeHidden();
  await gmail.getByRole("button", { name: "Sync Gmail" }).click();
  await expect(page.getByText("Sync Complete")).toBeVisible();
  await expect(page.getByText(/^Synced 0 items from Gmail/)).toBeVisible();

  await gmail.getByRole("button", { name: "Settings of Gmail" }).click();
  const settings = page.getByRole("dialog", { name: "Gmail settings" });
  await expect(settings.getByText("ada@example.com")).toBeVisible();
  await expect(settings.getByText("Succeeded").first()).toBeVisible();
  await expectAccessible(page);
  await test.step("what is wanted besides is asked for by itself, at the provider", async () => {
    await settings.getByRole("switch", { name: "Contacts" }).press("Space");
    const asking = settings.getByText("Gmail needs your permission for: contacts.");
    await expect(asking).toBeVisible();
    const asked = page.waitForEvent("popup");
    await settings.getByRole("button", { name: "Allow" }).press("Enter");
    await (await asked).getByRole("link", { name: "Allow" }).click();
    await expect(asking).toBeHidden();
    await settings.getByText("Permissions you granted").click();
    await expect(settings.getByText(/contacts\.readonly$/)).toBeVisible();
  });
  await settings.getByRole("switch", { name: "Auto sync" }).click();
  await expect
    .poll(async () => (await ada.call<Listed>("integrations.list")).items.map(({ autoSync }) => autoSync))
    .toContain(false);
  await page.reload();
  await expect(settings.getByRole("switch", { name: "Auto sync" })).not.toBeChecked();
  await settings.getByRole("button", { name: "Disconnect" }).click();
  await settings.getByRole("button", { name: "Disconnect Gmail" }).click();
  await expect(page.getByText("Gmail disconnected")).toBeVisible();
  await expect(gmail.getByText("Disconnected")).toBeVisible();
  expect(standIn.calls).toContain("POST /revoke");
});

type Listed = { items: { autoSync: boolean }[] };

test("INT-15: what a calendar brings, the check step by step, a connection that ends, and webhooks", async ({
  page,
}) => {
  google.put({
    ...{ id: "board", summary: "Board meeting" },
    start: { dateTime: new Date(Date.now() + 3_600_000).toISOString() },
    end: { dateTime: new Date(Date.now() + 7_200_000).toISOString() },
  });
  await page.goto(`${instance.url}/integrations`);
  const calendar = cardOf(page, "Google Calendar");
  await (await connecting(page, "Google Calendar")).getByRole("link", { name: "Allow" }).click();
  await expect(calendar.getByText("Connected", { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await ada.call<Titled>("events.list")).items.map(({ title }) => title))
    .toContain("Board meeting");
  await calendar.getByRole("button", { name: "Settings of Google Calendar" }).click();
  const settings = page.getByRole("dialog", { name: "Google Calendar settings" });
  await expect(settings.getByRole("switch", { name: "Events" })).toBeChecked();
  await expect(settings.getByText(/^1 item, automatic/)).toBeVisible();
  await settings.getByRole("button", { name: "Sync again from the beginning" }).click();
  await expect(page.getByText("Google Calendar syncs again from the beginning")).toBeVisible();
  await expect(settings.getByText(/synced from the beginning, automatic/)).toBeVisible();
  await settings.getByRole("button", { name: "Check connection" }).click();
  await expect(settings.getByLabel("Works")).toHaveCount(5);
  await expectAccessible(page);
  await settings.getByRole("button", { name: "Disconnect" }).click();
  await settings.getByRole("switch", { name: "Keep imported data" }).click();
  await settings.getByRole("button", { name: "Disconnect Google Calendar" }).click();
  await expect(page.getByText("Google Calendar disconnected")).toBeVisible();
  await expect
    .poll(async () => (await ada.call<Titled>("events.list")).items.map(({ title }) => title))
    .not.toContain("Board meeting");

  const hooks = page.getByRole("region", { name: "Webhooks" });
  await hooks.getByRole("button", { name: "Incoming" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Monitor");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  const address = await page.getByRole("dialog").getByLabel("Address").inputValue();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  const answer = await fetch(address, { method: "POST", body: JSON.stringify({ title: "Server is down" }) });
  expect(answer.status).toBe(202);
  expect((await ada.call<Titled>("tasks.list")).items.map(({ title }) => title)).toEqual(["Server is down"]);
  await hooks.getByRole("button", { name: "Received by Monitor" }).click();
  await expect(page.getByRole("dialog").getByText("Received", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await hooks.getByRole("button", { name: "Outgoing" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Desk");
  await page.getByRole("dialog").getByLabel("Address").fill(`${standIn.url}/hook`);
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await hooks.getByRole("button", { name: "Deliveries of Desk" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => standIn.calls).toContain("POST /hook");
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await expect(page.getByRole("region", { name: "Address books" })).toBeVisible();
  await hooks.getByRole("button", { name: "Remove Desk" }).click();
  await expect(page.getByText("'Desk' was removed")).toBeVisible();
});

type Titled = { items: { title: string }[] };

test("INT-12, INT-23: denied consent is told in a toast and stays on the card", async ({ page }) => {
  await page.goto(`${instance.url}/integrations`);
  const popup = await connecting(page, "Slack");
  await popup.getByRole("link", { name: "Deny" }).click();
  await expect(popup.getByText("You did not allow the connection at Slack.")).toBeVisible();
  await expect(page.getByText("Failed to connect Slack")).toBeVisible();
  await expect(cardOf(page, "Slack").getByRole("alert")).toHaveText(
    "You did not allow the connection at Slack.",
  );
  await expect(cardOf(page, "Slack").getByText("Disconnected")).toBeVisible();
  await expectAccessible(page);
});

test("INT-18, INT-19: a window that nobody finishes is asked about every two seconds, for five minutes", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(`${instance.url}/integrations`);
  const popup = await connecting(page, "Outlook");
  await popup.close();
  let asked = 0;
  await page.route("**/rpc/integrations.list", async (route) => {
    asked += 1;
    await route.continue();
  });
  // The page's time stands still but for what is let pass here, however long this machine takes for it.
  await page.clock.pauseAt(Date.now() + 2_000);
  let passed = 0;
  const lookAgain = async () => {
    await page.clock.runFor(500);
    passed += 500;
    return asked;
  };
  await expect.poll(lookAgain, { intervals: [50] }).toBeGreaterThanOrEqual(1);
  passed = 0;
  const before = asked;
  await expect.poll(lookAgain, { intervals: [50] }).toBe(before + 3);
  // Two whole waits lie between the first and the third of them.
  expect(passed).toBeGreaterThanOrEqual(4_000);
  await expect(cardOf(page, "Outlook").getByRole("button", { name: "Connecting..." })).toBeVisible();
  await page.clock.fastForward(300_000);
  await expect(page.getByText("Failed to connect Outlook")).toBeVisible();
  await expect(cardOf(page, "Outlook").getByRole("button", { name: "Connect Outlook" })).toBeEnabled();
});

test("INT-16, INT-24: what the provider ends is an error that asks to connect again", async ({ page }) => {
  await page.goto(`${instance.url}/integrations`);
  const window = await connecting(page, "Microsoft Teams");
  await window.getByRole("link", { name: "Allow" }).click();
  const teams = cardOf(page, "Microsoft Teams");
  await expect(teams.getByText("Connected", { exact: true })).toBeVisible();
  // What it brought by itself has come.
  await expect(teams.getByText("Never")).toBeHidden();
  standIn.mood.isRevoked = true;
  await teams.getByRole("button", { name: "Sync Microsoft Teams" }).press("Enter");
  await expect(page.getByText("Sync Failed")).toBeVisible();
  await expect(page.getByText(/^Failed to sync Microsoft Teams/)).toBeVisible();
  await expect(teams.getByText("Error", { exact: true })).toBeVisible();
  await expect(teams.getByText("50%")).toBeVisible();
  await expect(teams.getByRole("button", { name: "Connect Microsoft Teams" })).toBeVisible();
  await expectAccessible(page);

  // It is mended where it is explained.
  await expect.poll(() => window.isClosed()).toBe(true);
  standIn.mood.isRevoked = false;
  await teams.getByRole("button", { name: "Settings of Microsoft Teams" }).click();
  const settings = page.getByRole("dialog", { name: "Microsoft Teams settings" });
  await expect(settings.getByText(/^Action needed:/)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "hub-drawer-needs-you");
  const opened = page.waitForEvent("popup");
  await settings.getByRole("button", { name: "Connect again" }).press("Enter");
  await (await opened).getByRole("link", { name: "Allow" }).click();
  await expect(page.getByText("Microsoft Teams connected successfully!").last()).toBeVisible();
  await expect(settings.getByText(/^Action needed:/)).toBeHidden();
  await expect(settings.getByRole("button", { name: "Connect again" })).toBeHidden();
});

test("MINT-01, MINT-02, MINT-03, MINT-04, MINT-05, MINT-06, MINT-07, MINT-08, MINT-09, MINT-10, MINT-14, MINT-21, MINT-22: accounts on the e-mail page", async ({
  page,
}) => {
  await page.goto(`${instance.url}/email?tab=integrations`);
  for (const name of NAMES) {
    await expect(cardOf(page, name).getByText("Status: disconnected")).toBeVisible();
    await expect(cardOf(page, name).getByText("Last sync: Never")).toBeVisible();
    await expect(cardOf(page, name).getByRole("button", { name: "Sync" })).toBeDisabled();
  }
  await expectAccessible(page);
  const gmail = cardOf(page, "Gmail");
  const answer = Promise.withResolvers<void>();
  await page.route("**/rpc/integrations.{connect,sync}", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await gmail.getByRole("button", { name: "Connect" }).click();
  await expect(gmail.getByRole("button", { name: "Connecting..." })).toBeVisible();
  answer.resolve();
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(page.getByText("Gmail: connected")).toBeVisible();
  await expect(page).toHaveURL(`${instance.url}/email?tab=integrations`);
  await expect(gmail.getByText("ada@example.com")).toBeVisible();
  await expect(gmail.getByText("Status: connected")).toBeVisible();
  await expect(gmail.getByRole("button", { name: "Reconnect" })).toBeEnabled();
  // What it brought by itself has come.
  await expect(gmail.getByText("Last sync: Never")).toBeHidden();

  const synced = Promise.withResolvers<void>();
  await page.route("**/rpc/integrations.sync", async (route) => {
    await synced.promise;
    await route.continue();
  });
  await gmail.getByRole("button", { name: "Sync" }).click();
  await expect(gmail.getByRole("button", { name: "Syncing..." })).toBeVisible();
  synced.resolve();
  await expect(page.getByText("Gmail synced (0)")).toBeVisible();
  await expect(gmail.getByText("Last sync: just now")).toBeVisible();
});

test("MINT-18, MINT-19, MINT-20: what fails on the e-mail page", async ({ page }) => {
  await page.goto(`${instance.url}/email?tab=integrations`);
  await cardOf(page, "Slack").getByRole("button", { name: "Connect" }).click();
  await page.getByRole("link", { name: "Deny" }).click();
  await expect(page.getByText("Connect failed")).toBeVisible();
  await expect(page.getByText("You did not allow the connection at Slack.")).toBeVisible();
  await cardOf(page, "Slack").getByRole("button", { name: "Connect" }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(cardOf(page, "Slack").getByText("Status: connected")).toBeVisible();
  await page.route("**/rpc/integrations.sync", (route) => route.fulfill({ status: 500, body: "" }));
  await cardOf(page, "Slack").getByRole("button", { name: "Sync" }).click();
  await expect(page.getByText("Sync failed")).toBeVisible();
  await page.route("**/rpc/integrations.list", (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(6);
  await expect(page.getByText("Status: disconnected")).toHaveCount(6);
  await expect(page.getByText(/Failed to fetch/)).toHaveCount(0);
});

test("a mailbox by address and password: the step that fails is named, then its mail is here and goes into folders", async ({
  page,
}) => {
  await mail.doveadm("mailbox", "create", "-u", "ada", "Board", "Travel");
  for (const subject of ["Papers", "Tickets"])
    await mail.save(
      "ada",
      "INBOX",
      `From: Clara Voss <clara@lattice.test>\nTo: ada@aldermoor.test\nSubject: ${subject}\nMessage-ID: <${subject}@lattice.test>\n\nPlease read them before Thursday.\n`,
    );
  const dialog = page.getByRole("dialog");
  const connect = () => dialog.getByRole("button", { name: "Connect" }).click();
  await page.goto(`${instance.url}/email?tab=integrations`);
  await page.getByRole("button", { name: "Add account" }).click();
  await shoot(page, "account-empty");
  await dialog.getByLabel("Email address").fill("ada@aldermoor.test");
  await dialog.getByLabel("Password").fill("wrong horse");
  await dialog.getByLabel("Password").press("Enter");
  await expect(dialog.getByText("The servers of this address are not known.")).toBeVisible();
  for (const [side, port] of [
    ["Reading (IMAP)", mail.imapPort],
    ["Sending (SMTP)", mail.implicitTlsPort],
  ] as const) {
    const fields = dialog.getByRole("group", { name: side });
    await fields.getByLabel("Server").fill("localhost");
    await fields.getByLabel("Port").fill(String(port));
    await fields.getByLabel("User name").fill("ada");
  }
  await expectAccessible(page);
  await shoot(page, "account-servers");

  await test.step("the report says which step failed, and what mends it", async () => {
    await connect();
    const reading = dialog.getByRole("region", { name: "Reading" });
    await expect(reading.getByRole("listitem").filter({ hasText: "Sign in" })).toContainText(
      "Check user name and password.",
    );
    await expect(reading).toBeInViewport();
    await expect(reading.getByLabel("passed")).toHaveCount(3);
    await expect(reading.getByLabel("skipped")).toHaveCount(1);
    await expect(dialog.getByRole("region", { name: "Sending" }).getByLabel("failed")).toHaveCount(1);
    await expect(dialog.getByLabel("Email address")).toHaveValue("ada@aldermoor.test");
    await expectAccessible(page);
    await shoot(page, "account-report");
  });
  await test.step("with the right password it is connected, and says how far it is", async () => {
    await dialog.getByLabel("Password").fill("correct horse");
    await connect();
    await expect(page.getByText("ada@aldermoor.test is connected")).toBeVisible();
    const row = page.getByRole("article", { name: "ada@aldermoor.test" });
    await expect(row.getByText("Up to date")).toBeVisible();
    await expect(row.getByText("Sends your mail")).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "account-list");
    await row.getByRole("button", { name: "Settings" }).click();
    await dialog.getByRole("button", { name: "Test the connection" }).click();
    await expect(dialog.getByText("Reading and sending work.")).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "account-settings");
    await page.keyboard.press("Escape");
  });
  await test.step("a conversation goes into a folder by keyboard, there and here, and comes back", async () => {
    await page.goto(`${instance.url}/email?look=split`);
    const rows = page.getByRole("list", { name: "Conversations" });
    await rows.getByRole("listitem", { name: "Papers" }).click();
    await page.keyboard.press("v");
    await expect(dialog.getByRole("listitem")).toHaveText(["Inbox", "Archive", "Board", "Travel"]);
    await expectAccessible(page);
    await shoot(page, "folder-picker");
    await page.keyboard.type("jukebox");
    await expect(dialog.getByText("No folder is called that")).toBeVisible();
    await shoot(page, "folder-picker-none");
    await dialog.getByLabel("Search folders").fill("boa");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Moved 1 email(s) to 'Board'")).toBeVisible();
    await expect(rows.getByRole("listitem", { name: "Papers" })).toHaveCount(0);
    const inBoard = () => mail.doveadm("fetch", "-u", "ada", "uid", "mailbox", "Board", "all");
    await expect.poll(inBoard).toContain("uid");
    await page.keyboard.press("z");
    await expect(rows.getByRole("listitem", { name: "Papers" })).toBeVisible();
    await expect.poll(inBoard).not.toContain("uid");
  });
});

const cardOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

async function connecting(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await cardOf(page, name)
    .getByRole("button", { name: `Connect ${name}` })
    .click();
  const popup = await opened;
  await popup.getByRole("link", { name: "Allow" }).waitFor();
  return popup;
}
