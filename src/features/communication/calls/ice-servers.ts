import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Instant } from "#platform/capability/wire.ts";
import { addressesIn, turnCredentials } from "#platform/outbound/turn-credentials.ts";

/** The shape that RTCPeerConnection takes. */
export const IceServers = z.object({
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** Without a relay (TURN), calls between different networks may fail. */
  hasRelay: z.boolean(),
  /** Set by the administrator: all calls go through the relay. */
  relayOnly: z.boolean(),
  /** When the credentials expire. A running call requests new ones for an ICE restart. */
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
