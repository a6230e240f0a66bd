import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "./support/mail-servers.ts";

/** The processes that read mailboxes for the program which has this one as a child of its own. */
function mailProcesses(dataDir: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && contentOf(pid, "cmdline").includes("email.accounts"))
    .filter((pid) => contentOf(pid, "environ").includes(`DATA_DIR=${dataDir}\0`));
}

/** Empty where the process has ended. */
function contentOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It ended between the two reads.
    return "";
  }
}

const letter = (subject: string) =>
  `From: Clara Voss <clara@lattice.test>\nTo: ada@aldermoor.test\nSubject: ${subject}\nMessage-ID: <${subject}@lattice.test>\n\nThe figures.\n`;

test("mail is read by a process of its own: killed, it starts again, the page goes on, and with the program it ends", async ({
  page,
  ownServers: { ada, mail, dataDir, program },
}) => {
  expect(mailProcesses(dataDir)).toEqual([]);
  await mail.save("ada", "INBOX", letter("First"));
  const server = { host: "localhost", security: "tls", username: "ada" };
  await ada.call("mailAccounts.connect", {
    ...{ address: "ada@aldermoor.test", password: "correct horse", name: "" },
    imap: { ...server, port: mail.imapPort },
    smtp: { ...server, port: mail.implicitTlsPort },
  });
  await page.goto(`${ada.url}/email?look=split`);
  const rows = page.getByRole("list", { name: "Conversations" });
  await expect(rows.getByRole("listitem", { name: "First" })).toBeVisible();
  const [first = 0, ...others] = mailProcesses(dataDir);
  expect(others).toEqual([]);
  process.kill(first, "SIGKILL");
  await mail.save("ada", "INBOX", letter("Second"));
  await rows.getByRole("listitem", { name: "First" }).click();
  await expect(page.getByText("The figures.").first()).toBeVisible();
  const again = () => mailProcesses(dataDir).filter((pid) => pid !== first).length;
  await expect.poll(again, { timeout: 30_000 }).toBe(1);
  // Long before the lease of the one that was killed expires.
  await expect(rows.getByRole("listitem", { name: "Second" })).toBeVisible({ timeout: 35_000 });
  program.process.kill("SIGKILL");
  await expect.poll(() => mailProcesses(dataDir), { timeout: 10_000 }).toEqual([]);
});
