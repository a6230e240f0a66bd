import {
  Archive,
  CircleCheck,
  Download,
  FileCode,
  FolderInput,
  Forward,
  MailCheck,
  MailMinus,
  MoreVertical,
  Pencil,
  Reply,
  RotateCcw,
  Sparkles,
  Text,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import type { EmailOnWire } from "../../model.ts";
import { openMove, openSource } from "../open-dialog.ts";
import {
  archive,
  deleteEmail,
  markFailed,
  markRead,
  markSent,
  sendAgain,
  summarize,
  unmarkFailed,
} from "../organizing/email-actions.ts";
import { sourceUrl } from "../reading/message-files.ts";
import { canSendAgain, viewEmail } from "../view-email.ts";
import { forward, reply, replyWithAi } from "../writing/start-draft.ts";

/** Saves the raw message as a file. */
function download(id: string): void {
  const link = document.createElement("a");
  link.href = sourceUrl(id);
  link.download = "";
  link.click();
}

/** The specified actions (MAIL-21 to MAIL-25), and other usual mail actions. */
export function EmailMenu({ email }: { email: EmailOnWire }) {
  const { id, subject } = email;
  const isMarked = email.statusBefore !== null;
  const items: (MenuItem | "line" | false)[] = [
    { label: "View/Edit", icon: Pencil, onSelect: () => viewEmail(email) },
    { label: "AI Reply", icon: Sparkles, onSelect: () => void replyWithAi(id) },
    email.aiSummary === null && {
      label: "AI Summarize",
      icon: Text,
      onSelect: () => void summarize(email),
    },
    "line",
    { label: "Reply", icon: Reply, shortcut: "R", onSelect: () => void reply(id) },
    { label: "Forward", icon: Forward, shortcut: "F", onSelect: () => void forward([id]) },
    { label: "Archive", icon: Archive, shortcut: "E", onSelect: () => void archive([id]) },
    email.status === "received" &&
      email.accountId !== null && {
        label: "Move to folder",
        icon: FolderInput,
        shortcut: "V",
        onSelect: () => openMove([email]),
      },
    email.status === "received" &&
      email.isRead && { label: "Mark as Unread", icon: MailMinus, onSelect: () => markRead(email, false) },
    email.status !== "draft" && { label: "View source", icon: FileCode, onSelect: () => openSource(id) },
    email.status !== "draft" && { label: "Download .eml", icon: Download, onSelect: () => download(id) },
    email.delivery?.state === "uncertain" && {
      label: "Mark as Sent",
      icon: MailCheck,
      onSelect: () => void markSent(email),
    },
    canSendAgain(email) && { label: "Send Again", icon: RotateCcw, onSelect: () => void sendAgain(email) },
    "line",
    isMarked
      ? { label: "Not Failed", icon: CircleCheck, onSelect: () => void unmarkFailed(email) }
      : email.status !== "failed" && {
          label: "Mark as Failed",
          icon: TriangleAlert,
          onSelect: () => void markFailed(email),
        },
    { label: "Delete", icon: Trash2, isDestructive: true, onSelect: () => void deleteEmail(email) },
  ];
  return (
    <Menu
      label={`Actions for '${subject}'`}
      items={items.filter((item) => item !== false)}
      trigger={(props) => <IconButton {...props} label={`Actions for '${subject}'`} icon={MoreVertical} />}
    />
  );
}
