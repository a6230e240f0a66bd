import type { MailAccountOnWire } from "../../account-model.ts";
import { signed } from "./quote-email.ts";

/** The accounts to send from, and the default signature. */
export type Senders = { accounts: readonly MailAccountOnWire[]; signature: string };

/** The account to send from where none is chosen. */
export const defaultSender = ({ accounts }: Senders): MailAccountOnWire | undefined =>
  accounts.find(({ isDefault }) => isDefault) ?? accounts[0];

/** What the server of the account that sends takes in one message. */
export const maxMessageBytesOf = (senders: Senders, accountId: string | null): number | null =>
  (senders.accounts.find(({ id }) => id === accountId) ?? defaultSender(senders))?.maxMessageBytes ?? null;

/** The account's own signature, else the usual one. */
export function signatureOf(senders: Senders, accountId: string | null): string {
  const account = senders.accounts.find(({ id }) => id === accountId) ?? defaultSender(senders);
  return account?.signature.trim() || senders.signature.trim();
}

/** Replaces the previous signature in the text; an edited signature is kept. */
export function replaceSignature(body: string, before: string, after: string): string {
  if (before === after) return body;
  const old = blockOf(before);
  if (before !== "" && !body.includes(old)) return body;
  if (before !== "") return body.replace(after === "" ? `\n\n${old}` : old, () => blockOf(after));
  const quote = body.search(/^(On .* wrote:|-{5,} Forwarded message -{5,})$/m);
  return quote < 0
    ? body.trimEnd() + signed("", after)
    : body.slice(0, quote).trimEnd() + signed(body.slice(quote), after);
}

const blockOf = (signature: string) => (signature === "" ? "" : `-- \n${signature}`);
