import type { Locator } from "@playwright/test";

/** Enters the two servers of a new mail account of Ada's, which run on this machine. */
export async function fillMailServers(
  dialog: Locator,
  { imapPort, implicitTlsPort }: { imapPort: number; implicitTlsPort: number },
): Promise<void> {
  for (const [side, port] of [
    ["Reading (IMAP)", imapPort],
    ["Sending (SMTP)", implicitTlsPort],
  ] as const) {
    const fields = dialog.getByRole("group", { name: side });
    await fields.getByLabel("Server").fill("localhost");
    await fields.getByLabel("Port").fill(String(port));
    await fields.getByLabel("User name").fill("ada");
  }
}
