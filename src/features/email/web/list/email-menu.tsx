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
import { t, term } from "#i18n/message.ts";
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
    { label: t`View/Edit`, icon: Pencil, onSelect: () => viewEmail(email) },
    { label: t`AI Reply`, icon: Sparkles, onSelect: () => void replyWithAi(id) },
    email.aiSummary === null && {
      label: t`AI Summarize`,
      icon: Text,
      onSelect: () => void summarize(email),
    },
    "line",
    { label: t`Reply`, icon: Reply, shortcut: "R", onSelect: () => void reply(id) },
    { label: t`Forward`, icon: Forward, shortcut: "F", onSelect: () => void forward([id]) },
    {
      label: term("Archive", "verb: archive an email"),
      icon: Archive,
      shortcut: "E",
      onSelect: () => void archive([id]),
    },
    email.status === "received" &&
      email.accountId !== null && {
        label: t`Move to folder`,
        icon: FolderInput,
        shortcut: "V",
        onSelect: () => openMove([email]),
      },
    email.status === "received" &&
      email.isRead && { label: t`Mark as Unread`, icon: MailMinus, onSelect: () => markRead(email, false) },
    email.status !== "draft" && { label: t`View source`, icon: FileCode, onSelect: () => openSource(id) },
    email.status !== "draft" && { label: t`Download .eml`, icon: Download, onSelect: () => download(id) },
    email.delivery?.state === "uncertain" && {
      label: t`Mark as Sent`,
      icon: MailCheck,
      onSelect: () => void markSent(email),
    },
    canSendAgain(email) && { label: t`Send Again`, icon: RotateCcw, onSelect: () => void sendAgain(email) },
    "line",
    isMarked
      ? { label: t`Not Failed`, icon: CircleCheck, onSelect: () => void unmarkFailed(email) }
      : email.status !== "failed" && {
          label: t`Mark as Failed`,
          icon: TriangleAlert,
          onSelect: () => void markFailed(email),
        },
    { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => void deleteEmail(email) },
  ];
  return (
    <Menu
      label={t`Actions for '${subject}'`}
      items={items.filter((item) => item !== false)}
      trigger={(props) => <IconButton {...props} label={t`Actions for '${subject}'`} icon={MoreVertical} />}
    />
  );
}
