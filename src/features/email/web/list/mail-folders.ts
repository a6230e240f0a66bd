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
import type { EmailFilter } from "../email-page-params.ts";

/** A part of the mailbox in the menu of the split view. */
export type MailFolder = Pick<EmailFilter, "view" | "status"> & { label: string; icon: LucideIcon };

export const MAIL_FOLDERS: readonly MailFolder[] = [
  { label: "Inbox", icon: Inbox, view: "inbox", status: undefined },
  { label: "Unread", icon: MailOpen, view: "unread", status: undefined },
  { label: "Starred", icon: Star, view: "starred", status: undefined },
  { label: "Snoozed", icon: AlarmClock, view: "snoozed", status: undefined },
  { label: "Sent", icon: Send, view: "all", status: "sent" },
  { label: "Waiting for a reply", icon: Hourglass, view: "waiting", status: undefined },
  { label: "Drafts", icon: FilePen, view: "all", status: "draft" },
  { label: "Scheduled", icon: CalendarClock, view: "all", status: "scheduled" },
  { label: "Outbox", icon: MailQuestionMark, view: "outbox", status: undefined },
  { label: "Archived", icon: Archive, view: "archived", status: undefined },
  { label: "All mail", icon: Files, view: "all", status: undefined },
];

export const folderOf = ({ view, status, box, account }: EmailFilter): MailFolder | undefined =>
  box || account
    ? undefined
    : MAIL_FOLDERS.find((folder) => folder.view === view && folder.status === status);
