import { envelopeAddress } from "#platform/mail/mail-address.ts";
import { type Person, parsePerson } from "../address-model.ts";

/**
 * Parses a recipient, which may have a name before `<…>`; null where it has no address that mail can be sent to. The
 * address is in the spelling that was written: only the server that has the mailbox may ignore it (RFC 5321 §2.4).
 */
export function parseRecipient(typed: string): Person | null {
  const { name, address } = parsePerson(typed);
  const sendable = envelopeAddress(address);
  return sendable === null ? null : { name: name.replaceAll(/\p{Cc}+/gu, " "), address: sendable };
}

/** The address of a recipient for comparison, in lower case; null where there is none (security.md D20). */
export const parseAddress = (typed: string): string | null =>
  parseRecipient(typed)?.address.toLowerCase() ?? null;

/** Domains that can never receive mail (RFC 2606, RFC 6761): nothing is ever sent there. */
export const isReservedDomain = (address: string): boolean =>
  RESERVED.test(address.slice(address.lastIndexOf("@") + 1).toLowerCase());

const RESERVED = /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org))$/;
