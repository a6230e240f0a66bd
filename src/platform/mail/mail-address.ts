import { domainToASCII } from "node:url";

/** RFC 5321 §4.1.2 and RFC 6531 §3.3: a dot-atom or a quoted string, both also of characters beyond ASCII. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~\u{a1}-\u{10ffff}-]+(\.[\w!#$%&'*+/=?^`{|}~\u{a1}-\u{10ffff}-]+)*$/u;
/** Without angle brackets: no client sends them, and programs look for them to find the end of an address. */
const QUOTED_STRING = /^"(?:[ !#-;=?-[\]-~\u{a1}-\u{10ffff}]|\\[ -;=?-~])*"$/u;
/** Line and paragraph separators, and characters that change the direction of text or are not shown. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_LENGTH = 254;
/** Reserved domains without mailboxes (RFC 2606): the sample workspace uses them. */
const RESERVED_DOMAIN = /(^|\.)(example|invalid)$/i;

/**
 * The address as it goes into an envelope: any valid local part and a host name in ASCII. A local part is quoted only
 * if it has to be, so that an @ or a comma in it cannot be read as the end of the address (D20). Null for everything
 * else, address literals among it.
 */
export function envelopeAddress(text: string): string | null {
  const at = text.lastIndexOf("@");
  if (at < 1) return null;
  const local = localPart(text.slice(0, at));
  const domain = text.slice(at + 1);
  const host = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const isHost = host.split(".").every((label) => LABEL.test(label));
  const address = `${local}@${host}`;
  return local !== null && isHost && Buffer.byteLength(address) <= MAX_LENGTH ? address : null;
}

/** `"ada"` and `ada` are the same (RFC 5321 §4.1.2): the unquoted one is returned. */
function localPart(text: string): string | null {
  if (HIDDEN.test(text) || Buffer.byteLength(text) > MAX_LOCAL_PART_LENGTH) return null;
  if (DOT_ATOM.test(text)) return text;
  if (!QUOTED_STRING.test(text)) return null;
  const content = text.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  return DOT_ATOM.test(content) ? content : `"${content.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** True if the server has to accept addresses beyond ASCII (SMTPUTF8, RFC 6531) to get mail with this one. */
export const needsSmtpUtf8 = (address: string) => /[\u{80}-\u{10ffff}]/u.test(address);

/** True for example addresses: no message may be sent to them. */
export const isExampleAddress = (address: string) => RESERVED_DOMAIN.test(address.split("@").at(-1) ?? "");
