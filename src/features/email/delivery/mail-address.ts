import { envelopeAddress } from "#platform/mail/mail-address.ts";

/**
 * Parses the address from a recipient, which may have a name before `<…>`; null where there is none (security.md D20).
 */
export function parseAddress(typed: string): string | null {
  const [, bracketed] = /^[^<>]*<([^<>]*)>$/.exec(typed.trim()) ?? [];
  const address = envelopeAddress((bracketed ?? typed).trim());
  return address === null ? null : address.toLowerCase();
}

/** Domains that can never receive mail (RFC 2606, RFC 6761): nothing is ever sent there. */
export const isReservedDomain = (address: string): boolean =>
  RESERVED.test(address.slice(address.lastIndexOf("@") + 1).toLowerCase());

const RESERVED = /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org))$/;
