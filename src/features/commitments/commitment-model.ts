import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Provenance } from "#platform/capability/provenance.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

/** A promise: somebody said that they will do it. A request: somebody asked the person for it, without an answer yet. */
export const COMMITMENT_KINDS = ["promise", "request"] as const;
export const CommitmentKind = z.enum(COMMITMENT_KINDS);

/** Who is to do it: the person, or the other party. */
export const OWED_BY = ["me", "them"] as const;
export const OwedBy = z.enum(OWED_BY);
export type OwedBy = z.infer<typeof OwedBy>;

/**
 * Proposed: found, but not certain enough to count. Superseded: replaced by a later one, such as the same promise with
 * a new date. Refused: the person said that it is none; it is never found again.
 */
export const COMMITMENT_STATES = ["proposed", "open", "met", "dropped", "superseded", "refused"] as const;
export const CommitmentState = z.enum(COMMITMENT_STATES);
export type CommitmentState = z.infer<typeof CommitmentState>;
/** Still to be done. */
export const ACTIVE_STATES = ["proposed", "open"] as const satisfies CommitmentState[];
export const isActive = (state: CommitmentState): boolean => ACTIVE_STATES.some((each) => each === state);

export const SOURCE_KINDS = ["email", "message", "event", "document", "decision", "own"] as const;
export const COMMITMENT_ORIGINS = ["built-in", "model", "person"] as const;
export const THREAD_KINDS = ["email", "conversation", "decision", "document", "event"] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];
export const EVIDENCE_KINDS = ["email", "message", "event", "call", "document", "decision", "task"] as const;

export const MAX_WHAT = 500;
export const MAX_QUOTE = 1000;
export const MAX_PARTY = 254;
/** Addresses and accounts by which a list is filtered. */
export const MAX_PARTIES = 20;

/** Found with at least this confidence, it counts at once; otherwise it is proposed. */
export const CERTAIN = 0.8;
/** Of a party's last findings, so many refused ones mean that the next are only proposed. */
export const LEARNING = { window: 10, refusals: 3 } as const;

/** Why it counts as met or superseded: the record that shows it, and that in one sentence. */
export const Evidence = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  id: Id,
  sentence: z.string().max(MAX_QUOTE),
  at: Instant,
});
export type Evidence = z.output<typeof Evidence>;

export const Commitment = z.object({
  id: Id,
  kind: CommitmentKind,
  owedBy: OwedBy,
  /** The other person: an address in lower case or the id of an account; null where only the name is known. */
  party: z.string().nullable(),
  partyName: z.string(),
  what: z.string(),
  /** The end of the day on the person's clock if no time was named (`hasTime`). */
  due: Instant.nullable(),
  hasTime: z.boolean(),
  /** The day by which it is due, yyyy-MM-dd, if no time was named; otherwise null. */
  dueDay: z.iso.date().nullable(),
  /** Open, and its due time has passed. */
  isLate: z.boolean(),
  /** The words that say so. */
  quote: z.string().nullable(),
  sourceKind: z.enum(SOURCE_KINDS),
  /** What holds the quote: a record, or one comment on the decision of `threadId`; null for an own entry. */
  sourceId: Id.nullable(),
  /** The thread of emails, the conversation, the decision, the document or the event that holds it. */
  threadId: Id.nullable(),
  /** The index of the quote's first character in the text of its source; null also once it is not there any more. */
  sourceOffset: z.int().nullable(),
  saidAt: Instant,
  state: CommitmentState,
  /** 0 to 1: the share of findings like this one that are right. */
  confidence: z.number(),
  origin: z.enum(COMMITMENT_ORIGINS),
  evidence: Evidence.nullable(),
  supersededBy: Id.nullable(),
  /** The task that does it, if there is one. */
  taskId: Id.nullable(),
  provenance: Provenance,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
});
export type Commitment = z.output<typeof Commitment>;
export type CommitmentOnWire = z.input<typeof Commitment>;

/** Open, and its due time has passed. */
export const isLateAt = ({ state, due }: { state: string; due: Date | string | null }, now: Date): boolean =>
  state === "open" && due !== null && new Date(due) < now;

const PAGES: Partial<Record<string, string>> = {
  email: "/email?email=",
  message: "/communication?message=",
  event: "/calendar?event=",
  task: "/tasks?task=",
  document: "/documents/",
  decision: "/team?tab=decisions&decision=",
};

/** Where a record is; null where it has no page, such as a call. */
export const hrefOfRecord = (kind: string, id: string | null): string | null =>
  id && PAGES[kind] ? PAGES[kind] + id : null;

type Quoted = Pick<Commitment, "sourceKind" | "sourceId" | "threadId">;

/** Where its words are; the list of promises for what the person wrote down. */
export function hrefOf({ sourceKind, sourceId, threadId }: Quoted): string {
  const record = sourceKind === "decision" ? (threadId ?? sourceId) : sourceId;
  const href = hrefOfRecord(sourceKind, record) ?? "/promises";
  return sourceId && sourceKind === "message" && threadId ? `${href}&conversation=${threadId}` : href;
}

/** An address or the id of an account. */
export const Party = z.string().trim().toLowerCase().min(1).max(MAX_PARTY);

const What = z.string().trim().min(1, t`Say what is to be done`).max(MAX_WHAT);
const Due = Instant.nullable();

export const NewCommitment = z
  .strictObject({
    kind: CommitmentKind.default("promise"),
    owedBy: OwedBy.default("me"),
    party: Party.nullable().default(null),
    partyName: z.string().trim().max(MAX_PARTY).default(""),
    what: What,
    /** Without a time the day counts that it is on the person's clock. */
    due: Due.default(null),
    hasTime: z.boolean().default(false),
  })
  .refine(({ kind, owedBy }) => kind === "promise" || owedBy === "me", {
    path: ["owedBy"],
    error: t`Only you can be asked for something. Please enter what others owe you as a promise`,
  });

export const CommitmentChange = z.strictObject({
  what: What.optional(),
  due: Due.optional(),
  hasTime: z.boolean().optional(),
});
export type CommitmentChange = z.output<typeof CommitmentChange>;

const Counted = z.object({ open: z.int(), late: z.int(), proposed: z.int() });
export const CommitmentCounts = z.object({ me: Counted, them: Counted });

/** Somebody whose promises and requests are only proposed, because too many were refused. */
export const LearnedParty = z.object({ party: z.string(), refusals: z.int() });
