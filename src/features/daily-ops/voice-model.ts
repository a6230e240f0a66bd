import { z } from "zod";
import { t, term } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const COMMAND_TYPES = ["email", "calendar", "task", "weather", "traffic", "news", "general"] as const;
export const CommandType = z.enum(COMMAND_TYPES);
export type CommandType = z.infer<typeof CommandType>;
export const COMMAND_LABELS: Record<CommandType, string> = {
  email: t`Email`,
  calendar: t`Calendar`,
  task: t`Task`,
  weather: t`Weather`,
  traffic: t`Traffic`,
  news: t`News`,
  general: term("General", "kind of a command"),
};

export const COMMAND_PRIORITIES = ["urgent", "high", "medium", "low"] as const;
export const CommandParameters = z.object({
  /** HH:MM in the user's time zone. */
  time: z.string().optional(),
  /** yyyy-MM-dd there. */
  date: z.string().optional(),
  priority: z.enum(COMMAND_PRIORITIES).optional(),
});
export type CommandParameters = z.infer<typeof CommandParameters>;

/** What a command would send once the user approves. */
export const Proposal = z.object({
  question: z.string(),
  act: z.literal("send_email"),
  id: Id,
  answer: z.enum(["yes", "no"]).nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

/**
 * How a command became text, and how far the recording travelled: typed; the browser's recognition, which may be a
 * service of its vendor; a service on this machine or in its network; an external service.
 */
export const TRANSCRIBED_BY = ["typed", "browser", "server", "service"] as const;
export const TranscribedBy = z.enum(TRANSCRIBED_BY);
export type TranscribedBy = z.infer<typeof TranscribedBy>;
/** Shown to the user: how far the recording travelled. */
export const TRANSCRIBED_BY_LABELS: Record<TranscribedBy, string> = {
  typed: term("Typed", "how a command was given"),
  browser: t`Transcribed by the browser`,
  server: t`Transcribed on this server`,
  service: t`Transcribed by an external service`,
};

/** The service that transcribes recordings; `isInternal`: on this machine or in its networks. */
export const TranscriptionService = z.object({ host: z.string(), isInternal: z.boolean() });
/** Base64 characters: about 650 kB, several times a minute of speech. */
export const MAX_RECORDING = 870_000;
export const RECORDING_SECONDS = 60;

export const MAX_COMMAND = 1000;
/** Commands that the page shows (DAILY-24). */
export const VOICE_HISTORY = 10;

export const VoiceCommand = z.object({
  id: Id,
  commandText: z.string(),
  /** Null for commands from before this was stored. */
  transcribedBy: TranscribedBy.nullable(),
  actionType: CommandType,
  parameters: CommandParameters,
  executedAt: Instant,
  success: z.boolean(),
  response: z.string(),
  /** Path of the created or requested record. */
  href: z.string().nullable(),
  /** True if the command created something that can be undone. */
  canUndo: z.boolean(),
  /** An outbound action that waits for approval. */
  proposal: Proposal.nullable(),
  undoneAt: Instant.nullable(),
  createdAt: Instant,
});
export type VoiceCommand = z.output<typeof VoiceCommand>;
export type VoiceCommandOnWire = z.input<typeof VoiceCommand>;
