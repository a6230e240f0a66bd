import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

export const CALL_KINDS = ["audio", "video"] as const;
export const CallKind = z.enum(CALL_KINDS);
export type CallKind = z.infer<typeof CallKind>;

export const CALL_STATES = ["ringing", "active", "ended"] as const;
/**
 * Why a call is over: it was answered and everybody went; nobody answered; everybody declined; its caller gave up first;
 * everybody was in another call; all who were in it were lost.
 */
export const CALL_ENDINGS = ["completed", "missed", "declined", "cancelled", "busy", "lost"] as const;

/** Of a large group nobody is rung: they are `invited` and may join. */
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

/** Everybody sends to everybody: above this, uplinks and processors give in. */
export const MAX_CALL_PARTICIPANTS = 6;
/** How often a page says that it is still in its call; after forty seconds of silence it counts as gone (functions/calls.sql). */
export const HEARTBEAT_SECONDS = 10;

/** Somebody in a call. */
export const Caller = z.object({
  userId: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  state: z.enum(CALLER_STATES),
  /** The page that this person is in the call with; what others send is meant for it alone. */
  seat: Id.nullable(),
  joinedAt: Instant.nullable(),
});
export type CallerOnWire = z.input<typeof Caller>;

export const Call = z.object({
  id: Id,
  conversationId: Id,
  /** As the reader sees the conversation. */
  name: z.string(),
  isGroup: z.boolean(),
  startedBy: Id,
  kind: CallKind,
  state: z.enum(CALL_STATES),
  createdAt: Instant,
  /** When the second person came; null where nobody did. */
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(CALL_ENDINGS).nullable(),
  callers: z.array(Caller),
  version: z.int(),
});
export type Call = z.output<typeof Call>;
export type CallOnWire = z.input<typeof Call>;

const LONGEST_DESCRIPTION = 48_000;
const LONGEST_CANDIDATE = 1_000;
const MOST_CANDIDATES = 50;

const Candidate = z.strictObject({
  candidate: z.string().max(LONGEST_CANDIDATE),
  sdpMid: z.string().max(64).nullable().optional(),
  sdpMLineIndex: z.int().min(0).max(64).nullable().optional(),
  usernameFragment: z.string().max(256).nullable().optional(),
});

/** What two pages tell each other to find a way: an offer or an answer (RFC 8866), and addresses to try (RFC 8839). */
export const Signal = z.strictObject({
  description: z
    .strictObject({ type: z.enum(["offer", "answer"]), sdp: z.string().max(LONGEST_DESCRIPTION) })
    .optional(),
  candidates: z.array(Candidate).max(MOST_CANDIDATES).optional(),
});
export type Signal = z.output<typeof Signal>;

export const ReceivedSignal = z.object({ id: z.int(), fromSeat: Id, signal: Signal });
export type ReceivedSignalOnWire = z.input<typeof ReceivedSignal>;
