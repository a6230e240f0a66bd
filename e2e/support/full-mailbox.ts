import type { runMailServer } from "../../src/platform/testing/servers/run-mail-server.ts";

type Mail = Awaited<ReturnType<typeof runMailServer>>;

const DAY_MS = 86_400_000;

const message = (subject: string, from: string, daysAgo: number) =>
  [
    `From: ${from} <${from.toLowerCase().replace(" ", ".")}@lattice.test>`,
    "To: ada@aldermoor.test",
    `Subject: ${subject}`,
    `Date: ${new Date(Date.now() - daysAgo * DAY_MS).toUTCString()}`,
    `Message-ID: <${subject.replaceAll(/\W/g, "-")}@lattice.test>`,
    "",
    `${subject}: please read it.`,
    "",
  ].join("\n");

/** Fills Ada's inbox: read mail of three years, one of it about a lease, and 29 unread mails of today. */
export async function fillMailbox(mail: Mail): Promise<void> {
  const old = Array.from({ length: 300 }, (_, n) => message(`Minutes ${n + 1}`, "Clara Voss", 30 + n * 3));
  await mail.fill("ada", [...old, message("Lease of the Lisbon warehouse", "Maria Reis", 1000)]);
  for (let n = 29; n >= 1; n -= 1)
    await mail.save("ada", "INBOX", message(`News ${n}`, "Clara Voss", n / 100));
}
