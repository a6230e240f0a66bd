import { afterAll } from "vitest";
import type { MailSetup } from "./mail-setup.ts";
import { type MailServer, runMailServer } from "./run-mail-server.ts";

/** A real Postfix and Dovecot for a test file, ended with it. */
export async function mailServer(setup: MailSetup): Promise<MailServer> {
  const server = await runMailServer(setup);
  afterAll(() => server.close());
  return server;
}
