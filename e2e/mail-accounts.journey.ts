import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runMailServer } from "../src/platform/testing/servers/run-mail-server.ts";
import { dismiss, expect, expectAccessible, test } from "./support/fixtures.ts";
import { fillMailServers } from "./support/mail-servers.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program, temporaryFolder } from "./support/product.ts";

/** An instance with a mail server that it trusts. */
let instance: Instance;
let program: Program;
let ada: Person;
let mail: Awaited<ReturnType<typeof runMailServer>>;
let trust = "";

test.beforeAll(async () => {
  trust = await temporaryFolder();
  const mailboxes = ["ada@aldermoor.test"];
  mail = await runMailServer({ mailboxes, users: { ada: "correct horse" }, imap: {} });
  const certificate = join(trust, "certificate.pem");
  await writeFile(certificate, mail.certificate);
  instance = await Instance.create({
    NODE_EXTRA_CA_CERTS: certificate,
    ALLOWED_LOCAL_NETWORKS: "127.0.0.0/8",
  });
  program = await instance.start();
});

test.afterAll(async () => {
  await program.end();
  await instance.remove();
  await Promise.all([mail.close(), rm(trust, { recursive: true })]);
});

test.beforeEach(async ({ page }) => {
  ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.signInPage(page);
});

test("a mailbox by address and password: the failing step is named, then it connects and works", async ({
  page,
}) => {
  const dialog = page.getByRole("dialog");
  const connect = () => dialog.getByRole("button", { name: "Connect" }).click();
  await page.goto(`${instance.url}/email?tab=integrations`);
  await page.getByRole("button", { name: "Add account" }).click();
  await dialog.getByLabel("Email address").fill("ada@aldermoor.test");
  await dialog.getByLabel("Password").fill("wrong horse");
  await dialog.getByLabel("Password").press("Enter");
  await expect(dialog.getByText("The servers of this address are not known.")).toBeVisible();
  await fillMailServers(dialog, mail);
  await expectAccessible(page);

  await test.step("the report names the failing step and its fix", async () => {
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
  });
  await test.step("with the right password it connects and shows its progress", async () => {
    await dialog.getByLabel("Password").fill("correct horse");
    await connect();
    await dismiss(page, "ada@aldermoor.test is connected");
    const row = page.getByRole("article", { name: "ada@aldermoor.test" });
    await expect(row.getByText("Up to date")).toBeVisible();
    await expect(row.getByText("Sends your mail")).toBeVisible();
    await expectAccessible(page);
    await row.getByRole("button", { name: "Settings" }).click();
    await dialog.getByRole("button", { name: "Test the connection" }).click();
    await expect(dialog.getByText("Reading and sending work.")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
});

test("a conversation is moved to a folder by keyboard, here and on the server, and back", async ({
  page,
}) => {
  await mail.doveadm("mailbox", "create", "-u", "ada", "Board", "Travel");
  await mail.save(
    "ada",
    "INBOX",
    "From: Clara Voss <clara@lattice.test>\nTo: ada@aldermoor.test\nSubject: Papers\nMessage-ID: <Papers@lattice.test>\n\nPlease read them before Thursday.\n",
  );
  const server = { host: "localhost", security: "tls", username: "ada" };
  await ada.call("mailAccounts.connect", {
    ...{ address: "ada@aldermoor.test", password: "correct horse", name: "" },
    imap: { ...server, port: mail.imapPort },
    smtp: { ...server, port: mail.implicitTlsPort },
  });
  const dialog = page.getByRole("dialog");
  await page.goto(`${instance.url}/email?look=split`);
  const rows = page.getByRole("list", { name: "Conversations" });
  await rows.getByRole("listitem", { name: "Papers" }).click();
  await page.keyboard.press("v");
  await expect(dialog.getByRole("listitem")).toHaveText(["Inbox", "Archive", "Board", "Travel"]);
  await expectAccessible(page);
  await page.keyboard.type("jukebox");
  await expect(dialog.getByText("No folder is called that")).toBeVisible();
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
