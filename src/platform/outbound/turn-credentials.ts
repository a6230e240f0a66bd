import { createHmac } from "node:crypto";

/**
 * 'A REST API for access to TURN services' (draft-uberti-behave-turn-rest-00), as in coturn with use-auth-secret: the
 * user name holds the expiry time and the name; the password is its HMAC-SHA1.
 */
export function turnCredentials(secret: string, expiresAt: Date, name: string) {
  const username = `${Math.floor(expiresAt.getTime() / 1000)}:${name}`;
  return { username, credential: createHmac("sha1", secret).update(username).digest("base64") };
}

/** RFC 7064 and RFC 7065. */
const ADDRESSES = {
  stun: /^stuns?:[^\s?/@]+$/,
  turn: /^turns?:[^\s?/@]+(\?transport=(udp|tcp))?$/,
};

/** A browser refuses a whole list if one entry is not valid, so invalid ones are left out. */
export const addressesIn = (text: string, scheme: keyof typeof ADDRESSES): string[] =>
  text.split(/[\s,]+/).filter((address) => ADDRESSES[scheme].test(address));
