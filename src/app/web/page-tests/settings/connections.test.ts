import { onTestFinished, vi } from "vitest";
import { CONNECTION_CHANNEL } from "#features/integrations/model.ts";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { oauthStandIn } from "#platform/testing/stand-ins/oauth-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";
import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const NAMES = ["Gmail", "Outlook", "Google Calendar", "Outlook Calendar", "Slack", "Microsoft Teams"];
const REGISTERED = {
  clientId: "adjutant",
  clientSecret: "registered secret",
  redirectUri: "http://127.0.0.1:3000/oauth/callback",
};

/** The server is registered with test providers on loopback. They have no mail: this test is about the connection. */
const google = googleStandIn();
const standIn = await oauthStandIn(REGISTERED, [google.api, microsoftStandIn().api, slackStandIn().api]);
const { test, atEnd, aPerson } = await startPages({
  ...{ GOOGLE_BASE_URL: standIn.url, MICROSOFT_BASE_URL: standIn.url, SLACK_BASE_URL: standIn.url },
  ...{ GMAIL_IMAP: "127.0.0.1:9", OUTLOOK_IMAP: "127.0.0.1:9" },
});
atEnd(() => standIn.close());
const admin = await aPerson("Grace Hopper", "admin");
const { version } = await admin.call<{ version: number }>("systemSettings.get");
await admin.call("systemSettings.update", {
  version,
  ...{ googleClientId: REGISTERED.clientId, googleClientSecret: REGISTERED.clientSecret },
  ...{ microsoftClientId: REGISTERED.clientId, microsoftClientSecret: REGISTERED.clientSecret },
  ...{ slackClientId: REGISTERED.clientId, slackClientSecret: REGISTERED.clientSecret },
});

const cardOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

/** Follows the provider's page with the person's decision; returns the address that it redirects to. */
async function decide(ada: PagePerson, oauthUrl: string, decision: "Allow" | "Deny"): Promise<string | null> {
  const answer = new URLSearchParams(await standIn.visit(oauthUrl, decision));
  const { headers } = await ada.request(`/oauth/callback?${answer}`, { redirect: "manual" });
  return headers.get("location");
}

/** The click opens a window: Ada decides there, and it notifies the page behind it. */
function decideInWindow(ada: PagePerson, decision: "Allow" | "Deny"): void {
  const popup = {
    close() {},
    location: {
      set href(oauthUrl: string) {
        void decide(ada, oauthUrl, decision).then(() => {
          const channel = new BroadcastChannel(CONNECTION_CHANNEL);
          channel.postMessage({});
          channel.close();
        });
      },
    },
  };
  const open = vi.spyOn(window, "open").mockReturnValue(popup as never);
  onTestFinished(() => open.mockRestore());
}

/** The page itself goes to the provider, where Ada decides, and comes back. */
function decideOnTheWay(page: Page, ada: PagePerson, decision: "Allow" | "Deny"): void {
  const assign = vi.spyOn(window.location, "assign").mockImplementation((oauthUrl) => {
    void decide(ada, String(oauthUrl), decision).then((address) => page.goto(address ?? ""));
  });
  onTestFinished(() => assign.mockRestore());
}

async function connect(ada: PagePerson, provider: string): Promise<void> {
  const { oauthUrl } = await ada.call<{ oauthUrl: string }>("integrations.connect", { provider });
  await decide(ada, oauthUrl, "Allow");
}

test("INT-01 to INT-11: the page before anything is connected", async ({ page }) => {
  await page.goto("/integrations");
  await expect(page.getByRole("heading", { name: "Integration Hub", level: 1 })).toBeVisible();
  await expect(
    page.getByText("Connect your favorite tools and services to streamline your workflow"),
  ).toBeVisible();
  for (const words of ["Total Integrations", "0 connected", "Active Syncs", "Success Rate"])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  for (const name of NAMES) {
    for (const words of ["Disconnected", "Never", "100%"])
      await expect(cardOf(page, name).getByText(words)).toBeVisible();
    await expect(cardOf(page, name).getByRole("list", { name: `What ${name} is for` })).toBeVisible();
  }
  for (const [tab, names] of [
    ["Email", ["Gmail", "Outlook"]],
    ["Calendar", ["Google Calendar", "Outlook Calendar"]],
    ["Messaging", ["Slack"]],
    ["Collaboration", ["Microsoft Teams"]],
    ["All", NAMES],
  ] as const) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await expect(page.getByRole("article")).toHaveCount(names.length);
    for (const name of names) await expect(cardOf(page, name)).toBeVisible();
  }
});

test("INT-13 to INT-15, INT-17, INT-20, INT-25, INT-26: Ada connects, syncs, changes a setting and disconnects", async ({
  page,
  ada,
}) => {
  decideInWindow(ada, "Allow");
  await page.goto("/integrations");
  const slack = cardOf(page, "Slack");
  await slack.getByRole("button", { name: "Connect Slack" }).click();
  await expect(page.getByText("Slack connected successfully!")).toBeVisible();
  await expect(slack.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByText("1 connected")).toBeVisible();
  // Waits for the automatic first import: no other can start while it runs.
  await expect(slack.getByText("Never")).toBeHidden();
  await slack.getByRole("button", { name: "Sync Slack" }).click();
  await expect(page.getByText("Sync Complete")).toBeVisible();
  await slack.getByRole("button", { name: "Settings of Slack" }).click();
  const settings = page.getByRole("dialog", { name: "Slack settings" });
  await expect(settings.getByText("Succeeded").first()).toBeVisible();
  await settings.getByRole("switch", { name: "Auto sync" }).click();
  await expect
    .poll(async () => JSON.stringify(await ada.call("integrations.list")))
    .toContain('"autoSync":false');
  await page.reload();
  await expect(settings.getByRole("switch", { name: "Auto sync" })).not.toBeChecked();
  await settings.getByRole("button", { name: "Check connection" }).click();
  await expect(settings.getByLabel("Works")).toHaveCount(5);
  await settings.getByRole("button", { name: "Disconnect" }).click();
  await settings.getByRole("button", { name: "Disconnect Slack" }).click();
  await expect(page.getByText("Slack disconnected")).toBeVisible();
  await expect(slack.getByText("Disconnected")).toBeVisible();
});

test("INT-12, INT-23: denied consent is shown in a toast and on the card", async ({ page, ada }) => {
  decideInWindow(ada, "Deny");
  await page.goto("/integrations");
  await cardOf(page, "Slack").getByRole("button", { name: "Connect Slack" }).click();
  await expect(page.getByText("Failed to connect Slack")).toBeVisible();
  const words = "You did not allow the connection at Slack.";
  await expect(cardOf(page, "Slack").getByRole("alert")).toHaveText(words);
  await expect(cardOf(page, "Slack").getByText("Disconnected")).toBeVisible();
});

test("INT-16, INT-24: an ended connection is an error with a link to connect again", async ({
  page,
  ada,
}) => {
  onTestFinished(() => void standIn.clearFaults());
  await connect(ada, "teams");
  await page.goto("/integrations");
  const teams = cardOf(page, "Microsoft Teams");
  await expect(teams.getByText("Connected", { exact: true })).toBeVisible();
  // The automatic first import has finished.
  await expect(teams.getByText("Never")).toBeHidden();
  standIn.behaviour.isRevoked = true;
  await teams.getByRole("button", { name: "Sync Microsoft Teams" }).click();
  await expect(page.getByText("Sync Failed")).toBeVisible();
  await expect(page.getByText(/^Failed to sync Microsoft Teams/)).toBeVisible();
  await expect(teams.getByText("Error", { exact: true })).toBeVisible();
  await expect(teams.getByText("50%")).toBeVisible();
  await expect(teams.getByRole("button", { name: "Connect Microsoft Teams" })).toBeVisible();
  standIn.clearFaults();
  decideInWindow(ada, "Allow");
  await teams.getByRole("button", { name: "Settings of Microsoft Teams" }).click();
  const settings = page.getByRole("dialog", { name: "Microsoft Teams settings" });
  await expect(settings.getByText(/^Action needed:/)).toBeVisible();
  await settings.getByRole("button", { name: "Connect again" }).click();
  await expect(page.getByText("Microsoft Teams connected successfully!")).toBeVisible();
  await expect(settings.getByText(/^Action needed:/)).toBeHidden();
  await expect(settings.getByRole("button", { name: "Connect again" })).toBeHidden();
});

test("MINT-01 to MINT-10, MINT-14, MINT-21, MINT-22: e-mail accounts are connected through the provider", async ({
  page,
  ada,
}) => {
  await page.goto("/email?tab=integrations");
  for (const name of NAMES) {
    await expect(cardOf(page, name).getByText("Status: disconnected")).toBeVisible();
    await expect(cardOf(page, name).getByText("Last sync: Never")).toBeVisible();
    await expect(cardOf(page, name).getByRole("button", { name: "Sync" })).toBeDisabled();
  }
  decideOnTheWay(page, ada, "Allow");
  const slack = cardOf(page, "Slack");
  const answer = page.hold("integrations.connect");
  await slack.getByRole("button", { name: "Connect" }).click();
  await expect(slack.getByRole("button", { name: "Connecting..." })).toBeVisible();
  answer();
  await expect(page.getByText("Slack: connected")).toBeVisible();
  await expect(page).toHaveURL(/\/email\?tab=integrations$/);
  await expect(slack.getByText("Status: connected")).toBeVisible();
  await expect(slack.getByRole("button", { name: "Reconnect" })).toBeEnabled();
  // The automatic first import has finished.
  await expect(slack.getByText("Last sync: Never")).toBeHidden();
  const synced = page.hold("integrations.sync");
  await slack.getByRole("button", { name: "Sync" }).click();
  await expect(slack.getByRole("button", { name: "Syncing..." })).toBeVisible();
  synced();
  await expect(page.getByText(/^Slack synced \(\d+\)/)).toBeVisible();
  await expect(slack.getByText("Last sync: just now")).toBeVisible();
});

test("MINT-18, MINT-19, MINT-20: failures on the e-mail page are shown, except for the list", async ({
  page,
  ada,
}) => {
  decideOnTheWay(page, ada, "Deny");
  await page.goto("/email?tab=integrations");
  const slack = cardOf(page, "Slack");
  await slack.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Connect failed")).toBeVisible();
  await expect(page.getByText("You did not allow the connection at Slack.").first()).toBeVisible();
  await connect(ada, "slack");
  await page.reload();
  await expect(slack.getByText("Status: connected")).toBeVisible();
  page.cut("integrations.sync");
  await slack.getByRole("button", { name: "Sync" }).click();
  await expect(page.getByText("Sync failed")).toBeVisible();
  page.cut("integrations.list");
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(6);
  await expect(page.getByText("Status: disconnected")).toHaveCount(6);
  await expect(page.getByText(/Failed to fetch/)).toHaveCount(0);
});

test("INT-15: imported calendar data, a full sync, and data that is deleted with its connection", async ({
  page,
  ada,
}) => {
  google.put({
    ...{ id: "board", summary: "Board meeting" },
    start: { dateTime: new Date(Date.now() + 3_600_000).toISOString() },
    end: { dateTime: new Date(Date.now() + 7_200_000).toISOString() },
  });
  const events = async () => JSON.stringify(await ada.call("events.list"));
  await connect(ada, "google_calendar");
  await expect.poll(events).toContain("Board meeting");
  await page.goto("/integrations");
  await page.getByRole("button", { name: "Settings of Google Calendar" }).click();
  const settings = page.getByRole("dialog", { name: "Google Calendar settings" });
  await expect(settings.getByRole("switch", { name: "Events" })).toBeChecked();
  await expect(settings.getByText(/^1 item, automatic/)).toBeVisible();
  await settings.getByRole("button", { name: "Sync again from the beginning" }).click();
  await expect(page.getByText("Google Calendar syncs again from the beginning")).toBeVisible();
  await expect(settings.getByText(/synced from the beginning, automatic/)).toBeVisible();
  await settings.getByRole("button", { name: "Disconnect" }).click();
  await settings.getByRole("switch", { name: "Keep imported data" }).click();
  await settings.getByRole("button", { name: "Disconnect Google Calendar" }).click();
  await expect(page.getByText("Google Calendar disconnected")).toBeVisible();
  await expect.poll(events).not.toContain("Board meeting");
});
