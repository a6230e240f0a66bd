import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  Bell,
  BellOff,
  EllipsisVertical,
  LogOut,
  Pencil,
  Phone,
  Search,
  Settings2,
  UsersRound,
  Video,
} from "lucide-react";
import { useEffect, useState } from "react";
import { reportReadFailure } from "#features/contacts/web/public/report-read-failure.ts";
import { usePresence } from "#platform/client/presence.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { PresenceBadge } from "#ui/display/presence-badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { WordsButton } from "#ui/inputs/words-button.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import { type ConversationOnWire, newestFirst } from "../../model.ts";
import { CallBar } from "../calls/call-bar.tsx";
import { type CallRequest, requestCall } from "../calls/incoming-calls.ts";
import { leaveConversation, mute, setArchived } from "../conversations/conversation-actions.ts";
import { ParticipantsDialog } from "../conversations/participants-dialog.tsx";
import { ReachabilityNotice } from "../conversations/reachability-notice.tsx";
import { RenameDialog } from "../conversations/rename-dialog.tsx";
import { conversationRecords, messageRecords } from "../records.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { outbox } from "./message-actions.ts";
import { MessageComposer } from "./message-composer.tsx";
import { MessageList } from "./message-list.tsx";
import styles from "./message-pane.module.css";
import { MessageThread } from "./message-thread.tsx";

type MessagePaneProps = {
  id: string;
  messageId: string | undefined;
  /** A message whose thread is open. */
  threadId: string | undefined;
  onThreadClose(): void;
  onBack(): void;
  onJump(): void;
  /** Searches in this conversation. */
  onSearch(): void;
};

/** The open conversation, loaded first if this page has not cached it. */
export function MessagePane(props: MessagePaneProps) {
  const { id, messageId, threadId, onThreadClose, onBack, onJump, onSearch } = props;
  const conversation = useRecord(conversationRecords, id);
  const lookedAt = useRecord(messageRecords, messageId ?? "");
  const [isGone, setGone] = useState(false);
  const [editingId, setEditing] = useState<string | null>(null);
  const me = useCurrentUserId();
  useEffect(() => {
    if (me) outbox.restore(me);
  }, [me]);
  const isUnknown = conversation === undefined;
  useEffect(() => {
    if (isUnknown) conversationRecords.fetch(id).then((found) => setGone(found === null), reportReadFailure);
  }, [isUnknown, id]);
  if (!conversation) return isGone ? <Gone onBack={onBack} /> : <div className={styles.pane} />;
  return (
    <section className={styles.pane} aria-label={conversation.name}>
      <Header conversation={conversation} onBack={onBack} onSearch={onSearch} />
      <CallBar conversationId={id} />
      <ReachabilityNotice conversation={conversation} />
      <MessageList
        key={messageId ?? "newest"}
        conversation={conversation}
        lookedAt={lookedAt?.conversationId === id ? lookedAt : undefined}
        onJump={onJump}
        editingId={editingId}
        onEdit={setEditing}
      />
      <MessageComposer conversation={conversation} onEditLast={() => setEditing(lastOf(id, me))} />
      {threadId && <MessageThread conversation={conversation} messageId={threadId} onClose={onThreadClose} />}
    </section>
  );
}

/** The user's last message here: the one that is edited most often. */
function lastOf(conversationId: string, me: string | undefined): string | null {
  const mine = messageRecords
    .known()
    .filter(
      ({ conversationId: talk, senderId, deletedAt, byEmail }) =>
        talk === conversationId && senderId === me && !deletedAt && !byEmail,
    );
  return mine.toSorted(newestFirst)[0]?.id ?? null;
}

function Gone({ onBack }: { onBack(): void }) {
  return (
    <div className={styles.pane}>
      <EmptyState
        icon={LogOut}
        title="You are not in this conversation"
        message="It was deleted, or you were removed from it."
        action={<WordsButton onClick={onBack}>Show my conversations</WordsButton>}
      />
    </div>
  );
}

type HeaderProps = { conversation: ConversationOnWire } & Pick<MessagePaneProps, "onBack" | "onSearch">;

const HOUR = 3_600_000;
/** 'Until I unmute' is a date in the year 9999. */
const QUIET = [
  { label: "Mute for 8 hours", until: () => new Date(Date.now() + 8 * HOUR).toISOString() },
  { label: "Mute until I unmute", until: () => "9999-12-31T00:00:00.000Z" },
];

function Header({ conversation, onBack, onSearch }: HeaderProps) {
  const [dialog, setDialog] = useState<"people" | "rename">();
  const me = useCurrentUserId();
  const { name, type, isArchived, createdBy, participants, otherUserId, mutedUntil } = conversation;
  const isMine = createdBy === me;
  const isGroup = type === "group";
  const call = (wish: Partial<CallRequest> = {}) =>
    requestCall({ conversationId: conversation.id, name, kind: "video", ...wish });
  const items: (MenuItem | "line")[] = [
    { label: "Audio call", icon: Phone, onSelect: () => call({ kind: "audio" }) },
    { label: "Check camera, then call", icon: Settings2, onSelect: () => call({ checksFirst: true }) },
    "line",
    ...(isGroup ? [{ label: "People", icon: UsersRound, onSelect: () => setDialog("people") }] : []),
    ...(isGroup && isMine ? [{ label: "Rename", icon: Pencil, onSelect: () => setDialog("rename") }] : []),
    { label: "Search in this conversation", icon: Search, onSelect: onSearch },
    ...(mutedUntil
      ? [{ label: "Unmute", icon: Bell, onSelect: () => void mute(conversation, null) }]
      : QUIET.map(({ label, until }) => ({
          label,
          icon: BellOff,
          onSelect: () => void mute(conversation, until()),
        }))),
    ...(isMine || !isGroup
      ? [
          {
            label: isArchived ? "Restore from archive" : "Archive",
            icon: isArchived ? ArchiveRestore : Archive,
            onSelect: () => void setArchived(conversation, !isArchived),
          },
        ]
      : []),
    ...(isGroup
      ? [
          "line" as const,
          {
            label: "Leave",
            icon: LogOut,
            isDestructive: true,
            onSelect: () => void leaveConversation(conversation).then(onBack),
          },
        ]
      : []),
  ];
  const close = () => setDialog(undefined);
  return (
    <header className={styles.header}>
      <IconButton
        label="Back to conversations"
        icon={ArrowLeft}
        className={styles.back ?? ""}
        onClick={onBack}
      />
      {otherUserId ? <Face userId={otherUserId} name={name} /> : <Avatar name={name} />}
      <Text as="div" grow margin="0 0 0 4px" lineHeight={1.35}>
        <Text as="h2" weight="strong" overflow="dots">
          {name}
        </Text>
        {isGroup ? (
          <button type="button" className={styles.people} onClick={() => setDialog("people")}>
            {participants.length === 1 ? "Only you" : `${participants.length} people`}
          </button>
        ) : (
          otherUserId && <Seen userId={otherUserId} />
        )}
      </Text>
      {mutedUntil && (
        <Text as="span" tone="faint" title="Muted, except for mentions">
          <BellOff size={16} strokeWidth={1.75} aria-hidden />
          <span className="visually-hidden">Muted</span>
        </Text>
      )}
      {isArchived && (
        <Text as="span" tone="faint" size="label">
          Archived
        </Text>
      )}
      <IconButton label="Start video call" icon={Video} onClick={() => call()} />
      <Menu
        label="Conversation"
        items={items}
        trigger={(trigger) => <IconButton label="More" icon={EllipsisVertical} {...trigger} />}
      />
      {dialog === "people" && <ParticipantsDialog conversation={conversation} onClose={close} />}
      {dialog === "rename" && <RenameDialog conversation={conversation} onClose={close} />}
    </header>
  );
}

function Face({ userId, name }: { userId: string; name: string }) {
  return <Avatar name={name} isOnline={usePresence(userId)?.isOnline} />;
}

function Seen({ userId }: { userId: string }) {
  const seen = usePresence(userId);
  return seen ? <PresenceBadge {...seen} /> : null;
}
