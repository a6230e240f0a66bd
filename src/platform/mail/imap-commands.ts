import type { CopyResponseObject, ImapFlow, SearchObject } from "imapflow";
import { ImapFailure } from "./open-imap.ts";

// Commands for which ImapFlow returns false where the server refuses them (NO or BAD, RFC 9051 §7.1) or the connection
// breaks. Here they throw an ImapFailure, so that nobody takes a refusal for success or for an empty result.

/** Opens a folder for reading only; a folder that is gone is a failure as well. */
export async function openReadOnly(client: ImapFlow, path: string): Promise<void> {
  await client.mailboxOpen(path, { readOnly: true }).catch(() => {
    throw new ImapFailure("connection", `The server did not open the folder '${path}'.`, true);
  });
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
