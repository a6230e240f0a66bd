import type { ImapFlow } from "imapflow";
import { fetchMessages } from "#platform/mail/imap-commands.ts";
import { BARE_QUERY, ENVELOPE_QUERY, type Envelope, readEnvelope } from "./read-envelope.ts";

/**
 * Converted while fetching, because the raw response takes ten times the memory; saved afterwards, because a command
 * inside the loop would wait for ever.
 */
export async function fetchEnvelopes(
  client: ImapFlow,
  numbers: readonly number[],
  kind: "uid" | "seq" = "uid",
): Promise<Envelope[]> {
  const envelopes = new Map<number, Envelope>();
  // Servers omit the structure of messages that are nested too deeply or have too many parts, and even the envelope of
  // those with endless recipients: less is enough to list them.
  for (const query of [ENVELOPE_QUERY, { ...ENVELOPE_QUERY, bodyStructure: false }, BARE_QUERY]) {
    const missing = numbers.filter((number) => !envelopes.has(number));
    if (missing.length === 0) break;
    const options = { uid: kind === "uid" };
    for await (const message of fetchMessages(client, missing.join(","), query, options, missing.length))
      if (message.envelope ?? message.headers) envelopes.set(message[kind], readEnvelope(message));
  }
  return [...envelopes.values()];
}
