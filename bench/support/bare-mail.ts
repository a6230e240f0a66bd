import { ImapFlow } from "imapflow";
import PostalMime from "postal-mime";
import { ENVELOPE_QUERY } from "../../src/features/email/sync/read-envelope.ts";
import type { MailServer } from "../../src/platform/testing/servers/run-mail-server.ts";
import { PASSWORD } from "./bench-mail-instance.ts";

/**
 * The floor of a sync: the library alone fetches the envelopes of a mailbox and discards them. Returns their number.
 */
export const fetchOnly = (server: MailServer) =>
  withClient(server, async (client) => {
    let count = 0;
    for await (const { envelope } of client.fetch("1:*", ENVELOPE_QUERY)) if (envelope) count += 1;
    return count;
  });

/** The floor of a sync with bodies: envelopes and whole messages in one go, each parsed and discarded. */
export const fetchAndParseOnly = (server: MailServer) =>
  withClient(server, async (client) => {
    let count = 0;
    for await (const { source } of client.fetch("1:*", { ...ENVELOPE_QUERY, source: true })) {
      if (source && (await PostalMime.parse(source)).text !== undefined) count += 1;
    }
    return count;
  });

async function withClient(
  { imapPort, certificate }: MailServer,
  work: (client: ImapFlow) => Promise<number>,
): Promise<number> {
  const client = new ImapFlow({
    ...{ host: "localhost", port: imapPort, secure: true, tls: { ca: certificate } },
    ...{ auth: { user: "ada", pass: PASSWORD }, logger: false },
  });
  await client.connect();
  await client.mailboxOpen("INBOX", { readOnly: true });
  return work(client).finally(() => client.logout());
}
