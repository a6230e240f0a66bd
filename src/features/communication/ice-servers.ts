import { createHmac } from "node:crypto";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Instant } from "#platform/capability/wire.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";

/** As RTCPeerConnection takes them. */
export const IceServers = z.object({
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** Without one, calls between different networks may fail. */
  hasRelay: z.boolean(),
  /** The administrator wants all calls relayed. */
  relayOnly: z.boolean(),
  /** Of the credentials; a call that goes on asks for new ones when it looks for a new way. */
  expiresAt: Instant,
});

const CREDENTIALS_SECONDS = 4 * 3600;

export function iceServersFor({ systemSettings, actor, now }: SignedIn): z.output<typeof IceServers> {
  const { stunUrls, turnUrls, relayCallsOnly } = systemSettings.current;
  const expiresAt = new Date(now.getTime() + CREDENTIALS_SECONDS * 1000);
  const stun = addressesIn(stunUrls, STUN_ADDRESS);
  const turn = addressesIn(turnUrls, TURN_ADDRESS);
  const secret = systemSettings.secret("turnSecret");
  const hasRelay = turn.length > 0 && secret !== null;
  return {
    iceServers: [
      ...(stun.length > 0 ? [{ urls: stun }] : []),
      ...(hasRelay ? [{ urls: turn, ...credentials(secret, expiresAt, actor.userId) }] : []),
    ],
    hasRelay,
    relayOnly: hasRelay && relayCallsOnly,
    expiresAt,
  };
}

/**
 * 'A REST API for access to TURN services' (draft-uberti-behave-turn-rest-00), as coturn has it with use-auth-secret: the
 * name says until when it is good, and for whom; the password is its HMAC-SHA1.
 */
export function credentials(secret: string, expiresAt: Date, name: string) {
  const username = `${Math.floor(expiresAt.getTime() / 1000)}:${name}`;
  return { username, credential: createHmac("sha1", secret).update(username).digest("base64") };
}

/** RFC 7064 and RFC 7065. */
const STUN_ADDRESS = /^stuns?:[^\s?/@]+$/;
const TURN_ADDRESS = /^turns?:[^\s?/@]+(\?transport=(udp|tcp))?$/;

/** A browser refuses all of a list in which one does not fit, so those are left out. */
export const addressesIn = (text: string, form: RegExp): string[] =>
  text.split(/[\s,]+/).filter((address) => form.test(address));

export const turnServersOf = ({ current }: Pick<SystemSettings, "current">) =>
  addressesIn(current.turnUrls, TURN_ADDRESS);
