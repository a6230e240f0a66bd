import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { MAX_ADDRESS } from "./account-model.ts";
import { MAX_SUBJECT, templateFields } from "./fields.ts";
import { MAX_BODY } from "./model.ts";

/** Undo time before a message is sent, in seconds. */
export const UNDO_SEND_SECONDS = 10;

export const UndoSeconds = z.int().min(0).max(120);

/** `never`: messages that ask for a read receipt are shown like others, and none is sent. */
export const RECEIPT_REQUESTS = ["ask", "never"] as const;

export const MailPreferences = z.strictObject({
  /** How long sending can be undone, in seconds. */
  undoSeconds: UndoSeconds,
  /** For messages from accounts without a signature of their own. */
  signature: z.string().max(4000),
  /** What happens where the sender of a message asks for a read receipt. */
  receiptRequests: z.enum(RECEIPT_REQUESTS),
});
export type MailPreferences = z.output<typeof MailPreferences>;

/** A first line that begins with 'Subject:' becomes the subject, the rest the body (MAIL-77). */
export function splitComposed(text: string): { subject: string | null; body: string } {
  const [line = "", subject = null] = /^\s*Subject:([^\r\n]*)/i.exec(text) ?? [];
  return { subject: subject?.trim() || null, body: text.slice(line.length).trim() };
}

/** Actions of the writing assistant (MAIL-47). */
export const AssistAction = z.enum(["compose", "improve", "reply", "summarize"]);
export type AssistAction = z.infer<typeof AssistAction>;
export const AssistContext = z.strictObject({
  /** The stored mail that a reply answers, if any: its headers show whether a program sent it. */
  id: Id.nullable().default(null),
  subject: z.string().max(MAX_SUBJECT).default(""),
  sender: z.string().max(MAX_ADDRESS).default(""),
  /** Of a mail that the author wrote: whom it went to, and whom a reply follows up with. Empty for received mail. */
  recipient: z.string().max(MAX_ADDRESS).default(""),
  body: z.string().max(MAX_BODY).default(""),
});
export const NEEDS_PROMPT = t`Please enter a prompt for AI composition`;
export const NEEDS_CONTENT = t`Please write some content first`;

export const EmailTemplate = z.object({
  id: Id,
  userId: Id,
  ...recordShape(templateFields),
  usageCount: z.int(),
  lastUsed: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type EmailTemplate = z.output<typeof EmailTemplate>;
export type EmailTemplateOnWire = z.input<typeof EmailTemplate>;

export const NewTemplate = z.strictObject(createShape(templateFields));
export const TemplateChange = z.strictObject(changeShape(templateFields));
