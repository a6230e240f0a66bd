import { mailAccounts } from "#features/email/mail-accounts.ts";
import type { SignedIn } from "#platform/capability/context.ts";

/** By which others know a person, in lower case: the address of their sign-in, and those of their mail accounts. */
export type OwnAddresses = {
  has(address: string): boolean;
  /** What their mail comes from unless they say otherwise. */
  usual: string;
  hasAccount: boolean;
  /** The account that mail from this address leaves by; null for the usual one. */
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
