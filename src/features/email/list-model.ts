import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { OneLine } from "./fields.ts";
import { type EmailOnWire, PRIORITY_WEIGHTS } from "./model.ts";

/** Saved searches per user. */
export const MAX_SEARCHES = 20;
export const MAX_SEARCH_NAME = 60;
export const MAX_QUERY = 200;

/** The folder of mail that its account's server classified as spam; no other view shows it. */
export const JUNK = "junk";

/** Which emails to list: all, as specified, or a part of the mailbox. */
export const EMAIL_VIEWS = [
  "all",
  "inbox",
  "unread",
  "archived",
  "starred",
  "snoozed",
  "waiting",
  "outbox",
  "junk",
] as const;
export const EmailView = z.enum(EMAIL_VIEWS);
export type EmailView = z.infer<typeof EmailView>;

export const EMAIL_SORTS = ["created", "sent", "subject", "priority", "importance"] as const;
export const EmailSort = z.enum(EMAIL_SORTS);
export type EmailSort = z.infer<typeof EmailSort>;
export const SORT_LABELS: Record<EmailSort, string> = {
  created: t`Date Created`,
  sent: t`Date Sent`,
  subject: t`Subject`,
  priority: t`Priority`,
  importance: t`Importance`,
};

type Sortable = Pick<EmailOnWire, "id" | "subject" | "priority" | "importance" | "sentAt" | "createdAt">;

/** The order of emails.list, for pages that sort their list in the browser (MAIL-68, MAIL-74, MAIL-75). */
export const EMAIL_ORDERS: Record<EmailSort, (one: Sortable, other: Sortable) => number> = {
  created: (one, other) => time(other.createdAt) - time(one.createdAt) || byText(other.id, one.id),
  sent: (one, other) => lastIfNever(other.sentAt) - lastIfNever(one.sentAt) || byNewest(one, other),
  subject: (one, other) => subjects.compare(one.subject, other.subject) || byText(one.id, other.id),
  priority: (one, other) =>
    PRIORITY_WEIGHTS[other.priority] - PRIORITY_WEIGHTS[one.priority] || byNewest(one, other),
  importance: (one, other) => other.importance - one.importance || byNewest(one, other),
};

const subjects = new Intl.Collator("und");
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const time = (at: string) => Date.parse(at);
const lastIfNever = (at: string | null) => (at === null ? 0 : time(at));
const byNewest = (one: Sortable, other: Sortable): number => EMAIL_ORDERS.created(one, other);

/** A search saved as a tab of the inbox. */
export const MailSearch = z.object({
  id: Id,
  name: z.string(),
  query: z.string(),
  position: z.int(),
  /** Unread emails of the inbox that it finds, among the newest thousand. */
  unread: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
});
export type MailSearch = z.output<typeof MailSearch>;
export type MailSearchOnWire = z.input<typeof MailSearch>;

export const NewSearch = z.strictObject({
  name: OneLine.trim().min(1, t`Enter a name`).max(MAX_SEARCH_NAME),
  query: OneLine.trim().min(1, t`Enter what it looks for`).max(MAX_QUERY),
});
