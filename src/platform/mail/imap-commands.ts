import { setImmediate } from "node:timers/promises";
import type {
  CopyResponseObject,
  FetchMessageObject,
  FetchOptions,
  FetchQueryObject,
  ImapFlow,
  SearchObject,
} from "imapflow";
import { t } from "#i18n/message.ts";
import { ImapFailure } from "./open-imap.ts";

// Commands for which ImapFlow returns false where the server refuses them (NO or BAD, RFC 9051 §7.1) or the connection
// breaks. Here they throw an ImapFailure, so that nobody takes a refusal for success or for an empty result.

/** Opens a folder for reading only; a folder that is gone is a failure as well. */
export async function openReadOnly(client: ImapFlow, path: string): Promise<void> {
  await client.mailboxOpen(path, { readOnly: true }).catch(() => {
    throw new ImapFailure("connection", t`The server did not open the folder '${path}'.`, true);
  });
}

/** Messages whose flags change elsewhere during a fetch are in its answer as well (RFC 9051 §7.5.2). */
const MAX_UNSOLICITED = 1_000;
/** Then other work of the program gets its turn. */
const MESSAGES_IN_A_ROW = 10;

/** Messages of the open folder; `most` is how many there can be. A server that sends far more is cut off. */
export async function* fetchMessages(
  client: ImapFlow,
  range: string,
  query: FetchQueryObject,
  options: FetchOptions,
  most: number,
): AsyncGenerator<FetchMessageObject> {
  let count = 0;
  for await (const message of client.fetch(range, query, options)) {
    count += 1;
    if (count > 2 * most + MAX_UNSOLICITED) {
      client.close();
      throw new ImapFailure("connection", t`The server sent more messages than it has.`, true);
    }
    if (count % MESSAGES_IN_A_ROW === 0) await setImmediate();
    yield message;
  }
}

/** The UIDs in the open folder that match. */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  return accepted(await client.search(query, { uid: true }), "The server did not answer a search.");
}

/** Moves a message out of the open folder; its new UID is in the answer if the server says it (RFC 4315). */
export async function moveMessage(client: ImapFlow, uid: number, path: string): Promise<CopyResponseObject> {
  const moved = await client.messageMove(String(uid), path, { uid: true });
  return accepted(moved, "The server refused to move the message.");
}

/** Flags that the open folder cannot store are left out (PERMANENTFLAGS, RFC 9051 §7.1). */
export async function changeFlags(
  client: ImapFlow,
  uid: number,
  add: readonly string[],
  remove: readonly string[],
): Promise<void> {
  const permanent = client.mailbox ? client.mailbox.permanentFlags : undefined;
  const storable = add.filter((flag) => !permanent || permanent.has("\\*") || permanent.has(flag));
  const refusal = "The server refused to change the flags of the message.";
  if (storable.length > 0)
    accepted(await client.messageFlagsAdd(String(uid), storable, { uid: true }), refusal);
  if (remove.length > 0)
    accepted(await client.messageFlagsRemove(String(uid), [...remove], { uid: true }), refusal);
}

function accepted<T>(answer: T | false | undefined, refusal: string): T {
  if (answer === false || answer === undefined) throw new ImapFailure("connection", refusal, true);
  return answer;
}
