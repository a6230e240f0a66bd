import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { runMailServer } from "../../src/platform/testing/servers/run-mail-server.ts";
import { test as base } from "./fixtures.ts";
import { PASSWORD, Person } from "./person.ts";
import { Instance, type Program, temporaryFolder } from "./product.ts";

type Mail = Awaited<ReturnType<typeof runMailServer>>;

type Options = { isTrusted: boolean; userName: string };
type Servers = { url: string; mail: Mail; program: Program; dataDir: string };
type OwnServers = Omit<Servers, "url"> & { ada: Person };

/**
 * The fixtures of a journey with an instance and a mail server of its own, which has the mailbox ada@aldermoor.test.
 * `servers` has no account yet; with `ownServers` Ada is signed in at the instance.
 */
export const test = base.extend<Options & { servers: Servers; ownServers: OwnServers }>({
  /** Whether the instance trusts the certificate of the mail server. */
  isTrusted: [true, { option: true }],
  /** Ada's at the mail server: many expect the whole address. */
  userName: ["ada", { option: true }],
  servers: async ({ isTrusted, userName }, use) => {
    const mailboxes = ["ada@aldermoor.test"];
    const mail = await runMailServer({ mailboxes, users: { [userName]: PASSWORD }, imap: {} });
    const folder = await temporaryFolder();
    const certificate = join(folder, "certificate.pem");
    await writeFile(certificate, mail.certificate);
    const instance = await Instance.create({
      ...(isTrusted && { NODE_EXTRA_CA_CERTS: certificate }),
      ALLOWED_LOCAL_NETWORKS: "127.0.0.0/8",
    });
    const program = await instance.start();
    await use({ url: instance.url, mail, program, dataDir: instance.dataDir });
    await program.end();
    await Promise.all([instance.remove(), mail.close(), rm(folder, { recursive: true })]);
  },
  ownServers: async ({ page, servers: { url, ...servers } }, use) => {
    const ada = await Person.signUp(url, "Ada Lovelace");
    await ada.signInPage(page);
    await use({ ada, ...servers });
  },
});

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
