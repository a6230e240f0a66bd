import { mailAccounts } from "#features/email/mail-accounts.ts";
import type { SignedIn } from "#platform/capability/context.ts";

/** A person's own addresses, in lower case: that of their sign-in and those of their mail accounts. */
export type OwnAddresses = {
  has(address: string): boolean;
  /** The default sender address of their mail. */
  usual: string;
  hasAccount: boolean;
  /** The account that sends mail from this address; null for the default one. */
  accountOf(address: string): string | null;
};

export async function ownAddresses(context: SignedIn): Promise<OwnAddresses> {
  const { items } = await mailAccounts.list(context, {});
  const accounts = new Map(items.map(({ address, id }) => [address.toLowerCase(), id]));
  const signIn = context.actor.email.toLowerCase();
  const first = items.find(({ isDefault }) => isDefault) ?? items[0];
  return {
    has: (address) => address.toLowerCase() === signIn || accounts.has(address.toLowerCase()),
    usual: first?.address.toLowerCase() ?? signIn,
    hasAccount: accounts.size > 0,
    accountOf: (address) => accounts.get(address.toLowerCase()) ?? null,
  };
}
