import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

export const CALL_KINDS = ["audio", "video"] as const;
export const CallKind = z.enum(CALL_KINDS);
export type CallKind = z.infer<typeof CallKind>;

export const CALL_STATES = ["ringing", "active", "ended"] as const;
/**
 * Why a call ended: answered and everybody left; nobody answered; everybody declined; the caller hung up first;
 * everybody was in another call; all who were in it lost their connection.
 */
export const CALL_ENDINGS = ["completed", "missed", "declined", "cancelled", "busy", "lost"] as const;

/** In a group too large to ring, participants are `invited` and may join. */
export const CALLER_STATES = [
  "ringing",
  "invited",
  "joined",
  "left",
  "declined",
  "missed",
  "busy",
  "lost",
] as const;

/** A mesh: every page sends to every other page. Above this number, uplinks and processors are overloaded. */
export const MAX_CALL_PARTICIPANTS = 6;
/** Seconds between heartbeats of a page in a call; lost after 40 seconds without one (functions/calls.sql). */
export const HEARTBEAT_SECONDS = 10;

export const Caller = z.object({
  userId: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  state: z.enum(CALLER_STATES),
  /** The page that is in the call for this person. Signals are addressed to this page only. */
  peerId: Id.nullable(),
  joinedAt: Instant.nullable(),
});
export type CallerOnWire = z.input<typeof Caller>;

export const Call = z.object({
  id: Id,
  conversationId: Id,
  /** The name of the conversation as the reader sees it. */
  name: z.string(),
  isGroup: z.boolean(),
  startedBy: Id,
  kind: CallKind,
  state: z.enum(CALL_STATES),
  createdAt: Instant,
  /** When the second person joined; null when nobody did. */
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(CALL_ENDINGS).nullable(),
  callers: z.array(Caller),
  version: z.int(),
});
export type Call = z.output<typeof Call>;
export type CallOnWire = z.input<typeof Call>;

const MAX_DESCRIPTION_LENGTH = 48_000;
const MAX_CANDIDATE_LENGTH = 1_000;
const MAX_CANDIDATES = 50;

const Candidate = z.strictObject({
  candidate: z.string().max(MAX_CANDIDATE_LENGTH),
  sdpMid: z.string().max(64).nullable().optional(),
  sdpMLineIndex: z.int().min(0).max(64).nullable().optional(),
  usernameFragment: z.string().max(256).nullable().optional(),
});

/** What two pages exchange to connect: an offer or an answer (RFC 8866), and ICE candidates (RFC 8839). */
export const Signal = z.strictObject({
  description: z
    .strictObject({ type: z.enum(["offer", "answer"]), sdp: z.string().max(MAX_DESCRIPTION_LENGTH) })
    .optional(),
  candidates: z.array(Candidate).max(MAX_CANDIDATES).optional(),
});
export type Signal = z.output<typeof Signal>;

export const ReceivedSignal = z.object({ id: z.int(), fromPeerId: Id, signal: Signal });
export type ReceivedSignalOnWire = z.input<typeof ReceivedSignal>;
