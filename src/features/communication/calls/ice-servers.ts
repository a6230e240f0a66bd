import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Instant } from "#platform/capability/wire.ts";
import { addressesIn, turnCredentials } from "#platform/outbound/turn-credentials.ts";

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
  const stun = addressesIn(stunUrls, "stun");
  const turn = addressesIn(turnUrls, "turn");
  const secret = systemSettings.secret("turnSecret");
  const hasRelay = turn.length > 0 && secret !== null;
  return {
    iceServers: [
      ...(stun.length > 0 ? [{ urls: stun }] : []),
      ...(hasRelay ? [{ urls: turn, ...turnCredentials(secret, expiresAt, actor.userId) }] : []),
    ],
    hasRelay,
    relayOnly: hasRelay && relayCallsOnly,
    expiresAt,
  };
}
