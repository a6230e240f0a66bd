import type { ImapFlow } from "imapflow";
import { decodePath } from "imapflow/lib/tools.js";

type Untagged = { attributes?: readonly { value?: unknown }[] | false };
type ImapFlowInternals = {
  untaggedHandlers: Record<string, (response: Untagged) => Promise<void>>;
  exec(command: string, attributes: readonly unknown[]): Promise<{ next(): void }>;
};

const atom = (value: string) => ({ type: "ATOM", value });
const ofMessages = ["MessageNew", "MessageExpunge", "FlagChange"].map(atom);

/**
 * Asks the server to report changes of all folders, also of those that are not open (NOTIFY, RFC 5465). `onChange` gets
 * the folder whose messages changed, or null where folders were created, renamed or deleted. Returns whether it does.
 */
export async function watchFolders(
  client: ImapFlow,
  onChange: (path: string | null) => void,
): Promise<boolean> {
  if (!client.capabilities.has("NOTIFY")) return false;
  // rule: double-cast - the methods that the types of the library leave out
  const inside = client as unknown as ImapFlowInternals;
  inside.untaggedHandlers.LIST = async () => onChange(null);
  inside.untaggedHandlers.STATUS = async ({ attributes }) => {
    const [name] = attributes || [];
    const path = pathOf(client, name?.value);
    if (path !== null) onChange(path);
  };
  const selected = [atom("selected-delayed"), ofMessages];
  const others = [atom("personal"), [atom("MailboxName"), ...ofMessages]];
  try {
    const { next } = await inside.exec("NOTIFY", [atom("SET"), selected, others]);
    next();
    return true;
  } catch (error) {
    if (!client.usable) throw error;
    // A server that refuses it is asked for its folders at intervals, like one without it.
    return false;
  }
}

/** Dovecot sends names that are not ASCII as literals in UTF-8, without the encoding of RFC 3501 §5.1.3. */
function pathOf(client: ImapFlow, value: unknown): string | null {
  if (Buffer.isBuffer(value)) return value.toString("utf8");
  return typeof value === "string" ? decodePath(client, value) : null;
}
