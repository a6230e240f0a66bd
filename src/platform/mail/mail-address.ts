import { domainToASCII } from "node:url";

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_LENGTH = 254;
/** Reserved domains without mailboxes (RFC 2606): the sample workspace uses them. */
const RESERVED_DOMAIN = /(^|\.)(example|invalid)$/i;

/**
 * The address as it goes into an envelope: one @, an unquoted local part, a host name in ASCII. Null for everything
 * else, however valid: quoted local parts have carried mail to other domains than the one that was checked (D20).
 */
export function envelopeAddress(text: string): string | null {
  const [local = "", domain = "", ...rest] = text.split("@");
  const host = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const isHost = host.split(".").every((label) => LABEL.test(label));
  const isLocalPart = rest.length === 0 && local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local);
  const address = `${local}@${host}`;
  return isLocalPart && isHost && address.length <= MAX_LENGTH ? address : null;
}

/** True for example addresses: no message may be sent to them. */
export const isExampleAddress = (address: string) => RESERVED_DOMAIN.test(address.split("@").at(-1) ?? "");
