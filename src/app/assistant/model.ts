import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Provenance } from "#platform/capability/provenance.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";

export const MAX_SENTENCE = 4000;
export const MAX_CHAT_TITLE = 200;
export const MAX_MEMORY = 500;
/** Facts that a person may store. */
export const MAX_MEMORIES = 500;
export const MAX_SENTENCES_PER_HOUR = 600;
/** Minutes until what was proposed cannot be approved any more (security.md D33). */
export const PROPOSAL_MINUTES = 15;
/** Minutes until a proposal from a command by mail expires: longer, because the person first has to sign in. */
export const PROPOSAL_BY_MAIL_MINUTES = 24 * 60;
/** Replaces the session id for commands by mail: any session of the person may approve those. */
export const ASKED_BY_MAIL = "mail";
/** Proposals of one answer that can be approved together. */
export const MAX_STEPS = 100;
export const TRASH_DAYS = 30;

/** A record that an answer shows; `href` opens it. */
export const Card = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  href: z.string(),
  /** The number by which the text cites it. */
  cite: z.int().optional(),
});
export type Card = z.output<typeof Card>;

/** A call made for a sentence: the capability and its effect, and with a model its input and outcome. */
export const Act = z.object({
  capability: z.string(),
  effect: z.enum(["read", "write", "destroy"]),
  input: z.record(z.string(), z.unknown()).optional(),
  outcome: z.enum(["done", "proposed", "failed"]).optional(),
});
export type Act = z.output<typeof Act>;

export const MARK_KINDS = ["date", "time", "figure", "name", "quote", "address", "act"] as const;

/** A piece of an answer that was found in nothing that was read; `start` and `end` count UTF-16 units of its text. */
export const Mark = z.object({ start: z.int(), end: z.int(), kind: z.enum(MARK_KINDS) });
export type Mark = z.output<typeof Mark>;

/** What a sentence was understood as; `isOpen` if the answer asked back. */
export type SavedReading = {
  frame: string;
  roles: Readonly<Partial<Record<string, string>>>;
  isOpen: boolean;
  sentence: string;
};

/** A document attached to a sentence. */
export const Attachment = z.object({ id: z.string(), title: z.string() });
export type Attachment = z.output<typeof Attachment>;
export const MAX_ATTACHMENTS = 5;

/** What a person asks, on every interface. */
export const Question = z.strictObject({
  text: z.string().trim().min(1, t`Say something`).max(MAX_SENTENCE),
  /** Continues this chat; without it, a new chat begins. */
  chatId: Id.optional(),
  timeZone: TimeZone.default("UTC"),
  /** The area of the page that the person has open. */
  page: z
    .enum(["calendar", "communication", "daily-ops", "documents", "email", "settings", "tasks", "team"])
    .nullable()
    .default(null),
  documentIds: z.array(Id).max(MAX_ATTACHMENTS).default([]),
});
export type Question = z.output<typeof Question>;

/** needed: if no phrase fits; always: for every sentence; never: no data of this person is sent to a model. */
export const MODEL_USES = ["needed", "always", "never"] as const;
export type ModelUse = (typeof MODEL_USES)[number];

/** waiting: for the person; done, dismissed: decided by the person; expired: not decided in time. */
export const PROPOSAL_STATES = ["waiting", "done", "dismissed", "expired"] as const;
/** Adds the states of an approved call that waits for the network; interrupted: its result is unknown. */
export const APPROVAL_STATES = [...PROPOSAL_STATES, "running", "failed", "interrupted"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** A record that a call is about. */
export const NamedRecord = z.object({
  title: z.string(),
  subtitle: z.string().nullable(),
  href: z.string().nullable(),
});
export type NamedRecord = z.output<typeof NamedRecord>;

/** A part of a call that the person may change before approving it. */
export const EditableField = z.object({
  field: z.string(),
  label: z.string(),
  kind: z.enum(["line", "text", "list", "time"]),
  /** Of a list its entries; of a time its instant; null or empty for what is not given. */
  value: z.union([z.string(), z.array(z.string()), z.null()]),
});
export type EditableField = z.output<typeof EditableField>;

/** What a call does, in words, as its person reads it: no ids, no versions, no times of UTC (decision 0164). */
export const CallDescription = z.object({
  kind: z.enum(["mail", "event", "message", "call"]),
  /** What is done, in one sentence; null where the card of its kind says it. */
  heading: z.string().nullable(),
  /** What the button says that approves it. */
  verb: z.string(),
  /** Whether something is deleted. */
  isDeletion: z.boolean(),
  /** Subject or title of what is sent, made or changed. */
  title: z.string().nullable(),
  /** `before` is the value that a change replaces. */
  lines: z.array(z.object({ label: z.string(), value: z.string(), before: z.string().nullable() })),
  /** The text that is sent or saved, in full. */
  text: z.string().nullable(),
  /** The records of a set, and how many there are. */
  records: z.array(NamedRecord),
  recordCount: z.int(),
  /** What it clashes with. */
  notes: z.array(z.string()),
  fields: z.array(EditableField),
});
export type CallDescription = z.output<typeof CallDescription>;

/** A call that runs only when the person approves it, with exactly this input. */
export const Proposal = z.object({
  id: Id,
  capability: z.string(),
  input: z.record(z.string(), z.unknown()),
  summary: z.string(),
  /** Null once it is decided. */
  description: CallDescription.nullable(),
  /** When the person last changed it; null if it is as it was proposed. */
  editedAt: Instant.nullable(),
  /** Hash of capability and input; an approval must name it. */
  inputHash: z.string(),
  warnings: z.array(z.string()),
  state: z.enum(PROPOSAL_STATES),
  expiresAt: Instant,
});
export type Proposal = z.output<typeof Proposal>;

/** Changes of a call as it was shown, by field; null for what is to be empty. */
export const Edit = z.strictObject({
  id: Id,
  inputHash: z.string().max(64),
  changes: z.record(
    z.string().max(60),
    z.union([z.string().max(200_000), z.array(z.string().max(1000)).max(1000), z.null()]),
  ),
});

/** One call that waits for its person's approval, from an agent or the assistant. */
export const Approval = z.object({
  id: Id,
  source: z.enum(["agent", "assistant"]),
  /** Display name. */
  requester: z.string(),
  capability: z.string(),
  summary: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** Null once it is decided. */
  description: CallDescription.nullable(),
  editedAt: Instant.nullable(),
  inputHash: z.string(),
  warnings: z.array(z.string()),
  state: z.enum(APPROVAL_STATES),
  /** Why it failed. If it is still listed as waiting, nothing was done, and it can be retried. */
  failure: z.string().nullable(),
  /** The chat of a proposal by the assistant; null for requests of agents. */
  chatId: Id.nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  decidedAt: Instant.nullable(),
});
export type Approval = z.output<typeof Approval>;
export type ApprovalOnWire = z.input<typeof Approval>;

export const ChatMessage = z.object({
  id: Id,
  chatId: Id,
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  cards: z.array(Card),
  suggestions: z.array(z.string()),
  /** The calls made for this answer, in order; empty for a message of the person. */
  toolCalls: z.array(Act),
  intent: z.string().nullable(),
  /** The first of them; null where nothing waits for approval. */
  proposal: Proposal.nullable(),
  proposals: z.array(Proposal),
  /** The language model that answered; null: the built-in engine. */
  engine: z.string().nullable(),
  /** Text of others was read for it. */
  isTainted: z.boolean(),
  attachments: z.array(Attachment),
  /** What a language model said and nothing that it read or did supports, in the order of the text. */
  marks: z.array(Mark),
  canUndo: z.boolean(),
  undoneAt: Instant.nullable(),
  createdAt: Instant,
});
export type ChatMessage = z.output<typeof ChatMessage>;
export type ChatMessageOnWire = z.input<typeof ChatMessage>;

export const Chat = z.object({
  id: Id,
  title: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
});
export type Chat = z.output<typeof Chat>;
export type ChatOnWire = z.input<typeof Chat>;

export const MemoryText = z.string().trim().min(1, t`What is to be remembered?`).max(MAX_MEMORY);

/** A fact that the person asked to have kept. */
export const Memory = z.object({
  id: Id,
  content: z.string(),
  provenance: Provenance,
  createdAt: Instant,
  deletedAt: Instant.nullable(),
});
export type Memory = z.output<typeof Memory>;
