import {
  AlarmClock,
  Archive,
  CalendarClock,
  FilePen,
  Files,
  Hourglass,
  Inbox,
  type LucideIcon,
  MailOpen,
  MailQuestionMark,
  Send,
  Star,
} from "lucide-react";
import { t, term } from "#i18n/message.ts";
import type { EmailFilter } from "../email-page-params.ts";

/** A part of the mailbox in the menu of the split view. */
export type MailFolder = Pick<EmailFilter, "view" | "status"> & { label: string; icon: LucideIcon };

export const MAIL_FOLDERS: readonly MailFolder[] = [
  { label: t`Inbox`, icon: Inbox, view: "inbox", status: undefined },
  { label: t`Unread`, icon: MailOpen, view: "unread", status: undefined },
  { label: t`Starred`, icon: Star, view: "starred", status: undefined },
  { label: t`Snoozed`, icon: AlarmClock, view: "snoozed", status: undefined },
  { label: term("Sent", "emails that were sent"), icon: Send, view: "all", status: "sent" },
  { label: t`Waiting for a reply`, icon: Hourglass, view: "waiting", status: undefined },
  { label: t`Drafts`, icon: FilePen, view: "all", status: "draft" },
  { label: t`Scheduled`, icon: CalendarClock, view: "all", status: "scheduled" },
  { label: t`Outbox`, icon: MailQuestionMark, view: "outbox", status: undefined },
  { label: t`Archived`, icon: Archive, view: "archived", status: undefined },
  { label: t`All mail`, icon: Files, view: "all", status: undefined },
];

export const folderOf = ({ view, status, box, account }: EmailFilter): MailFolder | undefined =>
  box || account
    ? undefined
    : MAIL_FOLDERS.find((folder) => folder.view === view && folder.status === status);
