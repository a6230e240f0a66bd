import { domainToASCII } from "node:url";

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const LONGEST_LOCAL_PART = 64;
const LONGEST = 254;
/** Reserved domains without mailboxes (RFC 2606): the sample workspace uses them. */
const NOWHERE = /(^|\.)(example|invalid)$/i;

/**
 * The address as it goes into an envelope: one @, an unquoted local part, a host name in ASCII. Null for everything
 * else, however valid: quoted local parts have carried mail to other domains than the one that was checked (D20).
 */
export function envelopeAddress(text: string): string | null {
  const [local = "", domain = "", ...rest] = text.split("@");
  const host = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const isHost = host.split(".").every((label) => LABEL.test(label));
  const isWhole = rest.length === 0 && local.length <= LONGEST_LOCAL_PART && LOCAL_PART.test(local);
  const address = `${local}@${host}`;
  return isWhole && isHost && address.length <= LONGEST ? address : null;
}

/** True for example addresses: no message may be sent to them. */
export const isExampleAddress = (address: string) => NOWHERE.test(address.split("@").at(-1) ?? "");
