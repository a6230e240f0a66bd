import { t } from "#i18n/message.ts";
import { localClock, localDay, localInstant } from "#platform/time/local-day.ts";
import { parseAddresses, parsePerson } from "../../address-model.ts";
import { MAX_SUBJECT } from "../../fields.ts";
import { type Attachment, DEFAULT_PRIORITY, type EmailPriority, type OpenEmailOnWire } from "../../model.ts";

/** The fields of the composer. */
export type ComposeDraft = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  body: string;
  /** The HTML version, if any. */
  html: string | null;
  /** The account to send from; null for the default one. */
  accountId: string | null;
  priority: EmailPriority;
  category: string;
  /** Asks for a read receipt. */
  isReceiptRequested: boolean;
  isScheduled: boolean;
  /** The day and the time of 'Schedule send', in local time. */
  day: string;
  time: string;
  prompt: string;
  attachments: readonly Attachment[];
};

export const EMPTY_DRAFT: ComposeDraft = {
  to: "",
  cc: "",
  bcc: "",
  subject: "",
  body: "",
  html: null,
  accountId: null,
  priority: DEFAULT_PRIORITY,
  category: "",
  isReceiptRequested: false,
  isScheduled: false,
  day: "",
  time: "09:00",
  prompt: "",
  attachments: [],
};

export const draftOf = (email: OpenEmailOnWire): ComposeDraft => ({
  ...EMPTY_DRAFT,
  to: email.recipients.join(", "),
  cc: email.cc.join(", "),
  bcc: email.bcc.join(", "),
  subject: email.subject,
  body: email.body,
  html: email.html,
  accountId: email.accountId,
  priority: email.priority,
  category: email.category ?? "",
  attachments: email.attachments,
  isReceiptRequested: email.isReceiptRequested,
  ...(email.scheduledSend && { isScheduled: true, ...clockOf(new Date(email.scheduledSend)) }),
});

export const clockOf = (at: Date) => ({
  day: localDay(at),
  time: localClock(at),
});

/** The input for the server; null where subject or body is missing (MAIL-36). */
export function contentOf(draft: ComposeDraft) {
  const subject = draft.subject.trim().slice(0, MAX_SUBJECT);
  if (subject === "" || draft.body.trim() === "") return null;
  return {
    subject,
    ...othersOf(draft),
  };
}
export type Content = NonNullable<ReturnType<typeof contentOf>>;

/** The current content, finished or not. */
export const rawContentOf = (draft: ComposeDraft) => ({ subject: draft.subject, ...othersOf(draft) });

const othersOf = (draft: ComposeDraft) => ({
  body: draft.body,
  html: draft.html,
  accountId: draft.accountId,
  recipients: parseAddresses(draft.to),
  cc: parseAddresses(draft.cc),
  bcc: parseAddresses(draft.bcc),
  priority: draft.priority,
  category: draft.category.trim() || null,
  isReceiptRequested: draft.isReceiptRequested,
  attachmentIds: draft.attachments.map(({ id }) => id),
});

/** The scheduled time; null without scheduling, undefined where the day is missing or invalid. */
export function scheduleOf({ isScheduled, day, time }: ComposeDraft): string | null | undefined {
  if (!isScheduled) return null;
  return localInstant(day, time || "09:00") ?? undefined;
}

/** The errors of a draft that cannot be sent, by field (MAIL-36). */
export function faultsOf(draft: ComposeDraft): ComposeFaults {
  return {
    ...(draft.subject.trim() === "" && { subject: t`Enter a subject` }),
    ...(draft.body.trim() === "" && { body: t`Write a message` }),
    ...(scheduleOf(draft) === undefined && { day: t`Choose a day` }),
  };
}
export type ComposeFaults = { subject?: string; body?: string; day?: string };

/** Entries that do not look like addresses: a hint, never an error (MAIL-39). */
export const oddAddresses = ({ to, cc, bcc }: ComposeDraft): string[] =>
  [to, cc, bcc]
    .flatMap(parseAddresses)
    .filter(
      (entry) => !/^("([^"\\]|\\.)+"|[^\s@<>"]+)@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(parsePerson(entry).address),
    );

const TYPED = ["to", "cc", "bcc", "subject", "body", "category", "prompt"] as const;

/** Whether something was typed that `before` does not contain. */
export const hasChanges = (draft: ComposeDraft, before: ComposeDraft): boolean =>
  TYPED.some((field) => draft[field].trim() !== before[field].trim()) ||
  draft.html !== before.html ||
  draft.accountId !== before.accountId ||
  draft.isReceiptRequested !== before.isReceiptRequested ||
  draft.attachments.length !== before.attachments.length;
