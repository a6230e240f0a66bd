import type { ImapFlow, ListResponse } from "imapflow";

const STATE = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };

/** Connections whose server names LIST-STATUS (RFC 5819), but refuses it or leaves the states out. */
const refusing = new WeakSet<ImapFlow>();

/** Whether one command lists the folders with their states. */
export const listsStates = (client: ImapFlow): boolean =>
  client.capabilities.has("LIST-STATUS") && !refusing.has(client);

type Inside = { run(command: string, ...input: unknown[]): Promise<unknown> };

/**
 * The folders; with their states where one command lists both. The library would ask for the state of each folder by a
 * command of its own where the server does not: hundreds of commands for each list. It is not asked again here.
 */
export async function listFolders(
  client: ImapFlow,
  { withStates }: { withStates: boolean },
): Promise<ListResponse[]> {
  if (!withStates || !listsStates(client)) return client.list();
  const inside = client as ImapFlow & Inside;
  const { run } = inside;
  inside.run = async (command, ...input) => {
    if (command !== "STATUS") return run.call(client, command, ...input);
    refusing.add(client);
    return {};
  };
  try {
    return await client.list({ statusQuery: STATE });
  } finally {
    inside.run = run;
  }
}
