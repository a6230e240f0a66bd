import { useNavigate } from "@tanstack/react-router";
import {
  CalendarPlus,
  Copy,
  EllipsisVertical,
  History,
  Link2,
  ListChecks,
  Mail,
  Pencil,
  Reply,
  SmilePlus,
  Trash2,
  Vote,
} from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { laterDialog } from "#ui/later-part.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import { Popover, usePopover } from "#ui/overlays/popover.tsx";
import { type MessageOnWire, QUICK_REACTIONS } from "../../model.ts";
import { convertMessage, copyLink, copyText, messageWrites, react, replyTo } from "./message-actions.ts";
import styles from "./message-toolbar.module.css";

const EditHistory = laterDialog(async () => (await import("./edit-history.tsx")).EditHistory);

type MessageToolbarProps = {
  message: MessageOnWire;
  me: string | undefined;
  isMine: boolean;
  /** Only of one's own message, where it can be changed. */
  onEdit: (() => void) | undefined;
  /** Keeps the toolbar visible while one of its menus is open. */
  onChoosing(isChoosing: boolean): void;
};

export function MessageToolbar({ message, me, isMine, onEdit, onChoosing }: MessageToolbarProps) {
  const [isShowingHistory, setShowingHistory] = useState(false);
  const navigate = useNavigate();
  const items: (MenuItem | "line")[] = [
    { label: t`Reply`, icon: Reply, shortcut: "R", onSelect: () => replyTo(message) },
    ...(onEdit ? [{ label: t`Edit`, icon: Pencil, shortcut: "E", onSelect: onEdit }] : []),
    { label: t`Copy text`, icon: Copy, onSelect: () => void copyText(message) },
    { label: t`Copy link`, icon: Link2, shortcut: "L", onSelect: () => void copyLink(message) },
    "line",
    {
      label: t`Create task`,
      icon: ListChecks,
      shortcut: "T",
      onSelect: () => void convertMessage(message, "task"),
    },
    { label: t`Create event`, icon: CalendarPlus, onSelect: () => void convertMessage(message, "event") },
    { label: t`Create email`, icon: Mail, onSelect: () => void convertMessage(message, "email") },
    { label: t`Create a vote`, icon: Vote, onSelect: () => void navigate(voteOn(message)) },
    ...(message.isEdited
      ? [{ label: t`Edit history`, icon: History, onSelect: () => setShowingHistory(true) }]
      : []),
  ];
  return (
    <span className={styles.acts}>
      <ReactionPicker message={message} me={me} onOpen={onChoosing} />
      <ReplyButton message={message} />
      {onEdit && (
        <button type="button" aria-label={t`Edit message`} title={t`Edit (E)`} onClick={onEdit}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {isMine && (
        <button
          type="button"
          aria-label={t`Delete message`}
          title={t`Delete`}
          onClick={() => void messageWrites.delete(message)}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      <Menu
        label={t`Message`}
        items={items}
        trigger={(trigger) => (
          <button type="button" aria-label={t`More for this message`} title={t`More`} {...trigger}>
            <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )}
      />
      {isShowingHistory && <EditHistory message={message} onClose={() => setShowingHistory(false)} />}
    </span>
  );
}

const ReplyButton = ({ message }: { message: MessageOnWire }) => (
  <button
    type="button"
    aria-label={t`Reply to message`}
    title={t`Reply (R)`}
    onClick={() => replyTo(message)}
  >
    <Reply size={16} strokeWidth={1.75} aria-hidden />
  </button>
);

/** Opens the dialog of a new decision, with the message's text and a link back to it. */
const voteOn = ({ id, conversationId, senderName, content }: MessageOnWire) => ({
  to: "/team",
  search: {
    tab: "decisions",
    create: "decision",
    title: content.trim().split("\n")[0]?.slice(0, 200) ?? "",
    description: `${senderName}: ${content.slice(0, 1000)}\n\n${location.origin}/communication?conversation=${conversationId}&message=${id}`,
  },
});

type ReactionPickerProps = Pick<MessageToolbarProps, "message" | "me"> & { onOpen(isOpen: boolean): void };

const MORE = "🙏 👏 🔥 💯 😊 😮 😢 🤔 👋 💪 🚀 ⭐ ☕ 📌 ❓ ❗ 👎 ❌".split(" ");

function ReactionPicker({ message, me, onOpen }: ReactionPickerProps) {
  const popover = usePopover();
  const ownReactions = message.reactions.filter(({ userIds }) => me !== undefined && userIds.includes(me));
  const choose = (emoji: string) => {
    popover.close();
    onOpen(false);
    void react(message, emoji, !ownReactions.some((each) => each.emoji === emoji), me);
  };
  return (
    <>
      <button type="button" aria-label={t`React to message`} title={t`React`} {...popover.triggerProps}>
        <SmilePlus size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <Popover popover={popover} label={t`Reactions`} className={styles.picker ?? ""}>
        {[...QUICK_REACTIONS, ...MORE].map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={emoji}
            aria-pressed={ownReactions.some((each) => each.emoji === emoji)}
            onClick={() => choose(emoji)}
          >
            {emoji}
          </button>
        ))}
      </Popover>
    </>
  );
}
